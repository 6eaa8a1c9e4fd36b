// The command convert.
#include <filesystem>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "registration/volumes/transform_formats.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/transform_input.h"
#include "tools/programs/warp/commands.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

constexpr char kFooter[] = R"(
Formats of --to:
  field    a displacement field on the grid of --fixed, or of the transform's first field: .nii, .nii.gz, .nrrd, .mha
  itk      .h5 for any transform; .mat or .tfm for affine transforms
  ants     .nii.gz for any transform, like field; .mat for affine transforms
  elastix  .txt, and a field in its folder (name.field.mha) if the transform is not affine; needs a grid, like field
  fsl      .mat for affine transforms (FLIRT); else .nii.gz (relative warp); needs --fixed and --moving
Several transforms are composed; the first one is applied to points first. --inverse writes the inverse transform, on
the grid of --moving if it is not affine; --fixed and --moving are those of the transform that is read.

)";

struct Arguments {
  TransformArguments transform;
  std::string to, out;
  bool inverse = false;
};

reg::SpatialTransform InverseOf(const LoadedTransform& loaded, const Arguments& arguments,
                                std::FILE* messages, common::ThreadPool& pool) {
  if (const auto affine = reg::AsAffine(loaded.transform)) {
    return {loaded.transform.dimension, {reg::Inverse(*affine, arguments.transform.transforms[0])}};
  }
  if (!loaded.images.moving) {
    common::ThrowUsageError("--moving", "an image, whose grid the inverse has", "none");
  }
  reg::FieldInverse inverse = reg::InverseFieldOf(loaded.transform, *loaded.images.moving, pool);
  PrintInverse(inverse, messages);
  return {loaded.transform.dimension, {std::move(inverse.field)}};
}

reg::TransformFormat FormatOf(const Arguments& arguments) {
  if (arguments.to == "elastix") return reg::TransformFormat::kElastix;
  if (arguments.to == "fsl") return reg::TransformFormat::kFsl;
  const bool as_itk = arguments.to == "itk" || (arguments.to == "ants" && arguments.out.ends_with(".mat"));
  return as_itk ? reg::TransformFormat::kItk : reg::TransformFormat::kField;
}

}  // namespace

int ConvertTransform(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  common::CommandLine line("Writes transforms in another format.", "warp convert");
  line.Option("TRANSFORM", arguments.transform.transforms, "one or several files").Required().Repeatable();
  AddTransformFlags(line, arguments.transform, /*with_transform=*/false);
  line.Switch("--inverse", arguments.inverse, "write the inverse");
  line.Option("--to", arguments.to, "the format")
      .Required()
      .OneOf({"field", "itk", "ants", "elastix", "fsl"});
  line.Option("--out", arguments.out, "the file").Required();
  line.Footer(std::string(kFooter) + kTransformHelp);
  if (!line.Parse(words, out)) return 0;
  CheckFolderOf(arguments.out, "--out");
  if (FormatOf(arguments) == reg::TransformFormat::kField) {
    reg::CheckImagePath(common::CallersPath(arguments.out), "--out");
  }
  std::vector<NamedFile> outputs;
  for (const std::string& file : reg::FilesOfImage(arguments.out)) outputs.push_back({"--out", file});
  if (arguments.to == "elastix") {
    outputs.push_back(
        {"--out", std::filesystem::path(arguments.out).replace_extension(".field.mha").string()});
  }
  CheckDifferentFiles(FilesOf(arguments.transform, "TRANSFORM"), outputs);

  const reg::NiftiFormScope form(NiftiFormOf(arguments.transform.nifti_form));
  common::ThreadPool pool(arguments.transform.threads);
  LoadedTransform loaded = LoadTransforms(arguments.transform, "warp", messages);
  CheckNotRead(outputs);
  if (arguments.inverse) {
    loaded.transform = InverseOf(loaded, arguments, messages, pool);
    std::swap(loaded.images.fixed, loaded.images.moving);
  }
  common::StopPoint();
  reg::WriteTransform(loaded.transform, FormatOf(arguments), common::CallersPath(arguments.out),
                      loaded.images, pool);
  return 0;
}

}  // namespace structlab::tools
