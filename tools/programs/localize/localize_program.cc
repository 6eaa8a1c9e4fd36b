#include "tools/programs/localize/localize_program.h"

#include "tools/programs/command_program.h"
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

}  // namespace

int RunLocalize(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted) {
  using Words = std::vector<std::string>;
  const std::vector<Command> commands = {
      {"train", [&](const Words& words,
                    std::FILE* to) { return TrainLocalizationModel(words, to, messages, interrupted); }},
      {"find", [&](const Words& words, std::FILE* to) { return FindBoxes(words, to, messages); }},
      {"evaluate", [&](const Words& words, std::FILE* to) { return EvaluateBoxes(words, to, messages); }},
  };
  return RunUntilInterrupted("localize", messages, interrupted,
                             [&] { return RunCommand("localize", kHelp, commands, arguments, out); });
}

}  // namespace structlab::tools
