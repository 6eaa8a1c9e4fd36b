// Pieces of work in processes of their own, several at once, with bounds on time and memory.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PROCESS_POOL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PROCESS_POOL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/processes/child_process.h"

namespace structlab::harness {

using common::DieWithParent;
using common::Interrupted;
using common::InterruptingSignals;
using common::RestoreSignals;
using common::SignalsBlocked;
using common::WaitForChild;
using common::WaitForInterrupt;

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

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PROCESS_POOL_H_
