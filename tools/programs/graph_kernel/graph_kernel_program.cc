#include "tools/programs/graph_kernel/graph_kernel_program.h"

#include "common/program.h"
#include "common/stop_point.h"
#include "tools/programs/command_program.h"
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

}  // namespace

int RunGraphKernel(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                   const std::atomic<bool>& interrupted) {
  using Words = std::vector<std::string>;
  const std::vector<Command> commands = {
      {"evaluate",
       [&](const Words& words, std::FILE* to) { return RunEvaluateKernel(words, to, interrupted); }},
      {"features", [&](const Words& words, std::FILE* to) { return RunFeatures(words, to, interrupted); }},
      {"gram", [&](const Words& words, std::FILE* to) { return RunGram(words, to, interrupted); }},
  };
  return common::RunOnUserFiles("graph_kernel", messages, [&] {
    const common::StopScope scope(&interrupted);
    int status = common::kInterruptedStatus;
    try {
      status = RunCommand("graph_kernel", kHelp, commands, arguments, out);
    } catch (const common::Stopped&) {
    }
    if (status == common::kInterruptedStatus)
      std::fputs("graph_kernel: interrupted: nothing is written\n", messages);
    return status;
  });
}

}  // namespace structlab::tools
