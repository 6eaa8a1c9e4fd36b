#include "tools/programs/joint_svm/joint_svm_program.h"

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "common/stop_point.h"
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

int Run(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  if (command == "--help" || command == "-h") {
    std::fputs(kHelp, out);
    common::CheckPrinted(out);
    return 0;
  }
  const auto run = [&](const std::string& name, const std::vector<std::string>& words, std::FILE* to) {
    if (name == "train") return TrainJointSvmModel(words, to, messages, interrupted);
    return name == "predict" ? PredictTags(words, to, messages) : EvaluateTags(words, to, messages);
  };
  const std::vector<std::string> names = {"train", "predict", "evaluate"};
  if (command == common::kJsonHelpFlag) {
    std::vector<common::CommandHelp> helps;
    for (const std::string& name : names) {
      helps.push_back({name, [&run, name](std::FILE* to) { run(name, {common::kJsonHelpFlag}, to); }});
    }
    std::fputs(common::JsonHelpOfCommands("joint_svm", kHelp, helps).c_str(), out);
    common::CheckPrinted(out);
    return 0;
  }
  for (const std::string& name : names) {
    if (command == name) return run(name, {arguments.begin() + 1, arguments.end()}, out);
  }
  common::ThrowUsageError("command", "one of train, predict, evaluate",
                          arguments.empty() ? "none" : common::Quote(command), "see --help");
}

}  // namespace

int RunJointSvm(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("joint_svm", messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return Run(arguments, out, messages, interrupted);
    } catch (const common::Stopped&) {
      std::fputs("joint_svm: interrupted: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
