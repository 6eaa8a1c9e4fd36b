// The time that methods take, as the processor counts it: that of one thread, whatever else runs beside it.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_STOPWATCH_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_STOPWATCH_H_

#include <time.h>

namespace structlab::face_recognition {

// Milliseconds of the calling thread, from any beginning.
inline double CpuMilliseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_STOPWATCH_H_
