#include "tools/programs/transform_input.h"

#include <fmt/format.h>

#include <filesystem>

#include "common/error.h"
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

void AddTransformFormatFlag(common::CommandLine& line, std::string& format) {
  line.Option("--transform-format", format,
              "what a transform means whose file does not say it (warp image --help)")
      .OneOf({"auto", "fsl", "flirt", "ras", "lps", "voxels"})
      .ShowDefault();
}

void AddTransformFlags(common::CommandLine& line, TransformArguments& arguments, bool with_transform) {
  if (with_transform) {
    line.Option("--transform", arguments.transforms,
                "a file, may be repeated: the first one is applied to points first, as in ANTs")
        .Required()
        .Repeatable();
  }
  AddTransformFormatFlag(line, arguments.format);
  line.Option("--fixed", arguments.fixed, "the fixed image, for its grid");
  line.Option("--moving", arguments.moving, "the moving image, for its grid");
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

std::vector<NamedFile> FilesOf(const TransformArguments& arguments, const std::string& transform_flag) {
  std::vector<NamedFile> files = {VolumeFile("--fixed", arguments.fixed),
                                  VolumeFile("--moving", arguments.moving)};
  for (const std::string& file : arguments.transforms) files.push_back({transform_flag, file});
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

}  // namespace

LoadedTransform LoadTransforms(const TransformArguments& arguments, const std::string& program,
                               std::FILE* messages, const reg::Geometry* own_grid, bool inverse) {
  LoadedTransform loaded;
  loaded.images.convention = ConventionOf(arguments.format);
  loaded.images.fixed = GridOfFile(arguments.fixed, program, messages);
  loaded.images.moving = GridOfFile(arguments.moving, program, messages);
  std::optional<reg::Geometry>& own = inverse ? loaded.images.fixed : loaded.images.moving;
  if (!own && own_grid != nullptr) own = *own_grid;
  bool is_first = true;
  for (const std::string& path : arguments.transforms) {
    reg::FileFacts facts;
    reg::SpatialTransform one = reg::ReadTransform(common::CallersPath(path), loaded.images, &facts);
    PrintWarnings(facts, program, messages);
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
      common::ThrowDataError(arguments.transforms[0],
                             fmt::format("a transform of {} dimensions as the image", grid->dimension),
                             fmt::format("{}", loaded.transform.dimension));
    }
  }
  return loaded;
}

}  // namespace structlab::tools
