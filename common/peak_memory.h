// The memory that a piece of work takes, for benchmarks.
#ifndef STRUCTLAB_COMMON_PEAK_MEMORY_H_
#define STRUCTLAB_COMMON_PEAK_MEMORY_H_

#include <functional>

namespace structlab::common {

// Of a process, in MiB of pages that are in memory.
struct PeakMemory {
  double before = 0;  // the work
  double peak = 0;    // while it ran, what was there before included
};

// Calls `prepare` and then the work that it returns, in a copy of this process that ends afterwards, so that
// nothing that ran before counts but what this process still holds.
//
//   const PeakMemory memory = MeasurePeakMemory([] {
//     return [energy = Load()] { Minimize(energy); };
//   });
//
// What `prepare` alone needed and gave back is not part of the peak. Throws common::Error (environment) if
// the copy cannot be made or does not end well; what it had to say stands on standard error then. Not to be
// called while the process has other threads.
PeakMemory MeasurePeakMemory(const std::function<std::function<void()>()>& prepare);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PEAK_MEMORY_H_
