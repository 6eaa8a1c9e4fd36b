// Loops over independent pieces of work on several threads, with results that do not depend on how many.
#ifndef STRUCTLAB_COMMON_PARALLEL_H_
#define STRUCTLAB_COMMON_PARALLEL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace structlab::common {

// Threads that wait for work. The thread that calls a loop works with them, so that a pool of n threads
// starts n - 1. A pool that is already busy with a loop, because the body of this loop calls another one or
// because another thread does, leaves the second loop to its caller alone: nested loops give the same results
// and cannot deadlock. Safe to use from several threads.
class ThreadPool {
 public:
  // Throws Error(kUsage) unless 1 <= threads <= 1024, and Error(kEnvironment) if the system starts no more.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls run(0), ..., run(count - 1), each once, in this order but side by side, and returns when all have
  // returned. `run` must not throw. ParallelFor and ParallelSum are what a caller wants.
  void Run(int64_t count, const std::function<void(int64_t)>& run);

 private:
  struct Loop {
    int64_t count;
    const std::function<void(int64_t)>& run;
    std::atomic<int64_t> next = 0;
    void Work();
  };

  void WaitForWork();
  void Stop();

  std::vector<std::thread> workers_;
  std::atomic<bool> busy_ = false;
  std::mutex mutex_;                  // guards what follows
  std::condition_variable work_;      // there is a loop to work on, or an end
  std::condition_variable finished_;  // no worker is in the loop any more
  Loop* loop_ = nullptr;
  uint64_t num_loops_ = 0;
  int active_ = 0;  // workers in the loop
  bool stopping_ = false;
};

// Calls body(0), ..., body(count - 1), each once and possibly side by side. If calls throw, the exception of
// the lowest index that throws is thrown on; calls of higher indices may then be missing, all of lower ones
// have been made. Stopped (stop_point.h) is thrown before a body if the calling thread is told to stop.
void ParallelFor(ThreadPool& pool, int64_t count, const std::function<void(int64_t)>& body);

// term(0) + ... + term(count - 1), added in an order that depends on count alone: the sum has the same bits
// for any number of threads. Exceptions as in ParallelFor.
double ParallelSum(ThreadPool& pool, int64_t count, const std::function<double(int64_t)>& term);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PARALLEL_H_
