#include "structured_learning/linear/examples/read_ahead.h"

#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

// Batch number i is stored at i modulo the number of places until it is taken.
class BatchQueue {
 public:
  explicit BatchQueue(NextBatch next) : next_(std::move(next)) {
    try {
      thread_ = std::thread([this] { Produce(); });
    } catch (const std::system_error&) {
      common::ThrowEnvironmentError("a thread to read examples", "cannot be started", "use one thread");
    }
  }

  ~BatchQueue() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  bool Take(ExampleBatch& batch) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return taken_ < filled_ || at_end_; });
    if (taken_ == filled_) {
      if (failure_) std::rethrow_exception(failure_);
      return false;
    }
    std::swap(batch, places_[taken_ % places_.size()]);
    ++taken_;
    changed_.notify_all();
    return true;
  }

 private:
  void Produce() {
    while (true) {
      ExampleBatch* place = nullptr;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopping_ || filled_ - taken_ < places_.size(); });
        if (stopping_) return;
        place = &places_[filled_ % places_.size()];
      }
      // The place is free: only this thread uses it.
      bool has_more = false;
      std::exception_ptr failure;
      try {
        has_more = next_(*place);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      failure_ = failure;
      at_end_ = !has_more;
      filled_ += has_more;
      changed_.notify_all();
      if (at_end_) return;
    }
  }

  NextBatch next_;
  std::array<ExampleBatch, 2> places_;
  std::mutex mutex_;  // guards the following members
  std::condition_variable changed_;
  uint64_t filled_ = 0, taken_ = 0;  // batches
  bool at_end_ = false;              // no batch follows the filled ones
  bool stopping_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace

NextBatch ReadAhead(NextBatch next) {
  return [queue = std::make_shared<BatchQueue>(std::move(next))](ExampleBatch& batch) {
    return queue->Take(batch);
  };
}

}  // namespace structlab::structured_learning
