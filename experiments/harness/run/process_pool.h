// Pieces of work in processes of their own, several at once, with bounds on time and memory.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PROCESS_POOL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PROCESS_POOL_H_

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/error.h"

namespace structlab::harness {

struct ProcessBounds {
  double seconds = 0;  // wall clock
  uint64_t bytes = 0;  // resident memory of the process itself, without what it starts
};

// How one piece ended.
struct ProcessEnding {
  enum class Kind { kDone, kFailed, kTimedOut, kOutOfMemory };

  Kind kind = Kind::kDone;
  std::string message = {};                     // one line, where it is not done
  std::optional<common::ErrorKind> error = {};  // where the work threw common::Error
  double seconds = 0;
  std::string output = {};  // the end of what it printed, at most 4 KB
};

// Why a running piece of work may not count, checked by itself before it hands its result over.
class CaseResources {
 public:
  explicit CaseResources(const ProcessBounds& bounds);

  double Seconds() const;            // since it began
  static double CpuSeconds();        // of all its threads
  static double PeakRssMegabytes();  // 10^6 bytes
  // Throws if the process is over one of its bounds.
  void CheckBounds() const;

 private:
  ProcessBounds bounds_;
  double begin_;
};

// Runs body(0, resources) ... body(count - 1, resources), each in a child process forked from this one, at
// most `jobs` at once, begun in order; calls on_end here, in the order in which they end. A child that
// throws, crashes or goes over a bound (it is killed) ends as such and the others go on. What a child prints
// is kept from the terminal. If this process dies, even by kill -9, so do its children.
//
// Returns false if one of InterruptingSignals came: the children that were running are then killed, without
// on_end, and no more are begun. Nor are more begun once `may_begin` (if given) says no; those that run end.
// The calling process must have one thread only, and have those signals and SIGCHLD blocked (SignalsBlocked),
// so that none is lost between two calls. Throws common::Error(kEnvironment) if no process can be made.
bool RunInProcesses(size_t count, int jobs, const ProcessBounds& bounds,
                    const std::function<void(size_t, const CaseResources&)>& body,
                    const std::function<void(size_t, const ProcessEnding&)>& on_end,
                    const std::function<bool()>& may_begin = {});

// Those of SIGINT, SIGTERM and SIGHUP that end a run: not one that was ignored when the program started, as
// nohup has it of SIGHUP and a shell of the SIGINT of what it runs in the background.
const std::vector<int>& InterruptingSignals();

// Blocks the signals that RunInProcesses waits for, as long as it lives.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

  // Has one of the interrupting signals come and not been waited for?
  static bool InterruptPending();
  // Throws Interrupted if so. For work between which a run may stop.
  static void StopIfInterrupted();
};

// A run was interrupted where it cannot go on to its end. Nothing is lost; RunProgramMain says so and ends
// with status 130.
struct Interrupted : std::exception {
  const char* what() const noexcept override {
    return "interrupted; what is done is kept, and the same command goes on from there (without --fresh)";
  }
};

// In a child process that is to become another program: the signals are as they were left to this one, but
// for SIGPIPE and SIGXFSZ, which end it.
void RestoreSignals();

// Waits until a child ends or one of InterruptingSignals comes, or for so many seconds; true if one came.
// They and SIGCHLD must be blocked.
bool WaitForInterrupt(double seconds);

// Waits for a child process to end, and returns its status (of waitpid). If one of InterruptingSignals comes
// while they are blocked, kills it and throws Interrupted. Throws common::Error(kEnvironment) if there is no
// such child.
int WaitForChild(int process);

// Makes the calling process, a child, die with its parent, and end at once if the parent is gone already.
void DieWithParent(int parent);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PROCESS_POOL_H_
