// Starting a program and waiting for it.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_CHILD_PROGRAM_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_CHILD_PROGRAM_H_

#include <string>
#include <vector>

namespace structlab::harness {

struct ProgramEnding {
  int status = 0;            // exit status, or 128 + signal
  std::string output;        // of standard output, where it was captured
  bool interrupted = false;  // an interrupt came to this process meanwhile, and was handed on
};

// Starts the program at `path`; it dies with this process. With `capture`, its standard output is returned
// instead of printed. An interrupt of this process is handed on, and the program's own end waited for. The
// caller has SignalsBlocked. Throws common::Error(kEnvironment) if it cannot be started.
ProgramEnding RunProgram(const std::string& path, const std::vector<std::string>& arguments, bool capture);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_CHILD_PROGRAM_H_
