#include "tools/programs/evaluate_registration_program.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "common/table.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/landmark_file.h"
#include "registration/volumes/overlap.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/transform_input.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

struct Arguments {
  TransformArguments transform;
  std::vector<std::string> label_files;
  std::vector<int32_t> labels;
  std::string mask, fixed_points, moving_points, jacobian, out;
  bool no_distances = false;
};

constexpr char kFooter[] = R"(
The measures depend on the arguments:
  REFERENCE FOUND                   two label maps on the same grid, usually the labels of the fixed image and the
                                    warped labels of the moving image (bazel run //tools:warp -- labels ...): Dice,
                                    average surface distance and 95% Hausdorff distance for each label, in mm between
                                    the centres of voxels. A label that only one map has counts as Dice 0 and has no
                                    distances
  --transform                       the Jacobian determinant on the grid of --fixed, or of the first field: minimum,
                                    mean, maximum, and the number of folded voxels (0 or below); only inside of --mask.
                                    --jacobian writes it as an image of all voxels
  --fixed-points --moving-points    distances in mm between the points of the moving image and those of the fixed image,
                                    which --transform moves if it is given. CSV (x,y,z in LPS mm) or .fcsv of 3D Slicer;
                                    points are paired in their order

Prints the tables to standard output; the last row of the label table has the means. --out writes all measures as one
table (TSV) with the columns part, name, measure, value. A cell is empty if the measure is undefined.

)";

constexpr char kExitStatus[] = R"(
Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted.

Example:
  bazel run //tools:evaluate_registration -- fixed-labels.nii.gz warped-labels.nii.gz --transform=field.nii.gz)";

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Measures a registration: overlap of labels, surface distances, folding, landmarks.",
      "evaluate_registration");
  line.Option("LABELS", arguments.label_files, "two label maps: REFERENCE FOUND").Words(0, 2).Repeatable();
  line.Option("--labels", arguments.labels, "the labels to compare (default: all but 0)").SeparatedBy(',');
  line.Switch("--no-distances", arguments.no_distances, "compute only Dice");
  line.Option("--transform", arguments.transform.transforms,
              "a file, may be repeated: the first is applied to points first; [FILE,1]: its inverse")
      .Repeatable();
  AddTransformFlags(line, arguments.transform, /*with_transform=*/false);
  line.Option("--mask", arguments.mask, "the region in which folding is counted");
  line.Option("--jacobian", arguments.jacobian,
              "the Jacobian determinant of --transform as an image (float32)");
  line.Option("--fixed-points", arguments.fixed_points, "landmarks of the fixed image");
  line.Option("--moving-points", arguments.moving_points, "the same landmarks of the moving image");
  line.Option("--out", arguments.out, "all measures as one table (TSV)");
  line.Footer(std::string(kFooter) + kTransformHelp + kExitStatus);
  return line.Parse(WithInversesNamed(words), out);
}

std::vector<NamedFile> OutputsOf(const Arguments& arguments) {
  std::vector<NamedFile> outputs = {{"--out", arguments.out}};
  for (const std::string& file : reg::FilesOfImage(arguments.jacobian)) {
    outputs.push_back({"--jacobian", file});
  }
  return outputs;
}

void CheckFlags(const Arguments& arguments) {
  using common::ThrowUsageError;
  if (arguments.label_files.size() == 1) ThrowUsageError("LABELS", "two label maps: REFERENCE FOUND", "one");
  if (arguments.fixed_points.empty() != arguments.moving_points.empty()) {
    ThrowUsageError(arguments.fixed_points.empty() ? "--fixed-points" : "--moving-points",
                    "points of both images", "points of only one");
  }
  if (arguments.label_files.empty() && arguments.transform.transforms.empty() &&
      arguments.fixed_points.empty()) {
    ThrowUsageError("arguments", "two label maps, --transform, or --fixed-points and --moving-points",
                    "none of them", "see --help");
  }
  if (!arguments.mask.empty() && arguments.transform.transforms.empty()) {
    ThrowUsageError("--mask", "a --transform whose folding is counted in the mask", "none");
  }
  if (!arguments.jacobian.empty() && arguments.transform.transforms.empty()) {
    ThrowUsageError("--jacobian", "a --transform whose determinant is written", "none");
  }
  CheckFolderOf(arguments.out, "--out");
  CheckFolderOf(arguments.jacobian, "--jacobian");
  std::vector<NamedFile> inputs = FilesOf(arguments.transform);
  inputs.push_back(VolumeFile("--mask", arguments.mask));
  inputs.push_back({"--fixed-points", arguments.fixed_points});
  inputs.push_back({"--moving-points", arguments.moving_points});
  for (const std::string& file : arguments.label_files) inputs.push_back(VolumeFile("LABELS", file));
  CheckDifferentFiles(inputs, OutputsOf(arguments));
  if (!arguments.jacobian.empty()) {
    reg::CheckImagePath(common::CallersPath(arguments.jacobian), "--jacobian");
  }
}

