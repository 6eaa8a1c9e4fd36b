// The time that work takes, as the processor counts it: that of one thread, whatever else runs beside it.
#ifndef STRUCTLAB_COMMON_THREAD_CLOCK_H_
#define STRUCTLAB_COMMON_THREAD_CLOCK_H_

#include <time.h>

namespace structlab::common {

// Processor seconds of the calling thread, from any beginning.
inline double ThreadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_THREAD_CLOCK_H_
