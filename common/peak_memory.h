// Measures the memory of a piece of work, for benchmarks.
#ifndef STRUCTLAB_COMMON_PEAK_MEMORY_H_
#define STRUCTLAB_COMMON_PEAK_MEMORY_H_

#include <functional>

namespace structlab::common {

// Resident memory of a process in MiB.
struct PeakMemory {
  double before = 0;  // before the work
  double peak = 0;    // maximum during the work, including the memory in use before
};

// Forks this process, and in the child calls `prepare` and then the work that it returns. So memory that
// earlier work has freed does not count; memory that this process still holds does.
//
//   const PeakMemory memory = MeasurePeakMemory([] {
//     return [energy = Load()] { Minimize(energy); };
//   });
//
// Memory that `prepare` has freed is not part of the peak. Throws common::Error (environment) if the child
// cannot be started or fails; its message is then on standard error. The process must have only one thread.
PeakMemory MeasurePeakMemory(const std::function<std::function<void()>()>& prepare);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PEAK_MEMORY_H_
