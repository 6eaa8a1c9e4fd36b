#include "tools/programs/register/register_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/file.h"
#include "common/program.h"
#include "registration/affine/affine_registration.h"
#include "registration/deformable/parameter_file.h"
#include "registration/volumes/image_file.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/transform_input.h"
#include "tools/programs/volume_reader.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

constexpr char kFooter[] = R"(
Writes a folder, --out, with
  warped.nii.gz           the moving image on the fixed grid
  warped_labels.nii.gz    its labels, if --moving-labels are given
  field.nii.gz            displacements in mm, LPS, from a fixed point to its moving point (as 1Warp.nii.gz of ANTs;
                          bazel run //tools:warp -- convert writes other formats)
  parameters.json         all parameters, for --params
  refinements.tsv         cost before and after each label field
  index.html              a page with pictures, and the command that applies the field
  affine.mat              the affine transform, including the initial transform (ITK, ANTs); not with --affine=none
The headers of the images give their positions in space (mm). If these do not overlap well, give --initial-transform.
Images are then aligned by an affine transform that maximises their mutual information, unless the initial transform is
a file; --affine=none leaves this out.

Default parameters: absolute difference of grey values and their squared correlation, on patches, up to three levels.
Grey values of the moving image are mapped to those of the fixed one first, so contrasts may differ. --print-params
prints all parameters, --print-schema their meanings and ranges as JSON Schema. With --weights they are those of
learn_metrics.

Metrics for --params, with their options, such as {"metrics": {"ncc": 1, "mi": {"weight": 0.5, "bins": 32}}}:
)";

constexpr char kFooterAfterMetrics[] = R"(
Images: NIfTI, NRRD, MetaImage (DICOM only as input), in two or three dimensions.
Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (the result so
far is written).

Example:
  bazel run //tools:register -- --fixed=patient.nii.gz --moving=atlas.nii.gz --moving-labels=atlas-labels.nii.gz \
      --initial-transform=moments --out=registered)";

std::string Footer() {
  std::string text = kFooter;
  for (const reg::PatchMetricKind& metric : reg::PatchMetrics()) {
    text.append("  ").append(metric.name).append(": ").append(metric.summary).append("\n");
    text += common::DescribeOptions(metric.options, "      ");
  }
  return text.append(kFooterAfterMetrics);
}

// Whether --initial-transform names a file.
bool IsFile(const std::string& start) { return start != "none" && start != "centres" && start != "moments"; }

}  // namespace

bool ParseRegisterArguments(const std::vector<std::string>& words, RegisterArguments& a, std::FILE* out) {
  common::CommandLine line("Registers a moving image to a fixed one by a smooth displacement field.",
                           "register");
  line.Option("--fixed", a.fixed, "the fixed image");
  line.Option("--moving", a.moving, "the image that is aligned with it");
  line.Option("--out", a.out, "the folder for all results; created if missing");
  line.Option("--fixed-mask", a.fixed_mask, "the voxels that count, on the fixed grid");
  line.Option("--moving-mask", a.moving_mask, "the voxels that count, on the moving grid");
  line.Switch("--resample-masks", a.resample_masks,
              "allow masks and labels on other grids than their images (resampled by the nearest voxel)");
  line.Option("--fixed-labels", a.fixed_labels, "label map of the fixed image, only to measure Dice");
  line.Option("--moving-labels", a.moving_labels,
              "label map of the moving image, warped too; needed if weights depend on classes");
  line.Option("--initial-transform", a.start,
              "none, centres (of grids), moments (of mass), a transform's file, or [FILE,1]: its inverse")
      .ShowDefault();
  AddTransformFormatFlag(line, a.transform_format);
  line.Option("--affine", a.affine,
              "align first: none, rigid or affine (the default, unless a file is the start)")
      .OneOf({"none", "rigid", "affine"})
      .IfWithoutValue("affine");
  std::vector<std::string> metrics;
  for (const reg::PatchMetricKind& metric : reg::PatchMetrics()) metrics.push_back(metric.name);
  line.Option("--metric", a.metric,
              "the only metric, instead of those of --params, on grey values as they are")
      .OneOf(metrics);
  line.Option("--params", a.params, "parameters (JSON)");
  line.Option("--weights", a.weights, "a file of learn_metrics (JSON); replaces the weights of --params");
  std::vector<std::string> types = {"same"};
  for (const reg::PixelTypeFacts& facts : reg::PixelTypes()) types.emplace_back(facts.name);
  line.Option("--pixel-type", a.pixel_type, "pixel type of warped.nii.gz; same: that of the moving image")
      .OneOf(types)
      .ShowDefault();
  line.Option("--interpolation", a.interpolation, "interpolation of warped.nii.gz; bspline is cubic")
      .OneOf({"nearest", "linear", "bspline"})
      .ShowDefault();
  line.Option("--outside", a.outside, "value of warped.nii.gz outside of the moving image").ShowDefault();
  AddNiftiFormFlag(line, a.nifti_form);
  line.Switch("--nan-as-zero", a.nan_as_zero, "read voxels that are NaN as 0 instead of refusing them");
  line.Option("--threads", a.threads, "number of threads; does not change the result")
      .Range(1, 1024)
      .ShowDefault();
  line.Switch("--quiet", a.quiet, "show no progress");
  line.Switch("--print-params", a.print_params, "print the parameters of this command line and exit");
  line.Switch("--print-schema", a.print_schema, "print the schema of the parameters and exit");
  line.Footer(Footer());
  if (!line.Parse(WithInversesNamed(words), out, [] { return HelpOfMethods(reg::PatchMetrics()); }))
    return false;
  a.is_affine_asked_for = !a.affine.empty();
  if (!a.is_affine_asked_for) a.affine = IsFile(a.start) ? "none" : "affine";
  return true;
}

