// The commands image and labels.
#include <fmt/format.h>

#include <algorithm>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/resample.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/transform_input.h"
#include "tools/programs/warp/commands.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

struct Arguments {
  TransformArguments transform;
  std::string input, out, pixel_type = "same", interpolation = "linear";
  float outside = 0;
  bool inverse = false, nan_as_zero = false;
};

constexpr char kFooter[] = R"(
The output has the grid of --fixed, or without it the grid of the transform's first field. Without --transform it is
the input on the grid of --fixed. With --inverse the input
belongs to the fixed image, and the output has the grid of --moving, which is then required.

Images: NIfTI (.nii, .nii.gz), NRRD (.nrrd), MetaImage (.mha, .mhd), in two or three dimensions; as input also DICOM (a
file, or a folder with one series). warp image also takes time series, vectors and colours: each volume is warped alike.

)";

std::vector<NamedFile> Outputs(const Arguments& arguments) {
  std::vector<NamedFile> outputs;
  for (const std::string& file : reg::FilesOfImage(arguments.out)) outputs.push_back({"--out", file});
  return outputs;
}

bool Parse(const std::vector<std::string>& words, bool is_image, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      is_image ? "Warps an image by transforms." : "Warps a label map by transforms, with the nearest voxel.",
      is_image ? "warp image" : "warp labels");
  line.Option(is_image ? "IMAGE" : "LABELS", arguments.input, is_image ? "the image" : "the label map")
      .Required();
  AddTransformFlags(line, arguments.transform);
  line.Switch("--inverse", arguments.inverse, "warp from the fixed image onto the moving one");
  line.Option("--out", arguments.out, "the warped volume").Required();
  std::vector<std::string> types = {"same"};
  for (const reg::PixelTypeFacts& facts : reg::PixelTypes()) types.emplace_back(facts.name);
  line.Option("--pixel-type", arguments.pixel_type, "pixel type of the output; same: that of the input")
      .OneOf(types)
      .ShowDefault();
  if (is_image) {
    line.Option("--interpolation", arguments.interpolation, "interpolation between voxels; bspline is cubic")
        .OneOf({"nearest", "linear", "bspline"})
        .ShowDefault();
    line.Option("--outside", arguments.outside, "value outside of the input").ShowDefault();
    line.Switch("--nan-as-zero", arguments.nan_as_zero,
                "read voxels that are NaN as 0 instead of refusing them");
  }
  line.Footer(std::string(kFooter) + kTransformHelp);
  if (!line.Parse(words, out)) return false;
  CheckFolderOf(arguments.out, "--out");
  reg::CheckImagePath(common::CallersPath(arguments.out), "--out");
  std::vector<NamedFile> inputs = FilesOf(arguments.transform);
  inputs.push_back(VolumeFile(is_image ? "IMAGE" : "LABELS", arguments.input));
  CheckDifferentFiles(inputs, Outputs(arguments));
  return true;
}

reg::Geometry OutputGrid(const Arguments& arguments, const LoadedTransform& loaded) {
  if (arguments.inverse) {
    if (arguments.transform.moving.empty()) {
      common::ThrowUsageError("--moving", "an image, whose grid the output has with --inverse", "none");
    }
    return *loaded.images.moving;
  }
  if (loaded.images.fixed) return *loaded.images.fixed;
  if (const auto grid = reg::GridOf(loaded.transform)) return *grid;
  common::ThrowUsageError("--fixed", "an image, whose grid the output has",
                          "none, and no displacement field");
}

// Loads the transform and returns of_affine(transform, grid) or of_field(field).
template <class OfAffine, class OfField>
auto Warped(const Arguments& arguments, const reg::Geometry& input, std::FILE* messages,
            common::ThreadPool& pool, const OfAffine& of_affine, const OfField& of_field) {
  const LoadedTransform loaded =
      LoadTransforms(arguments.transform, "warp", messages, &input, arguments.inverse);
  CheckNotRead(Outputs(arguments));
  if (input.dimension != loaded.transform.dimension) {
    common::ThrowDataError(arguments.input,
                           fmt::format("{} dimensions, as the transform has", loaded.transform.dimension),
                           fmt::format("{}", input.dimension));
  }
  const reg::Geometry grid = OutputGrid(arguments, loaded);
  if (const auto affine = reg::AsAffine(loaded.transform)) {
    return of_affine(arguments.inverse ? reg::Inverse(*affine, "--transform") : *affine, grid);
  }
  if (!arguments.inverse) return of_field(reg::FieldOf(loaded.transform, grid, pool));
  const reg::FieldInverse inverse = reg::InverseFieldOf(loaded.transform, grid, pool);
  PrintInverse(inverse, messages);
  return of_field(inverse.field);
}

