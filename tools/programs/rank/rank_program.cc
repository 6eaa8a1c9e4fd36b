#include "tools/programs/rank/rank_program.h"

#include "tools/programs/command_program.h"
#include "tools/programs/rank/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] =
    R"(Learns to rank samples, such as pages of a search, so that the relevant ones come first.

  rank train --data FILE --model FILE        learns a model that maximises average precision
  rank score --model FILE --data FILE        writes the score and the rank of new samples
  rank evaluate --scores FILE                prints average precision and other measures of scores

Each command has its own --help.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (a finished
model is kept).

Example:
  bazel run //tools:rank -- train --data train.csv --model pages.model
  bazel run //tools:rank -- score --model pages.model --data test.csv --out scores.csv
  bazel run //tools:rank -- evaluate --scores scores.csv
)";

}  // namespace

int RunRank(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
            const std::atomic<bool>& interrupted) {
  using Words = std::vector<std::string>;
  const std::vector<Command> commands = {
      {"train",
       [&](const Words& words, std::FILE* to) { return TrainRanker(words, to, messages, interrupted); }},
      {"score", [&](const Words& words, std::FILE* to) { return ScoreSamples(words, to, messages); }},
      {"evaluate", [&](const Words& words, std::FILE* to) { return EvaluateScores(words, to, messages); }},
  };
  return RunUntilInterrupted("rank", messages, interrupted,
                             [&] { return RunCommand("rank", kHelp, commands, arguments, out); });
}

}  // namespace structlab::tools
