// What the programs of the packages and the one that runs them all have in common.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PROGRAM_MAIN_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PROGRAM_MAIN_H_

#include <functional>
#include <string>
#include <vector>

#include "experiments/harness/exit_status.h"

namespace structlab::harness {

// Runs `body` with the arguments after the program's name and returns the exit status: that of `body`, or
// that of what it throws, which is said in one line on standard error after `name`. A file-size limit and a
// closed pipe are errors of a write for it, not the end of the program; what it printed is written out (see
// FlushStandardOutput).
int RunProgramMain(const std::string& name, int argc, char** argv,
                   const std::function<ExitStatus(const std::vector<std::string>& arguments)>& body);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PROGRAM_MAIN_H_
