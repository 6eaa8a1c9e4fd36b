#include "common/parallel.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <string>
#include <system_error>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::common {
namespace {

// The maximum number of chunks of a loop, for any number of threads: enough to keep threads evenly busy, and
// few enough to make their distribution cheap.
constexpr int64_t kMostChunks = 1024;

struct Chunks {
  explicit Chunks(int64_t all) : count(all), num(std::min(all, kMostChunks)) {}
  // Does not overflow for any count. The first chunks are one longer.
  int64_t begin(int64_t chunk) const { return count / num * chunk + std::min(chunk, count % num); }
  int64_t end(int64_t chunk) const { return begin(chunk + 1); }

  int64_t count;
  int64_t num;
};

// Keeps the exception of the lowest index that throws.
class FirstFailure {
 public:
  // The lowest index that has thrown so far.
  int64_t index() const { return index_.load(std::memory_order_relaxed); }
  void Catch(int64_t index) {
    const std::lock_guard lock(mutex_);
    if (index >= index_) return;
    index_ = index;
    exception_ = std::current_exception();
  }
  void Rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::mutex mutex_;
  std::atomic<int64_t> index_ = std::numeric_limits<int64_t>::max();
  std::exception_ptr exception_;
};

void CheckCount(int64_t count) {
  if (count < 0) ThrowUsageError("parallel loop", "a count >= 0", std::to_string(count));
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  if (threads < 1 || threads > 1024) ThrowUsageError("threads", "1 to 1024", std::to_string(threads));
  try {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { WaitForWork(); });
  } catch (const std::system_error& error) {
    Stop();
    ThrowEnvironmentError("threads", std::to_string(threads) + " could not be started: " + error.what(),
                          "ask for fewer");
  }
}

ThreadPool::~ThreadPool() { Stop(); }

void ThreadPool::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

void ThreadPool::Loop::Work() {
  while (true) {
    const int64_t index = next.fetch_add(1, std::memory_order_relaxed);
    if (index >= count) return;
    run(index);
  }
}

void ThreadPool::WaitForWork() {
  uint64_t last_loop = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return stopping_ || (loop_ != nullptr && num_loops_ != last_loop); });
    if (stopping_) return;
    last_loop = num_loops_;
    Loop* const loop = loop_;
    ++active_;
    lock.unlock();
    loop->Work();
    lock.lock();
    if (--active_ == 0) finished_.notify_one();
  }
}

void ThreadPool::Run(int64_t count, const std::function<void(int64_t)>& run) {
  Loop loop = {.count = count, .run = run};
  if (workers_.empty() || count <= 1 || busy_.exchange(true, std::memory_order_acquire)) return loop.Work();
  {
    const std::lock_guard lock(mutex_);
    loop_ = &loop;
    ++num_loops_;
  }
  work_.notify_all();
  loop.Work();
  {
    // From here on, a worker that wakes up finds no loop.
    std::unique_lock lock(mutex_);
    loop_ = nullptr;
    finished_.wait(lock, [this] { return active_ == 0; });
  }
  busy_.store(false, std::memory_order_release);
}

void ParallelFor(ThreadPool& pool, int64_t count, const std::function<void(int64_t)>& body) {
  CheckCount(count);
  const Chunks chunks(count);
  FirstFailure failure;
  pool.Run(chunks.num, [&, flag = StopScope::current()](int64_t chunk) {
    const StopScope scope(flag);
    int64_t index = chunks.begin(chunk);
    if (index > failure.index()) return;
    try {
      for (; index < chunks.end(chunk); ++index) {
        StopPoint();
        body(index);
      }
    } catch (...) {
      failure.Catch(index);
    }
  });
  failure.Rethrow();
}

double ParallelSum(ThreadPool& pool, int64_t count, const std::function<double(int64_t)>& term) {
  CheckCount(count);
  const Chunks chunks(count);
  std::vector<double> sums(chunks.num);
  ParallelFor(pool, chunks.num, [&](int64_t chunk) {
    double sum = 0.0;
    for (int64_t index = chunks.begin(chunk); index < chunks.end(chunk); ++index) sum += term(index);
    sums[chunk] = sum;
  });
  double total = 0.0;
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace structlab::common
