#include "tools/programs/hash_learn/hash_learn_program.h"

#include "common/program.h"
#include "tools/programs/command_program.h"
#include "tools/programs/hash_learn/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] = R"(Linear models on hashed features, learned while examples are read.

  hash_learn train DATA --save=MODEL      learns
  hash_learn predict DATA --load=MODEL    prints a label, or a number, for each example
  hash_learn evaluate DATA --load=MODEL   prints error, F1, confusions and the area under the curve; --by-label gives
                                          the area of each label if there are more than two
  hash_learn weights DATA --model=MODEL   prints the weights of the features whose names are in DATA

Each command has its own --help. Without DATA, they read standard input; a second pass needs a file, or --cache=FILE.
Lines from a pipe are learned or predicted as soon as they arrive.

Formats (train: by the name of DATA, or --format; the other commands: as in training):
  svmlight (.svm, .svmlight, .libsvm)  label[,label...] index:value ...
  vw (.vw)                             [label[,label...] [importance]] ['tag]|[namespace] feature[:value] ...
  text (.txt)                          label[,label...] <tab> text
  fasttext (.fasttext, .ft, .txt)      __label__label ... word ...

A .txt file whose first line begins with __label__ has the format fasttext.

Words: in fasttext, words are separated by spaces. In text, words are runs of letters and digits, in lower case; spaces,
punctuation and currency signs separate them, also those of UTF-8, such as no-break spaces, curly quotes and dashes. All
other characters are letters. Letters beyond Latin-1 keep their case.

A line of more than 64 MiB is an error like others; --on-error=skip skips it.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (train saves
the model so far if it has seen an example, or keeps the model of the lowest held-out loss).
)";

}  // namespace

int RunHashLearn(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                 const std::atomic<bool>& interrupted) {
  using Words = std::vector<std::string>;
  const std::vector<Command> commands = {
      {"train",
       [&](const Words& words, std::FILE* to) { return RunTrain(words, to, messages, interrupted); }},
      {"predict",
       [&](const Words& words, std::FILE* to) { return RunPredict(words, to, messages, interrupted); }},
      {"evaluate",
       [&](const Words& words, std::FILE* to) { return RunEvaluate(words, to, messages, interrupted); }},
      {"weights",
       [&](const Words& words, std::FILE* to) { return RunWeights(words, to, messages, interrupted); }},
  };
  return common::RunOnUserFiles("hash_learn", messages,
                                [&] { return RunCommand("hash_learn", kHelp, commands, arguments, out); });
}

}  // namespace structlab::tools