std::vector<NamedFile> RegisterOutputs(const RegisterArguments& a) {
  std::vector<NamedFile> outputs;
  // All of them, since a run removes those of an earlier run that it does not write.
  for (const char* name :
       {"warped.nii.gz", "warped_labels.nii.gz", "field.nii.gz", "affine.mat", "parameters.json",
        "refinements.tsv", "index.html", "slice-1.png", "slice-2.png", "slice-3.png"}) {
    outputs.push_back({"--out", fmt::format("{}/{}", a.out, name)});
  }
  return outputs;
}

void CheckRegisterArguments(const RegisterArguments& a, const reg::RegistrationOptions& options) {
  const std::pair<const char*, const std::string&> needed[] = {
      {"--fixed", a.fixed}, {"--moving", a.moving}, {"--out", a.out}};
  for (const auto& [flag, value] : needed) {
    if (value.empty()) common::ThrowUsageError(flag, "a value", "none", "see --help");
  }
  if (!a.fixed_labels.empty() && a.moving_labels.empty()) {
    common::ThrowUsageError("--fixed-labels", "--moving-labels to compare with", "none");
  }
  if (!options.classes.empty() && a.moving_labels.empty()) {
    common::ThrowUsageError("--moving-labels",
                            fmt::format("a label map, because the weights of {} depend on classes",
                                        a.weights.empty() ? a.params : a.weights),
                            "none");
  }
  const std::string folder = common::CallersPath(a.out);
  std::vector<NamedFile> inputs = {VolumeFile("--fixed", a.fixed), VolumeFile("--moving", a.moving)};
  for (const auto& [flag, path] : {std::pair<const char*, const std::string&>{"--fixed-mask", a.fixed_mask},
                                   {"--moving-mask", a.moving_mask},
                                   {"--fixed-labels", a.fixed_labels},
                                   {"--moving-labels", a.moving_labels},
                                   {"--params", a.params},
                                   {"--weights", a.weights}}) {
    if (!path.empty()) inputs.push_back(VolumeFile(flag, path));
  }
  if (IsFile(a.start)) inputs.push_back({"--initial-transform", PathOfTransform(a.start)});
  CheckDifferentFiles(inputs, RegisterOutputs(a));
  common::MakeFolder(folder, "choose another --out");
}

reg::RegistrationOptions DefaultsOf(const RegisterArguments& a) {
  return a.weights.empty() ? reg::TunedOptions() : reg::RegistrationOptions();
}

reg::RegistrationOptions OptionsOf(const RegisterArguments& a) {
  reg::RegistrationOptions options = DefaultsOf(a);
  for (const std::string& path : {a.params, a.weights}) {
    if (!path.empty()) reg::ReadParameters(common::ReadFile(common::CallersPath(path)), path, options);
  }
  if (a.metric.empty()) return options;
  if (!options.classes.empty()) {
    common::ThrowUsageError("--metric", "metrics whose weights do not depend on classes", a.metric,
                            "leave out --metric, or the classes");
  }
  // Its options stay those of --params.
  const auto found = std::ranges::find(options.metrics, a.metric, &reg::WeightedMetric::name);
  reg::WeightedMetric metric = {a.metric, reg::FindPatchMetric(a.metric).usual_weight};
  if (found != options.metrics.end()) metric.options = found->options;
  options.metrics = {std::move(metric)};
  options.maps_grey_values = false;
  return options;
}

reg::Interpolation InterpolationOf(const RegisterArguments& a) {
  if (a.interpolation == "nearest") return reg::Interpolation::kNearest;
  return a.interpolation == "linear" ? reg::Interpolation::kLinear : reg::Interpolation::kCubicBSpline;
}

}  // namespace structlab::tools
