// Runs programs as child processes, and handles signals while waiting for children.
#ifndef STRUCTLAB_COMMON_PROCESSES_CHILD_PROCESS_H_
#define STRUCTLAB_COMMON_PROCESSES_CHILD_PROCESS_H_

#include <exception>
#include <string>
#include <vector>

namespace structlab::common {

// Those of SIGINT, SIGTERM and SIGHUP that end this program. A signal that was ignored when the program
// started is left out: nohup ignores SIGHUP, and shells ignore SIGINT for programs in the background.
const std::vector<int>& InterruptingSignals();

// Blocks InterruptingSignals and SIGCHLD during its lifetime.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

  // True if one of the interrupting signals has arrived and was not handled by a wait.
  static bool InterruptPending();
  // Throws Interrupted if InterruptPending. Call it between two parts of long work.
  static void StopIfInterrupted();
};

// Thrown if an interrupt ends the work early.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

// Called in a child process before it becomes another program: restores the signals as they were when this
// program started, except SIGPIPE and SIGXFSZ, which end it.
void RestoreSignals();

// Waits until a child ends, one of InterruptingSignals arrives, or `seconds` have passed. Returns true if an
// interrupting signal arrived. These signals and SIGCHLD must be blocked.
bool WaitForInterrupt(double seconds);

// Waits for a child process to end, and returns its status (as waitpid). If one of InterruptingSignals
// arrives while they are blocked, kills the child and throws Interrupted. Throws Error(kEnvironment) if there
// is no such child.
int WaitForChild(int process);

// Makes the calling child process die with its parent. Ends it at once if the parent has already ended.
void DieWithParent(int parent);

struct ProgramEnding {
  int status = 0;  // exit status, or 128 + signal
  std::string output = {};
  bool interrupted = false;  // an interrupt arrived and was forwarded to the program
};

// Runs a program and waits for its end. If `capture`, its standard output goes into the result. The program
// dies with this process. The signals of SignalsBlocked must be blocked. Throws Error(kEnvironment) if no
// process can be created; a program that cannot be started has status 3.
ProgramEnding RunProgram(const std::string& path, const std::vector<std::string>& arguments, bool capture);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSES_CHILD_PROCESS_H_
