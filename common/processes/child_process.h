// Child processes: programs that are run to their end, and signals while a process waits for children.
#ifndef STRUCTLAB_COMMON_PROCESSES_CHILD_PROCESS_H_
#define STRUCTLAB_COMMON_PROCESSES_CHILD_PROCESS_H_

#include <exception>
#include <string>
#include <vector>

namespace structlab::common {

// Those of SIGINT, SIGTERM and SIGHUP that end a program: not one that was ignored when the program started,
// as nohup ignores SIGHUP, and a shell the SIGINT of what it runs in the background.
const std::vector<int>& InterruptingSignals();

// Blocks InterruptingSignals and SIGCHLD as long as it lives.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

  // Has one of the interrupting signals come and not been waited for?
  static bool InterruptPending();
  // Throws Interrupted if so. For work between whose parts a program may stop.
  static void StopIfInterrupted();
};

// Thrown where an interrupted program cannot go on to its end.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

// Gives a child process that is to become another program the signals as they were when this program started,
// except SIGPIPE and SIGXFSZ, which end it.
void RestoreSignals();

// Waits until a child ends or one of InterruptingSignals comes, or for this many seconds; true if one came.
// They and SIGCHLD must be blocked.
bool WaitForInterrupt(double seconds);

// Waits for a child process to end, and returns its status (of waitpid). If one of InterruptingSignals comes
// while they are blocked, kills it and throws Interrupted. Throws Error(kEnvironment) if there is no such
// child.
int WaitForChild(int process);

// Makes the calling process, a child, die with its parent, and end at once if the parent is gone already.
void DieWithParent(int parent);

struct ProgramEnding {
  int status = 0;  // exit status, or 128 + signal
  std::string output = {};
  bool interrupted = false;  // an interrupt came and was passed on
};

// Runs a program to its end; its standard output goes to the result if `capture`. It dies with this process.
// The signals of SignalsBlocked must be blocked. Throws Error(kEnvironment) if no process can be made; a
// program that cannot be started ends with status 3.
ProgramEnding RunProgram(const std::string& path, const std::vector<std::string>& arguments, bool capture);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSES_CHILD_PROCESS_H_
