#include "tools/programs/register/register_program.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>

#include "common/command_line.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/parallel.h"
#include "common/program.h"
#include "common/progress.h"
#include "common/table.h"
#include "registration/deformable/parameter_file.h"
#include "registration/deformable/registration.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"
#include "registration/volumes/transform_formats.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/register/register_arguments.h"
#include "tools/programs/register/register_inputs.h"
#include "tools/programs/register/report.h"
#include "tools/programs/transform_input.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

constexpr char kProgram[] = "register";

// Removes a file that this run does not write, but an earlier run into the same folder may have written.
void RemoveOldFile(const std::string& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (error)
    common::ThrowEnvironmentError(path, "a file of an earlier run cannot be removed", error.message());
}

reg::RegistrationResult RegisterWithProgress(const RegisterArguments& a, const RegisterInputs& inputs,
                                             const reg::RegistrationOptions& options,
                                             common::ThreadPool& pool, std::FILE* messages,
                                             const std::atomic<bool>& interrupted) {
  // A level takes about eight times as long as the coarser one (four in two dimensions).
  const int levels = reg::NumLevels(inputs.fixed.geometry, options);
  const int64_t factor = inputs.fixed.geometry.dimension == 3 ? 8 : 4;
  std::vector<int64_t> effort = {1};
  for (int l = 1; l < levels; ++l) effort.push_back(effort.back() * factor);
  int64_t total = 0;
  for (const int64_t e : effort) total += e * options.refinements;
  common::ProgressLine progress("registration", total, messages,
                                a.quiet ? common::ProgressStyle::kQuiet : common::ProgressStyle::kAutomatic);
  const reg::RegistrationPair pair = {.fixed = inputs.fixed,
                                      .moving = inputs.moving,
                                      .fixed_mask = Pointer(inputs.fixed_mask),
                                      .moving_mask = Pointer(inputs.moving_mask),
                                      .moving_labels = Pointer(inputs.moving_labels),
                                      .start = inputs.start};
  const auto show = [&](const common::TracePoint& point) {
    const auto before = static_cast<int>(point.iteration) - 1;
    const int level = before / options.refinements, index = before % options.refinements;
    progress.Advance(effort[level], fmt::format("level {} of {}, refinement {} of {}", level + 1, levels,
                                                index + 1, options.refinements));
    return true;
  };
  return reg::Register(pair, options, pool, {.stop = {.interrupted = &interrupted}, .observer = show});
}

common::Table RefinementTable(const std::vector<reg::Refinement>& refinements) {
  common::Table table = {
      .columns = {"level", "refinement", "range_mm", "cost_before", "cost_after", "accepted"}};
  for (const reg::Refinement& r : refinements) {
    table.rows.push_back({fmt::format("{}", r.level + 1), fmt::format("{}", r.index + 1),
                          common::FormatShort(r.range), common::FormatShort(r.cost_before),
                          common::FormatShort(r.cost_after), r.is_accepted ? "yes" : "no"});
  }
  return table;
}

// The lines of the summary: name and value.
class Summary {
 public:
  void Add(const std::string& name, const std::string& value) { facts.emplace_back(name, value); }

  void AddField(const reg::DisplacementField& field, common::ThreadPool& pool) {
    double sum = 0, longest = 0;
    for (const Eigen::Vector3f& u : field.values) {
      sum += static_cast<double>(u.norm());
      longest = std::max(longest, static_cast<double>(u.norm()));
    }
    Add("displacements", fmt::format("{} mm in the mean, at most {} mm",
                                     common::FormatShort(sum / static_cast<double>(field.values.size())),
                                     common::FormatShort(longest)));
    const reg::Folding folding = reg::MeasureFolding(reg::JacobianDeterminant(field, pool));
    Add("folding", fmt::format("{} of {} voxels; Jacobian from {} to {}", folding.num_folded,
                               folding.num_voxels, common::FormatShort(folding.min_determinant),
                               common::FormatShort(folding.max_determinant)));
  }

  std::vector<std::pair<std::string, std::string>> facts;
};

