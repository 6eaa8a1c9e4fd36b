// A watch of processor time, for work in pieces.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_STOPWATCH_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_STOPWATCH_H_

#include "common/thread_clock.h"

namespace structlab::hashing {

// Adds up the seconds of the calling thread between Start and Stop, which alternate.
class Stopwatch {
 public:
  void Start() { start_ = common::ThreadSeconds(); }
  void Stop() { seconds_ += common::ThreadSeconds() - start_; }
  double seconds() const { return seconds_; }

 private:
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
