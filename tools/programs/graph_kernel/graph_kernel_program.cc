#include "tools/programs/graph_kernel/graph_kernel_program.h"

#include "common/arguments.h"
#include "common/error.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "tools/programs/graph_kernel/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] = R"(Kernels of graphs: features, Gram matrices, and how well they tell classes apart.

  graph_kernel evaluate DATA              cross-validated accuracy of a support vector machine (libsvm)
  graph_kernel features DATA --out=FILE   a row of features for each graph
  graph_kernel gram DATA --out=FILE       the kernel of all pairs: the inner products of such rows

DATA is a folder of the TUDataset layout: DATA/MUTAG for MUTAG_A.txt, MUTAG_graph_indicator.txt, ...
features and gram keep what the features are made of with --save=MAP; with --load=MAP features gives other
graphs the same columns, so that inner products of their rows with the old ones are the kernel, and gram writes
theirs with each other; their classes need not be known. Each has its own --help.

Ctrl-C ends it with nothing half written; pressed twice, at once.

Exit status: 130 interrupted; 2 wrong usage; 3 a file is damaged or cannot be read or written; 0 otherwise.
)";

int Run(const std::vector<std::string>& arguments, std::FILE* out, const std::atomic<bool>& interrupted) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  if (command == "--help" || command == "-h") {
    std::fputs(kHelp, out);
    common::CheckPrinted(out);
    return 0;
  }
  if (command == common::kJsonHelpFlag) {
    const auto of = [&](const char* name, auto run) {
      return common::CommandHelp{
          name, [run, &interrupted](std::FILE* to) { run({common::kJsonHelpFlag}, to, interrupted); }};
    };
    std::fputs(common::JsonHelpOfCommands(
                   "graph_kernel", kHelp,
                   {of("evaluate", RunEvaluateKernel), of("features", RunFeatures), of("gram", RunGram)})
                   .c_str(),
               out);
    common::CheckPrinted(out);
    return 0;
  }
  const std::vector<std::string> words(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  if (command == "evaluate") return RunEvaluateKernel(words, out, interrupted);
  if (command == "features") return RunFeatures(words, out, interrupted);
  if (command == "gram") return RunGram(words, out, interrupted);
  common::ThrowUsageError("command", "one of evaluate, features, gram",
                          arguments.empty() ? "none" : common::Quote(command), "see --help");
}

}  // namespace

int RunGraphKernel(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                   const std::atomic<bool>& interrupted) {
  return common::RunAndReportErrors("graph_kernel", messages, [&] {
    const common::StopScope scope(&interrupted);
    int status = common::kInterruptedStatus;
    try {
      status = Run(arguments, out, interrupted);
    } catch (const common::Stopped&) {
    }
    if (status == common::kInterruptedStatus)
      std::fputs("graph_kernel: interrupted: nothing is written\n", messages);
    return status;
  });
}

}  // namespace structlab::tools
