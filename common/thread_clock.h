// Measures processor time of one thread. Other threads and programs do not count.
#ifndef STRUCTLAB_COMMON_THREAD_CLOCK_H_
#define STRUCTLAB_COMMON_THREAD_CLOCK_H_

#include <time.h>

namespace structlab::common {

// Processor seconds of the calling thread; only differences have a meaning.
inline double ThreadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Adds up the processor seconds of the calling thread between each Start and the following Stop.
class Stopwatch {
 public:
  void Start() { start_ = ThreadSeconds(); }
  void Stop() { seconds_ += ThreadSeconds() - start_; }
  double seconds() const { return seconds_; }

 private:
  double start_ = 0, seconds_ = 0;
};

// Starts the stopwatch in the constructor and stops it in the destructor.
//
//     Stopwatch learning;
//     {
//       const ScopedTimer timer(learning);
//       Learn();
//     }
//     Print(learning.seconds());
class ScopedTimer {
 public:
  explicit ScopedTimer(Stopwatch& watch) : watch_(watch) { watch_.Start(); }
  ~ScopedTimer() { watch_.Stop(); }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  Stopwatch& watch_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_THREAD_CLOCK_H_
