#include "tools/programs/localize/localize_program.h"

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "tools/programs/localize/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] =
    R"(Learns from images with boxes to find the objects in new images.

  localize train --images DIR --boxes FILE --model FILE     learns a model
  localize find --model FILE IMAGE... --out FILE            writes the boxes of the objects in images
  localize evaluate --boxes FILE --found FILE               compares found boxes with true ones

Each command has its own --help.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (a finished
model is kept).

Example:
  bazel run //tools:localize -- train --images photos --boxes boxes.csv --model horses.model
  bazel run //tools:localize -- find --model horses.model new-photos --out found.csv --draw drawn
  bazel run //tools:localize -- evaluate --boxes new-boxes.csv --found found.csv
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
    if (name == "train") return TrainLocalizationModel(words, to, messages, interrupted);
    return name == "find" ? FindBoxes(words, to, messages) : EvaluateBoxes(words, to, messages);
  };
  const std::vector<std::string> names = {"train", "find", "evaluate"};
  if (command == common::kJsonHelpFlag) {
    std::vector<common::CommandHelp> helps;
    for (const std::string& name : names) {
      helps.push_back({name, [&run, name](std::FILE* to) { run(name, {common::kJsonHelpFlag}, to); }});
    }
    std::fputs(common::JsonHelpOfCommands("localize", kHelp, helps).c_str(), out);
    common::CheckPrinted(out);
    return 0;
  }
  for (const std::string& name : names) {
    if (command == name) return run(name, {arguments.begin() + 1, arguments.end()}, out);
  }
  common::ThrowUsageError("command", "one of train, find, evaluate",
                          arguments.empty() ? "none" : common::Quote(command), "see --help");
}

}  // namespace

int RunLocalize(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("localize", messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return Run(arguments, out, messages, interrupted);
    } catch (const common::Stopped&) {
      std::fputs("localize: interrupted: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
