// Ends a long computation from outside, wherever it is.
#ifndef STRUCTLAB_COMMON_STOP_POINT_H_
#define STRUCTLAB_COMMON_STOP_POINT_H_

#include <atomic>
#include <exception>

namespace structlab::common {

// Thrown where a computation is told to stop. No error: what it was computing is not there.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};

// While it lives, StopPoint throws in this thread, and in the bodies of ParallelFor that this thread calls,
// as soon as the flag is set. The flag must live longer; null: nothing stops. Scopes nest.
//
//   const StopScope scope(&interrupted);
//   try {
//     ComputeGraphFeatures(...);
//   } catch (const Stopped&) {
//     return kInterruptedStatus;
//   }
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* flag) : before_(current_) { current_ = flag; }
  ~StopScope() { current_ = before_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  // The flag of this thread, for loops that others run for it.
  static const std::atomic<bool>* current() { return current_; }

 private:
  static inline thread_local const std::atomic<bool>* current_ = nullptr;
  const std::atomic<bool>* before_;
};

// To be called by loops that take long, at least every 100 ms. Throws Stopped. Costs about a nanosecond.
inline void StopPoint() {
  const std::atomic<bool>* const flag = StopScope::current();
  if (flag != nullptr && flag->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_STOP_POINT_H_
