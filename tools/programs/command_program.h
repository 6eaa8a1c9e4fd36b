// Programs that consist of commands, such as hash_learn train and hash_learn predict.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_COMMAND_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_COMMAND_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "common/progress.h"

namespace structlab::tools {

// Its function gets the words behind the name, prints results to `out` and returns the exit status. It knows
// --help=json (common/json_help.h).
struct Command {
  std::string name;
  std::function<int(const std::vector<std::string>& words, std::FILE* out)> run;
};

// Runs the command that the first argument names. --help prints `help`, and --help=json the help of all
// commands. Throws common::Error(kUsage), which lists the commands, for another first argument or none.
//
//     return RunCommand("joint_svm", kHelp, {{"train", train}, {"predict", predict}}, arguments, out);
int RunCommand(const std::string& program, const char* help, const std::vector<Command>& commands,
               const std::vector<std::string>& arguments, std::FILE* out);

// common::RunOnUserFiles, with stop points (common/stop_point.h) that throw when `interrupted` is set. Then
// it says that nothing is written and returns common::kInterruptedStatus: for programs that write at the end.
int RunUntilInterrupted(const std::string& program, std::FILE* messages, const std::atomic<bool>& interrupted,
                        const std::function<int()>& run);

// Runs a training that saves models as soon as they are finished, with a line of progress for `steps` steps.
// If it is interrupted (common::Stopped), says so and what is kept, and returns false; other errors pass,
// after a note on what is kept. `kept` describes the last saved model, "a.model is the model with C = 1"; it
// is empty until there is one.
bool RunTraining(const std::string& program, int steps, bool is_quiet, std::FILE* messages,
                 const std::string& kept, const std::function<void(common::ProgressLine&)>& work);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_COMMAND_PROGRAM_H_
