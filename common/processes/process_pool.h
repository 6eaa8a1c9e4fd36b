// Runs pieces of work in separate processes, several at once, with limits on time and memory.
#ifndef STRUCTLAB_COMMON_PROCESSES_PROCESS_POOL_H_
#define STRUCTLAB_COMMON_PROCESSES_PROCESS_POOL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "common/error.h"

namespace structlab::common {

struct ProcessBounds {
  double seconds = 0;  // wall-clock time
  uint64_t bytes = 0;  // resident memory of the process, without the processes that it starts
};

// The outcome of one piece of work.
struct ProcessEnding {
  enum class Kind { kDone, kFailed, kTimedOut, kOutOfMemory };

  Kind kind = Kind::kDone;
  std::string message = {};             // one line, unless kDone
  std::optional<ErrorKind> error = {};  // set if the work threw Error
  double seconds = 0;
  std::string output = {};  // the last 4 KB, or less, of what it printed
};

// Measures the calling process. Seconds counts from the constructor.
class ProcessResources {
 public:
  explicit ProcessResources(const ProcessBounds& bounds);

  double Seconds() const;
  static double CpuSeconds();        // processor time of all threads since the process began
  static double PeakRssMegabytes();  // in 10^6 bytes
  // Throws if the process exceeds one of its bounds. The work calls it before it stores its result.
  void CheckBounds() const;

 private:
  ProcessBounds bounds_;
  double begin_;
};

// Runs body(0, resources) ... body(count - 1, resources), each in a child process forked from this one. Takes
// longer to start than threads (parallel.h), but survives crashes and enforces the bounds.
//   - At most `jobs` children run at once. They are started in order.
//   - on_end is called in this process, in the order in which the children end.
//   - A child that throws, crashes or exceeds a bound (it is killed) is reported as such; the others
//     continue.
//   - Output of a child does not reach the terminal.
//   - If this process dies, even by kill -9, its children die too.
//
// Returns false if one of InterruptingSignals arrived: the running children are then killed without on_end,
// and no more are started. Once `may_begin` (if given) returns false, no more are started either, but those
// that run may finish. The calling process must have only one thread, and must block these signals and
// SIGCHLD (SignalsBlocked), so that none is lost between two calls. Throws Error(kEnvironment) if no process
// can be created.
bool RunInProcesses(size_t count, int jobs, const ProcessBounds& bounds,
                    const std::function<void(size_t, const ProcessResources&)>& body,
                    const std::function<void(size_t, const ProcessEnding&)>& on_end,
                    const std::function<bool()>& may_begin = {});

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSES_PROCESS_POOL_H_