reg::PixelType OutputType(const Arguments& arguments, reg::PixelType of_input) {
  return reg::PixelTypeNamed(arguments.pixel_type).value_or(of_input);
}

// An empty result is mostly a mistake.
template <class OfInput, class OfResult>
void WarnIfEmpty(const OfInput& input, const OfResult& result, double outside, std::FILE* messages) {
  const auto is_outside = [&](auto value) { return static_cast<double>(value) == outside; };
  if (!std::ranges::all_of(result.values, is_outside) || std::ranges::all_of(input.values, is_outside))
    return;
  std::fprintf(messages,
               "warp: warning: every voxel of the result is %s, the value outside, but the input has others; "
               "check the transform and --fixed\n",
               common::FormatShort(outside).c_str());
}

}  // namespace

void PrintInverse(const reg::FieldInverse& inverse, std::FILE* messages) {
  std::fprintf(
      messages,
      "warp: inverse: forward again, voxels are off by at most %s mm, %s mm on average; %lld of %lld "
      "did not converge\n",
      common::FormatShort(inverse.max_residual).c_str(), common::FormatShort(inverse.mean_residual).c_str(),
      static_cast<long long>(inverse.num_not_converged),
      static_cast<long long>(inverse.field.geometry.num_voxels()));
}

int WarpImageFile(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, /*is_image=*/true, arguments, out)) return 0;
  const reg::NiftiFormScope form(NiftiFormOf(arguments.transform.nifti_form));
  common::ThreadPool pool(arguments.transform.threads);
  reg::FileFacts facts;
  const reg::ImageSeries series = reg::ReadImageSeries(common::CallersPath(arguments.input),
                                                       {.nan_as_zero = arguments.nan_as_zero}, &facts);
  PrintWarnings(facts, "warp", messages);
  if (series.layout.components > 1 && !series.layout.is_color) {
    std::fprintf(messages,
                 "warp: note: %d numbers a voxel: each is warped by itself; vectors are not turned\n",
                 series.layout.components);
  }
  const reg::ResampleOptions options = {arguments.interpolation == "nearest" ? reg::Interpolation::kNearest
                                        : arguments.interpolation == "linear"
                                            ? reg::Interpolation::kLinear
                                            : reg::Interpolation::kCubicBSpline,
                                        arguments.outside};
  const auto each = [&](const auto& warp) {
    reg::ImageSeries warped = {{}, series.layout};
    for (const reg::Image& image : series.images) {
      common::StopPoint();
      warped.images.push_back(warp(image));
    }
    return warped;
  };
  const reg::ImageSeries warped = Warped(
      arguments, series.images[0].geometry, messages, pool,
      [&](const reg::AffineTransform& affine, const reg::Geometry& grid) {
        return each(
            [&](const reg::Image& image) { return reg::Resample(image, grid, pool, options, affine); });
      },
      [&](const reg::DisplacementField& field) {
        return each([&](const reg::Image& image) { return reg::WarpImage(image, field, pool, options); });
      });
  common::StopPoint();
  WarnIfEmpty(series.images[0], warped.images[0], arguments.outside, messages);
  const reg::PixelType type = OutputType(arguments, facts.type);
  const int64_t clamped = reg::WriteImageSeries(warped, common::CallersPath(arguments.out), type);
  if (clamped > 0) {
    std::fprintf(messages, "warp: note: %lld voxels were out of the range of %s and were clamped\n",
                 static_cast<long long>(clamped), std::string(reg::FactsOf(type).name).c_str());
  }
  return 0;
}

int WarpLabelFile(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, /*is_image=*/false, arguments, out)) return 0;
  const reg::NiftiFormScope form(NiftiFormOf(arguments.transform.nifti_form));
  common::ThreadPool pool(arguments.transform.threads);
  reg::FileFacts facts;
  const reg::LabelMap labels = reg::ReadLabels(common::CallersPath(arguments.input), &facts);
  PrintWarnings(facts, "warp", messages);
  const reg::LabelMap warped = Warped(
      arguments, labels.geometry, messages, pool,
      [&](const reg::AffineTransform& affine, const reg::Geometry& grid) {
        return reg::ResampleLabels(labels, grid, pool, affine);
      },
      [&](const reg::DisplacementField& field) { return reg::WarpLabels(labels, field, pool); });
  common::StopPoint();
  WarnIfEmpty(labels, warped, 0, messages);
  reg::WriteLabels(warped, common::CallersPath(arguments.out), OutputType(arguments, facts.type));
  return 0;
}

}  // namespace structlab::tools
