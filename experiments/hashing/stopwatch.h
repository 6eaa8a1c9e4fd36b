// The time that methods take, as the processor counts it: that of one thread, whatever else runs beside it.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_STOPWATCH_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_STOPWATCH_H_

#include <time.h>

namespace structlab::hashing {

// Adds up the seconds of the calling thread between Start and Stop, which alternate.
class Stopwatch {
 public:
  void Start() { start_ = Now(); }
  void Stop() { seconds_ += Now() - start_; }
  double seconds() const { return seconds_; }

 private:
  static double Now() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  double start_ = 0, seconds_ = 0;
};

// Runs the watch while it exists.
class Timed {
 public:
  explicit Timed(Stopwatch& watch) : watch_(watch) { watch_.Start(); }
  ~Timed() { watch_.Stop(); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Stopwatch& watch_;
};

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_STOPWATCH_H_
