#include "tools/programs/transform_input.h"

#include <fmt/format.h>

#include <filesystem>

#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "registration/volumes/image_file.h"

namespace structlab::tools {

namespace reg = registration;

const char kTransformHelp[] = R"(Transforms, recognised by name and content:
  .nii .nii.gz .nrrd .mha .mhd   displacement fields in mm, LPS (ITK, ANTs' 1Warp.nii.gz); fields of niftyreg and warps
                                 of FSL, if their intent says so
  .h5 .tfm .mat .txt             transforms of ITK and ANTs (0GenericAffine.mat)
  .txt                           TransformParameters of elastix
  any name                       text of 4 x 4 numbers
FSL's files need --fixed and --moving, because their coordinates depend on these grids.
--transform-format says what files mean that do not say it themselves, 4 x 4 numbers and fields without an intent:
  fsl      a matrix of FLIRT (flirt is the same; the default for matrices), a relative warp of FNIRT
  ras      a matrix from fixed to moving points in RAS mm (Greedy, c3d, niftyreg); displacements in RAS mm
  lps      the same in LPS mm (the default for vectors)
  voxels   displacements in voxels of the field's own grid, as learned registration writes them
)";

void AddNiftiFormFlag(common::CommandLine& line, std::string& form) {
  line.Option("--nifti-form", form, "which matrix of NIfTI files counts; nearest: as auto, but without shear")
      .OneOf({"auto", "sform", "qform", "nearest"})
      .ShowDefault();
}

reg::NiftiForm NiftiFormOf(const std::string& form) {
  if (form == "sform") return reg::NiftiForm::kSform;
  if (form == "qform") return reg::NiftiForm::kQform;
  return form == "nearest" ? reg::NiftiForm::kNearest : reg::NiftiForm::kAuto;
}

void AddTransformFormatFlag(common::CommandLine& line, std::string& format) {
  line.Option("--transform-format", format,
              "what a transform means whose file does not say it (warp image --help)")
      .OneOf({"auto", "fsl", "flirt", "ras", "lps", "voxels"})
      .ShowDefault();
}

void AddTransformFlags(common::CommandLine& line, TransformArguments& arguments, bool with_transform) {
  if (with_transform) {
    line.Option("--transform", arguments.transforms,
                "a file, may be repeated: the first is applied to points first; [FILE,1]: its inverse")
        .Repeatable();
  }
  AddTransformFormatFlag(line, arguments.format);
  line.Option("--fixed", arguments.fixed, "the fixed image, for its grid");
  line.Option("--moving", arguments.moving, "the moving image, for its grid");
  AddNiftiFormFlag(line, arguments.nifti_form);
  line.Option("--threads", arguments.threads, "number of threads; does not change the result")
      .Range(1, 1024)
      .ShowDefault();
}

void PrintWarnings(const reg::FileFacts& facts, const std::string& program, std::FILE* messages) {
  for (const std::string& warning : facts.warnings) {
    std::fprintf(messages, "%s: warning: %s\n", program.c_str(), warning.c_str());
  }
}

NamedFile VolumeFile(const std::string& flag, const std::string& path) {
  std::error_code error;
  return {flag, path, !path.empty() && std::filesystem::is_directory(common::CallersPath(path), error)};
}

namespace {

struct NamedTransform {
  std::string path;
  bool is_inverse = false;
};

constexpr std::string_view kInverseOf = "inverse-of:";

NamedTransform NamedIn(const std::string& text) {
  if (!text.starts_with(kInverseOf)) return {text};
  return {text.substr(kInverseOf.size()), true};
}

}  // namespace

std::vector<std::string> WithInversesNamed(std::vector<std::string> words) {
  for (std::string& word : words) {
    const size_t begin = word.starts_with("--") ? word.find('=') + 1 : 0;
    const std::string_view value = std::string_view(word).substr(begin);
    const size_t comma = value.rfind(',');
    if (!value.starts_with('[') || !value.ends_with(']') || comma == std::string_view::npos) continue;
    std::string flag(value.substr(comma + 1, value.size() - comma - 2));
    std::erase(flag, ' ');
    if (flag != "0" && flag != "1") continue;
    word = word.substr(0, begin) + std::string(flag == "1" ? kInverseOf : "") +
           std::string(value.substr(1, comma - 1));
  }
  return words;
}

std::string PathOfTransform(const std::string& text) { return NamedIn(text).path; }

std::vector<NamedFile> FilesOf(const TransformArguments& arguments, const std::string& transform_flag) {
  std::vector<NamedFile> files = {VolumeFile("--fixed", arguments.fixed),
                                  VolumeFile("--moving", arguments.moving)};
  for (const std::string& text : arguments.transforms)
    files.push_back({transform_flag, PathOfTransform(text)});
  return files;
}

namespace {

std::optional<reg::Geometry> GridOfFile(const std::string& path, const std::string& program,
                                        std::FILE* messages) {
  if (path.empty()) return std::nullopt;
  reg::FileFacts facts;
  const reg::Geometry grid = reg::ReadGeometry(common::CallersPath(path), &facts);
  PrintWarnings(facts, program, messages);
  return grid;
}

reg::TransformConvention ConventionOf(const std::string& format) {
  if (format == "fsl" || format == "flirt") return reg::TransformConvention::kFsl;
  if (format == "ras") return reg::TransformConvention::kRas;
  if (format == "lps") return reg::TransformConvention::kLps;
  return format == "voxels" ? reg::TransformConvention::kVoxels : reg::TransformConvention::kByFile;
}

// Exact for affine transforms; others become a field on the fixed image's grid, or on that of their first
// field.
reg::SpatialTransform InverseOf(const reg::SpatialTransform& transform, const std::string& path,
                                const std::optional<reg::Geometry>& fixed, int threads,
                                const std::string& program, std::FILE* messages) {
  if (const auto affine = reg::AsAffine(transform)) {
    return {transform.dimension, {reg::Inverse(*affine, path)}};
  }
  const std::optional<reg::Geometry> grid = fixed ? fixed : reg::GridOf(transform);
  if (!grid)
    common::ThrowUsageError("--fixed", "an image, whose grid the inverse of " + path + " gets", "none");
  common::ThreadPool pool(threads);
  reg::FieldInverse inverse = reg::InverseFieldOf(transform, *grid, pool);
  std::fputs(
      fmt::format(
          "{}: inverse of {}: forward again, voxels are off by at most {} mm; {} of {} did not converge\n",
          program, path, common::FormatShort(inverse.max_residual), inverse.num_not_converged,
          grid->num_voxels())
          .c_str(),
      messages);
  return {transform.dimension, {std::move(inverse.field)}};
}

}  // namespace

LoadedTransform LoadTransforms(const TransformArguments& arguments, const std::string& program,
                               std::FILE* messages, const reg::Geometry* own_grid, bool inverse) {
  LoadedTransform loaded;
  loaded.images.convention = ConventionOf(arguments.format);
  loaded.images.fixed = GridOfFile(arguments.fixed, program, messages);
  loaded.images.moving = GridOfFile(arguments.moving, program, messages);
  std::optional<reg::Geometry>& own = inverse ? loaded.images.fixed : loaded.images.moving;
  if (!own && own_grid != nullptr) own = *own_grid;
  // Without a transform: the identity.
  for (const std::optional<reg::Geometry>& grid : {loaded.images.fixed, loaded.images.moving}) {
    if (grid) loaded.transform.dimension = grid->dimension;
  }
  bool is_first = true;
  for (const std::string& text : arguments.transforms) {
    const auto [path, is_inverse] = NamedIn(text);
    reg::FileFacts facts;
    reg::SpatialTransform one = reg::ReadTransform(common::CallersPath(path), loaded.images, &facts);
    PrintWarnings(facts, program, messages);
    if (is_inverse) one = InverseOf(one, path, loaded.images.fixed, arguments.threads, program, messages);
    if (!is_first && one.dimension != loaded.transform.dimension) {
      common::ThrowDataError(
          path, fmt::format("a transform of {} dimensions as those before", loaded.transform.dimension),
          fmt::format("{}", one.dimension));
    }
    loaded.transform.dimension = one.dimension;
    for (reg::TransformStep& step : one.steps) loaded.transform.steps.push_back(std::move(step));
    is_first = false;
  }
  for (const std::optional<reg::Geometry>& grid : {loaded.images.fixed, loaded.images.moving}) {
    if (grid && grid->dimension != loaded.transform.dimension) {
      common::ThrowDataError(arguments.transforms.empty() ? "--fixed and --moving" : arguments.transforms[0],
                             fmt::format("a transform of {} dimensions as the image", grid->dimension),
                             fmt::format("{}", loaded.transform.dimension));
    }
  }
  return loaded;
}

}  // namespace structlab::tools
