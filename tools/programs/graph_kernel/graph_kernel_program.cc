#include "tools/programs/graph_kernel/graph_kernel_program.h"

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "tools/programs/graph_kernel/commands.h"

namespace structlab::tools {
namespace {

constexpr char kHelp[] = R"(Graph kernels: features, Gram matrices, and their accuracy in classification.

  graph_kernel evaluate DATA              cross-validated accuracy of a support vector machine (libsvm)
  graph_kernel features DATA --out=FILE   a row of features for each graph
  graph_kernel gram DATA --out=FILE       the kernel of all pairs: the inner products of such rows

DATA is a folder in the layout of TUDataset, such as DATA/MUTAG with MUTAG_A.txt, MUTAG_graph_indicator.txt, ...
features and gram save kernel, columns and scaling with --save=MAP. With --load=MAP, features gives other graphs the
same columns (inner products of their rows with the old rows are the kernel), and gram writes the kernel of the other
graphs with each other. The classes of other graphs need not be known. Each command has its own --help.

Ctrl-C ends the program without incomplete files; a second Ctrl-C ends it at once.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted.
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
  return common::RunOnUserFiles("graph_kernel", messages, [&] {
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
