#include "tools/programs/segment_images/segment_images_program.h"

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "common/stop_point.h"
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

int Run(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  if (command == "--help" || command == "-h") {
    std::fputs(kHelp, out);
    common::CheckPrinted(out);
    return 0;
  }
  const auto run = [&](const std::string& name, const std::vector<std::string>& words, std::FILE* to) {
    if (name == "train") return TrainSegmentationModel(words, to, messages, interrupted);
    return name == "apply" ? SegmentImages(words, to, messages) : EvaluateMasks(words, to, messages);
  };
  const std::vector<std::string> names = {"train", "apply", "evaluate"};
  if (command == common::kJsonHelpFlag) {
    std::vector<common::CommandHelp> helps;
    for (const std::string& name : names) {
      helps.push_back({name, [&run, name](std::FILE* to) { run(name, {common::kJsonHelpFlag}, to); }});
    }
    std::fputs(common::JsonHelpOfCommands("segment_images", kHelp, helps).c_str(), out);
    common::CheckPrinted(out);
    return 0;
  }
  for (const std::string& name : names) {
    if (command == name) return run(name, {arguments.begin() + 1, arguments.end()}, out);
  }
  common::ThrowUsageError("command", "one of train, apply, evaluate",
                          arguments.empty() ? "none" : common::Quote(command), "see --help");
}

}  // namespace

int RunSegmentImages(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                     const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("segment_images", messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return Run(arguments, out, messages, interrupted);
    } catch (const common::Stopped&) {
      std::fputs("segment_images: interrupted: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
