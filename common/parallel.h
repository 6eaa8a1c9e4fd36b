// Parallel loops over independent pieces of work. Results do not depend on the number of threads.
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

// Threads that wait for work. The calling thread takes part in each loop, so the pool starts one thread less.
// If the pool is busy (a loop body starts another loop, or another thread runs one), the second loop runs
// only in its calling thread. So nested loops give the same results and cannot deadlock. Thread-safe.
//
//     ThreadPool pool(4);
//     ParallelFor(pool, num_images, [&](int64_t i) { results[i] = Denoise(images[i]); });
class ThreadPool {
 public:
  // Throws Error(kUsage) unless 1 <= threads <= 1024, and Error(kEnvironment) if the system cannot start
  // them.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls run(0), ..., run(count - 1), each once, begun in this order on all threads, and returns when all
  // have returned. `run` must not throw. Callers should take ParallelFor or ParallelSum instead.
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

// Calls body(0), ..., body(count - 1), each once, on all threads of the pool. If bodies throw, the exception
// of the lowest such index is rethrown; all calls of lower indices have then been made, and calls of higher
// ones may be missing. If the calling thread is told to stop (stop_point.h), throws Stopped before the next
// body.
void ParallelFor(ThreadPool& pool, int64_t count, const std::function<void(int64_t)>& body);

// term(0) + ... + term(count - 1). The order of additions depends only on count, so the sum has the same bits
// for any number of threads. Exceptions as in ParallelFor.
//
//     const double loss = ParallelSum(pool, num_examples, [&](int64_t i) { return Loss(i); });
double ParallelSum(ThreadPool& pool, int64_t count, const std::function<double(int64_t)>& term);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PARALLEL_H_
