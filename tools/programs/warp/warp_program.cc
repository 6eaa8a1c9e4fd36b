#include "tools/programs/warp/warp_program.h"

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "common/stop_point.h"
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

int Run(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  if (command == "--help" || command == "-h") {
    std::fputs(kHelp, out);
    common::CheckPrinted(out);
    return 0;
  }
  const auto run = [&](const std::string& name, const std::vector<std::string>& words, std::FILE* to) {
    if (name == "image") return WarpImageFile(words, to, messages);
    if (name == "labels") return WarpLabelFile(words, to, messages);
    return name == "points" ? WarpPointFile(words, to, messages) : ConvertTransform(words, to, messages);
  };
  const std::vector<std::string> names = {"image", "labels", "points", "convert"};
  if (command == common::kJsonHelpFlag) {
    std::vector<common::CommandHelp> helps;
    for (const std::string& name : names) {
      helps.push_back({name, [&run, name](std::FILE* to) { run(name, {common::kJsonHelpFlag}, to); }});
    }
    std::fputs(common::JsonHelpOfCommands("warp", kHelp, helps).c_str(), out);
    common::CheckPrinted(out);
    return 0;
  }
  for (const std::string& name : names) {
    if (command == name) return run(name, WithInversesNamed({arguments.begin() + 1, arguments.end()}), out);
  }
  common::ThrowUsageError("command", "one of image, labels, points, convert",
                          arguments.empty() ? "none" : common::Quote(command), "see --help");
}

}  // namespace

int RunWarp(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
            const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("warp", messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return Run(arguments, out, messages);
    } catch (const common::Stopped&) {
      std::fputs("warp: interrupted: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