std::string Cell(double value) { return std::isnan(value) ? "" : common::FormatShort(value); }

// The tables to print, and the table of all measures for --out.
struct Report {
  std::vector<common::Table> parts;
  common::Table all = {.columns = {"part", "name", "measure", "value"}};

  void Add(const std::string& part, const std::string& name, const std::string& measure, double value) {
    all.rows.push_back({part, name, measure, std::isnan(value) ? "" : common::FormatDouble(value)});
  }
};

reg::LabelMap ReadLabelFile(const std::string& path, std::FILE* messages) {
  reg::FileFacts facts;
  reg::LabelMap labels = reg::ReadLabels(common::CallersPath(path), &facts);
  PrintWarnings(facts, "evaluate_registration", messages);
  return labels;
}

void MeasureLabels(const Arguments& arguments, common::ThreadPool& pool, Report& report,
                   std::FILE* messages) {
  if (arguments.label_files.empty()) return;
  const reg::LabelMap reference = ReadLabelFile(arguments.label_files[0], messages);
  const reg::LabelMap found = ReadLabelFile(arguments.label_files[1], messages);
  if (!reg::AreSame(reference.geometry, found.geometry)) {
    common::ThrowDataError(
        arguments.label_files[1],
        fmt::format("the grid of {}: {}", arguments.label_files[0], reg::Describe(reference.geometry)),
        reg::Describe(found.geometry),
        fmt::format("resample it: bazel run //tools:warp -- labels {} --fixed={} --out=FILE",
                    common::ShellQuoted(arguments.label_files[1]),
                    common::ShellQuoted(arguments.label_files[0])));
  }
  const reg::Agreement agreement = reg::CompareLabels(
      reference, found, pool, {.distances = !arguments.no_distances, .labels = arguments.labels});
  common::Table table = {.columns = {"label", "reference_voxels", "found_voxels", "dice"}};
  if (!arguments.no_distances) table.columns.insert(table.columns.end(), {"surface_distance", "hausdorff95"});
  const auto add = [&](const std::string& name, const std::string& in_reference, const std::string& in_found,
                       double dice, double surface, double hausdorff) {
    table.rows.push_back({name, in_reference, in_found, Cell(dice)});
    report.Add("labels", name, "dice", dice);
    if (arguments.no_distances) return;
    table.rows.back().insert(table.rows.back().end(), {Cell(surface), Cell(hausdorff)});
    report.Add("labels", name, "surface_distance", surface);
    report.Add("labels", name, "hausdorff95", hausdorff);
  };
  for (const reg::LabelAgreement& one : agreement.labels) {
    add(fmt::format("{}", one.label), fmt::format("{}", one.num_reference), fmt::format("{}", one.num_other),
        one.dice, one.average_surface_distance, one.hausdorff95);
  }
  add("mean", "", "", agreement.mean_dice, agreement.mean_average_surface_distance,
      agreement.mean_hausdorff95);
  report.parts.push_back(std::move(table));
  if (agreement.num_in_one > 0) {
    std::fprintf(messages, "evaluate_registration: note: %lld labels are in only one map; their Dice is 0\n",
                 static_cast<long long>(agreement.num_in_one));
  }
}

