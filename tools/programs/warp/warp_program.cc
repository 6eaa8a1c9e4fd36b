#include "tools/programs/warp/warp_program.h"

#include "tools/programs/command_program.h"
#include "tools/programs/transform_input.h"
#include "tools/programs/warp/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] =
    R"(Applies transforms of registration programs to images, label maps and points, and converts them.

  warp image IMAGE --transform=T --out=FILE      an image, interpolated
  warp labels LABELS --transform=T --out=FILE    a label map, by the nearest voxel
  warp points POINTS --transform=T --out=FILE    points, CSV or .fcsv of 3D Slicer
  warp convert T --to=FORMAT --out=FILE          a transform in another format: field, itk, ants, elastix, fsl

Each command has its own --help. A transform maps points of the fixed image to points of the moving image. So the moving
image and its labels are warped onto the fixed image, and points of the fixed image are moved to the moving image.
--inverse uses the inverse transform.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (nothing is
written).

Example:
  bazel run //tools:warp -- image moving.nii.gz --transform=field.nii.gz --out=warped.nii.gz
  bazel run //tools:warp -- labels atlas.nii.gz --transform=1Warp.nii.gz --transform=0GenericAffine.mat \
      --fixed=patient.nii.gz --out=atlas-on-patient.nii.gz
)";

}  // namespace

int RunWarp(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
            const std::atomic<bool>& interrupted) {
  using Words = std::vector<std::string>;
  const std::vector<Command> commands = {
      {"image", [&](const Words& words,
                    std::FILE* to) { return WarpImageFile(WithInversesNamed(words), to, messages); }},
      {"labels", [&](const Words& words,
                     std::FILE* to) { return WarpLabelFile(WithInversesNamed(words), to, messages); }},
      {"points", [&](const Words& words,
                     std::FILE* to) { return WarpPointFile(WithInversesNamed(words), to, messages); }},
      {"convert", [&](const Words& words,
                      std::FILE* to) { return ConvertTransform(WithInversesNamed(words), to, messages); }},
  };
  return RunUntilInterrupted("warp", messages, interrupted,
                             [&] { return RunCommand("warp", kHelp, commands, arguments, out); });
}

}  // namespace structlab::tools