// Dice before the registration, after the initial transform if there is one, and after the registration.
common::Table DiceTable(const RegisterInputs& inputs, const reg::DisplacementField& at_rest,
                        const reg::LabelMap& warped, common::ThreadPool& pool) {
  std::vector<std::pair<std::string, reg::LabelMap>> stages = {
      {"dice_before", reg::WarpLabels(*inputs.moving_labels, at_rest, pool)}};
  if (!inputs.start.values.empty()) {
    stages.emplace_back("dice_at_start", reg::WarpLabels(*inputs.moving_labels, inputs.start, pool));
  }
  stages.emplace_back("dice_after", warped);
  common::Table table = {.columns = {"label"}};
  std::map<int32_t, std::vector<std::string>> rows;
  std::vector<std::string> means = {"mean"};
  for (const auto& [name, labels] : stages) {
    const reg::Agreement agreement =
        reg::CompareLabels(*inputs.fixed_labels, labels, pool, {.distances = false, .labels = {}});
    for (const reg::LabelAgreement& one : agreement.labels) {
      std::vector<std::string>& row = rows[one.label];
      if (row.empty()) row.push_back(fmt::format("{}", one.label));
      row.resize(table.columns.size());  // empty cells if earlier stages did not have the label
      row.push_back(common::FormatShort(one.dice));
    }
    table.columns.push_back(name);
    means.push_back(common::FormatShort(agreement.mean_dice));
  }
  for (auto& [label, row] : rows) {
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  table.rows.push_back(std::move(means));
  return table;
}

// Warns of a start from which the registration may find nothing good.
void WarnOfStart(const reg::RegistrationResult& result, const reg::RegistrationOptions& options,
                 std::FILE* messages) {
  constexpr double kLittle = 0.5;  // of the smaller image
  if (result.overlap_of_start < kLittle) {
    std::fputs(
        fmt::format(
            "register: warning: the images share only {:.0f}% of the smaller one's volume at the start; "
            "if that is wrong, give --initial-transform=centres or moments\n",
            100 * result.overlap_of_start)
            .c_str(),
        messages);
  }
  const bool is_ncc = options.metrics.size() == 1 && options.metrics[0].name == "ncc" &&
                      options.classes.empty() && !options.divides_by_mean && !options.maps_grey_values;
  const double correlation = 1 - result.cost_of_start / options.metrics[0].weight;
  if (is_ncc && correlation < 0) {
    std::fputs(
        fmt::format(
            "register: warning: patches are anticorrelated at the start ({:.2f} in the mean), which ncc "
            "moves apart; if contrasts differ, take --metric=mi or squared_ncc\n",
            correlation)
            .c_str(),
        messages);
  }
}

// The command line of this run.
std::string CommandLine(const std::vector<std::string>& words) {
  std::string line = "register";
  for (const std::string& word : words) line.append(" ").append(common::ShellQuoted(word));
  return line;
}

// Warns of classes that the moving labels lack: usually the label map has another numbering.
void CheckClasses(const RegisterArguments& a, const reg::RegistrationOptions& options,
                  const RegisterInputs& inputs, std::FILE* messages) {
  if (options.classes.empty()) return;
  size_t missing = 0;
  for (const reg::ClassWeights& one : options.classes) {
    if (std::ranges::find(inputs.moving_labels->values, one.label) != inputs.moving_labels->values.end()) {
      continue;
    }
    ++missing;
    std::fputs(fmt::format("register: warning: class {}: label {} is missing in {}\n",
                           common::Quote(one.name), one.label, a.moving_labels)
                   .c_str(),
               messages);
  }
  if (missing < options.classes.size()) return;
  common::ThrowDataError(a.moving_labels, "a label of the classes that have weights", "none of them");
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  RegisterArguments a;
  if (!ParseRegisterArguments(words, a, out)) return 0;
  const reg::RegistrationOptions options = OptionsOf(a);
  if (a.print_params || a.print_schema) {
    std::fputs(
        (a.print_schema ? reg::ParameterSchema(DefaultsOf(a)) : reg::FormatParameters(options)).c_str(), out);
    common::CheckPrinted(out);
    return 0;
  }
  CheckRegisterArguments(a, options);
  const reg::NiftiFormScope form(NiftiFormOf(a.nifti_form));
  using Clock = std::chrono::steady_clock;
  const auto program_begin = Clock::now();
  common::ThreadPool pool(a.threads);
  const RegisterInputs inputs = ReadRegisterInputs(a, pool, messages, interrupted);
  CheckNotRead(RegisterOutputs(a));
  CheckClasses(a, options, inputs, messages);
  if (interrupted) {
    std::fputs("register: interrupted: nothing is written\n", messages);
    return common::kInterruptedStatus;
  }
  const auto begin = Clock::now();
  const reg::RegistrationResult result =
      RegisterWithProgress(a, inputs, options, pool, messages, interrupted);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();

  WarnOfStart(result, options, messages);
  if (!inputs.why_not_affine.empty()) {
    std::fputs(fmt::format("register: note: not aligned affinely first: {}\n", inputs.why_not_affine).c_str(),
               messages);
  }
  const std::string folder = common::CallersPath(a.out);
  const auto path = [&](const char* name) { return fmt::format("{}/{}", folder, name); };
  const reg::Geometry& grid = inputs.fixed.geometry;
  const reg::DisplacementField at_rest(grid, Eigen::Vector3f::Zero());
  const reg::ResampleOptions resample = {InterpolationOf(a), a.outside};
  const reg::Image warped = reg::WarpImage(inputs.moving, result.field, pool, resample);
  const reg::PixelType type = reg::PixelTypeNamed(a.pixel_type).value_or(inputs.moving_facts.type);
  reg::WriteField(result.field, path("field.nii.gz"));
  if (inputs.affine) {
    reg::WriteTransform(*inputs.affine, reg::TransformFormat::kItk, path("affine.mat"), {}, pool);
  } else {
    RemoveOldFile(path("affine.mat"));
  }
  const int64_t clamped = reg::WriteImage(warped, path("warped.nii.gz"), type);
  if (clamped > 0) {
    std::fprintf(messages, "register: note: %lld voxels were out of the range of %s and were clamped\n",
                 static_cast<long long>(clamped), std::string(reg::FactsOf(type).name).c_str());
  }
  common::WriteFileAtomically(path("parameters.json"), reg::FormatParameters(options));
  common::WriteTsv(RefinementTable(result.refinements), path("refinements.tsv"));

  Summary summary;
  summary.Add("fixed", fmt::format("{}: {}", a.fixed, reg::Describe(grid)));
  summary.Add("moving", fmt::format("{}: {}", a.moving, reg::Describe(inputs.moving.geometry)));
  summary.Add("command", CommandLine(words));
  const bool is_complete = result.ending == common::Ending::kConverged;
  if (!is_complete) {
    summary.Add("interrupted", fmt::format("after {} label fields", result.refinements.size()));
  }
  const bool is_stuck = result.is_start && is_complete;
  summary.Add("cost", fmt::format("{} at the start, {} after{}; over points of which both are known",
                                  common::FormatShort(result.cost_of_start), common::FormatShort(result.cost),
                                  is_stuck ? ": no better than the start, which is returned" : ""));
  summary.AddField(result.field, pool);
  summary.Add(
      "time",
      fmt::format("{} s for {} label fields on {} threads, {} s in all", common::FormatShort(seconds),
                  result.refinements.size(), a.threads,
                  common::FormatShort(std::chrono::duration<double>(Clock::now() - program_begin).count())));
  std::vector<common::Table> tables;
  if (inputs.moving_labels) {
    const reg::LabelMap labels = reg::WarpLabels(*inputs.moving_labels, result.field, pool);
    reg::WriteLabels(labels, path("warped_labels.nii.gz"));
    if (inputs.fixed_labels) {
      tables.push_back(DiceTable(inputs, at_rest, labels, pool));
    }
  } else {
    RemoveOldFile(path("warped_labels.nii.gz"));
  }
  for (const auto& [name, value] : summary.facts) {
    std::fputs(fmt::format("{}\t{}\n", name, value).c_str(), out);
  }
  for (const common::Table& table : tables) {
    std::fputc('\n', out);
    std::fputs(common::FormatTsv(table).c_str(), out);
  }
  const auto whole_path = [](const std::string& name) {
    return common::ShellQuoted(
        std::filesystem::absolute(common::CallersPath(name)).lexically_normal().string());
  };
  const std::string command = fmt::format(
      "bazel run //tools:warp -- image {} --transform={}{}{} --out=warped.nii.gz", whole_path(a.moving),
      whole_path(fmt::format("{}/field.nii.gz", a.out)), a.nan_as_zero ? " --nan-as-zero" : "",
      a.nifti_form == "auto" ? "" : " --nifti-form=" + a.nifti_form);
  std::fputs(fmt::format("\nto apply the field, in the checkout: {}\n", command).c_str(), out);
  tables.push_back(RefinementTable(result.refinements));
  const reg::Image before = reg::WarpImage(inputs.moving, at_rest, pool);
  if (grid.dimension == 2) {
    RemoveOldFile(path("slice-1.png"));
    RemoveOldFile(path("slice-2.png"));
  }
  WriteRegistrationReport({inputs.fixed, before, warped, summary.facts, tables, command}, folder);
  common::CheckPrinted(out);
  if (is_complete) return 0;
  std::fputs("register: interrupted: the result so far is written\n", messages);
  return common::kInterruptedStatus;
}

}  // namespace

int RunRegister(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles(kProgram, messages,
                                [&] { return Run(arguments, out, messages, interrupted); });
}

}  // namespace structlab::tools
