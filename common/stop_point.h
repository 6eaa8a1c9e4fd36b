// Stops a long computation from outside, at any depth of calls.
#ifndef STRUCTLAB_COMMON_STOP_POINT_H_
#define STRUCTLAB_COMMON_STOP_POINT_H_

#include <atomic>
#include <exception>

namespace structlab::common {

// Thrown at the stop point of a computation that is told to stop. Not an error, but there is no result.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};

// During its lifetime, StopPoint throws once the flag is set: in this thread, and in the bodies of
// ParallelFor that this thread calls. The flag must outlive the scope; with a null flag nothing stops. Scopes
// nest.
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

  // The flag of this thread; ParallelFor hands it to its workers.
  static const std::atomic<bool>* current() { return current_; }

 private:
  static inline thread_local const std::atomic<bool>* current_ = nullptr;
  const std::atomic<bool>* before_;
};

// Throws Stopped if the flag is set. Long loops call it at least every 100 ms; a call takes about 1 ns.
inline void StopPoint() {
  const std::atomic<bool>* const flag = StopScope::current();
  if (flag != nullptr && flag->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_STOP_POINT_H_
