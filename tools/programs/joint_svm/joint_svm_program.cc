#include "tools/programs/joint_svm/joint_svm_program.h"

#include "tools/programs/command_program.h"
#include "tools/programs/joint_svm/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] =
    R"(Multi-label classification: learns all tags of rows jointly, by the joint SVM or other learners.

  joint_svm train DATA --save=MODEL      learns a model
  joint_svm predict DATA --load=MODEL    writes the tags of each row with their scores
  joint_svm evaluate DATA --load=MODEL   prints precision, recall, F1, ranking measures

Each command has its own --help.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (nothing is
written).

Example with data of Mulan (the XML in the folder of the ARFF names the attributes that are tags):
  bazel run //tools:joint_svm -- train Corel5k-train-sparse.arff.gz --save=corel5k.model
  bazel run //tools:joint_svm -- evaluate Corel5k-test-sparse.arff.gz --load=corel5k.model
)";

}  // namespace

int RunJointSvm(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted) {
  using Words = std::vector<std::string>;
  const std::vector<Command> commands = {
      {"train", [&](const Words& words,
                    std::FILE* to) { return TrainJointSvmModel(words, to, messages, interrupted); }},
      {"predict", [&](const Words& words, std::FILE* to) { return PredictTags(words, to, messages); }},
      {"evaluate", [&](const Words& words, std::FILE* to) { return EvaluateTags(words, to, messages); }},
  };
  return RunUntilInterrupted("joint_svm", messages, interrupted,
                             [&] { return RunCommand("joint_svm", kHelp, commands, arguments, out); });
}

}  // namespace structlab::tools
