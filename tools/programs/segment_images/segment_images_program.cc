#include "tools/programs/segment_images/segment_images_program.h"

#include "tools/programs/command_program.h"
#include "tools/programs/segment_images/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] =
    R"(Learns from images with masks to separate foreground from background in new images.

  segment_images train --images DIR --masks DIR --model FILE    learns a model
  segment_images apply --model FILE IMAGE... --out DIR          writes the masks of images
  segment_images evaluate --masks DIR --predicted DIR           prints pixel error and overlap

Each command has its own --help.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (what was
finished is kept).

Example:
  bazel run //tools:segment_images -- train --images photos --masks masks --model horses.model
  bazel run //tools:segment_images -- apply --model horses.model new-photos --out found
  bazel run //tools:segment_images -- evaluate --masks new-masks --predicted found
)";

}  // namespace

int RunSegmentImages(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                     const std::atomic<bool>& interrupted) {
  using Words = std::vector<std::string>;
  const std::vector<Command> commands = {
      {"train", [&](const Words& words,
                    std::FILE* to) { return TrainSegmentationModel(words, to, messages, interrupted); }},
      {"apply", [&](const Words& words, std::FILE* to) { return SegmentImages(words, to, messages); }},
      {"evaluate", [&](const Words& words, std::FILE* to) { return EvaluateMasks(words, to, messages); }},
  };
  return RunUntilInterrupted("segment_images", messages, interrupted,
                             [&] { return RunCommand("segment_images", kHelp, commands, arguments, out); });
}

}  // namespace structlab::tools