// Returns the Jacobian determinants.
reg::Image MeasureTransform(const Arguments& arguments, const LoadedTransform& loaded,
                            common::ThreadPool& pool, Report& report, std::FILE* messages) {
  const auto grid = loaded.images.fixed ? loaded.images.fixed : reg::GridOf(loaded.transform);
  if (!grid) {
    common::ThrowUsageError("--fixed", "an image, whose grid is used to evaluate the transform",
                            "none, and no displacement field");
  }
  reg::Mask mask;
  if (!arguments.mask.empty()) {
    reg::FileFacts facts;
    mask = reg::ReadMask(common::CallersPath(arguments.mask), &facts);
    PrintWarnings(facts, "evaluate_registration", messages);
    if (!reg::AreSame(mask.geometry, *grid)) {
      common::ThrowDataError(arguments.mask,
                             fmt::format("a mask on the grid of the transform: {}", reg::Describe(*grid)),
                             reg::Describe(mask.geometry));
    }
  }
  reg::Image determinants = reg::JacobianDeterminant(reg::FieldOf(loaded.transform, *grid, pool), pool);
  const reg::Folding folding = reg::MeasureFolding(determinants, arguments.mask.empty() ? nullptr : &mask);
  common::Table table = {
      .columns = {"voxels", "folded_voxels", "min_jacobian", "mean_jacobian", "max_jacobian"}};
  const double values[] = {static_cast<double>(folding.num_voxels), static_cast<double>(folding.num_folded),
                           folding.min_determinant, folding.mean_determinant, folding.max_determinant};
  table.rows.emplace_back();
  for (size_t i = 0; i < table.columns.size(); ++i) {
    table.rows[0].push_back(i < 2 ? fmt::format("{:.0f}", values[i]) : Cell(values[i]));
    report.Add("transform", "", table.columns[i], values[i]);
  }
  report.parts.push_back(std::move(table));
  return determinants;
}

void MeasurePoints(const Arguments& arguments, const LoadedTransform* loaded, Report& report) {
  if (arguments.fixed_points.empty()) return;
  const std::vector<reg::Landmark> fixed = reg::ReadLandmarks(common::CallersPath(arguments.fixed_points));
  std::vector<reg::Point> moved = reg::PointsOf(fixed);
  const auto moving = reg::PointsOf(reg::ReadLandmarks(common::CallersPath(arguments.moving_points)));
  if (moved.size() != moving.size()) {
    common::ThrowDataError(arguments.moving_points,
                           fmt::format("{} points as in {}", moved.size(), arguments.fixed_points),
                           fmt::format("{}", moving.size()), "remove points without a partner");
  }
  if (loaded != nullptr) {
    for (reg::Point& point : moved) point = loaded->transform(point);
  }
  const reg::LandmarkError error = reg::CompareLandmarks(moving, moved);
  common::Table table = {.columns = {"point", "error"}};
  const auto add = [&](const std::string& name, double value) {
    table.rows.push_back({name, Cell(value)});
    report.Add("points", name, "error", value);
  };
  for (size_t i = 0; i < error.distances.size(); ++i) {
    add(fixed[i].name.empty() ? fmt::format("{}", i + 1) : fixed[i].name, error.distances[i]);
  }
  add("mean", error.mean);
  add("median", error.median);
  add("max", error.max);
  report.parts.push_back(std::move(table));
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  CheckFlags(arguments);
  const reg::NiftiFormScope form(NiftiFormOf(arguments.transform.nifti_form));
  common::ThreadPool pool(arguments.transform.threads);
  Report report;
  MeasureLabels(arguments, pool, report, messages);
  std::optional<LoadedTransform> loaded;
  reg::Image determinants;
  if (!arguments.transform.transforms.empty()) {
    loaded = LoadTransforms(arguments.transform, "evaluate_registration", messages);
    const bool has_grid = loaded->images.fixed || reg::GridOf(loaded->transform);
    // An affine transform of points does not need a grid.
    if (has_grid || arguments.fixed_points.empty() || !arguments.jacobian.empty()) {
      determinants = MeasureTransform(arguments, *loaded, pool, report, messages);
    }
  }
  MeasurePoints(arguments, loaded ? &*loaded : nullptr, report);
  common::StopPoint();
  CheckNotRead(OutputsOf(arguments));
  if (!arguments.jacobian.empty()) {
    reg::WriteImage(determinants, common::CallersPath(arguments.jacobian), reg::PixelType::kFloat32);
  }
  if (!arguments.out.empty()) common::WriteTsv(report.all, common::CallersPath(arguments.out));
  for (size_t i = 0; i < report.parts.size(); ++i) {
    if (i > 0) std::fputc('\n', out);
    std::fputs(common::FormatTsv(report.parts[i]).c_str(), out);
  }
  common::CheckPrinted(out);
  return 0;
}

}  // namespace

int RunEvaluateRegistration(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                            const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("evaluate_registration", messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return Run(arguments, out, messages);
    } catch (const common::Stopped&) {
      std::fputs("evaluate_registration: interrupted\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
