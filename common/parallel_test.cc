#include "common/parallel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::common {
namespace {

constexpr int kThreads[] = {1, 2, 3, 4, 8};
constexpr int64_t kCounts[] = {0, 1, 2, 7, 1023, 1024, 1025, 5000};

TEST(ParallelFor, CallsEachIndexOnce) {
  for (const int threads : kThreads) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (const int64_t count : kCounts) {
      std::vector<int> calls(count);
      ParallelFor(pool, count, [&](int64_t i) { ++calls[i]; });
      EXPECT_EQ(calls, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

// Each call waits until all threads have arrived, which is possible only if all of them work.
TEST(ParallelFor, UsesAllThreads) {
  constexpr int kNumThreads = 4;
  ThreadPool pool(kNumThreads);
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::thread::id> arrived;
  ParallelFor(pool, kNumThreads, [&](int64_t) {
    std::unique_lock lock(mutex);
    arrived.insert(std::this_thread::get_id());
    changed.notify_all();
    changed.wait(lock, [&] { return arrived.size() == kNumThreads; });
  });
  EXPECT_EQ(arrived.size(), static_cast<size_t>(kNumThreads));
}

TEST(ParallelSum, HasTheSameBitsForAnyNumberOfThreads) {
  for (const int64_t count : kCounts) {
    RandomStream stream(1, "parallel_test/sum", static_cast<uint64_t>(count));
    std::vector<double> terms(count);
    // Of many magnitudes, so that another order would give other bits.
    for (double& term : terms) term = std::ldexp(stream.Normal(), static_cast<int>(stream.UniformIndex(60)));
    const auto term = [&](int64_t i) { return terms[i]; };
    ThreadPool one(1);
    const double expected = ParallelSum(one, count, term);
    long double exact = 0.0L;
    for (const double value : terms) exact += value;
    EXPECT_NEAR(expected, static_cast<double>(exact), 1e-9 * std::abs(static_cast<double>(exact)));
    for (const int threads : kThreads) {
      ThreadPool pool(threads);
      for (int repeat = 0; repeat < 5; ++repeat) {
        EXPECT_EQ(std::bit_cast<uint64_t>(ParallelSum(pool, count, term)), std::bit_cast<uint64_t>(expected));
      }
    }
  }
}

TEST(ParallelFor, ThrowsTheExceptionOfTheLowestIndex) {
  for (const int threads : kThreads) {
    ThreadPool pool(threads);
    for (uint64_t seed = 0; seed < 200; ++seed) {
      RandomStream stream(seed, "parallel_test/exceptions");
      const int64_t count = 1 + static_cast<int64_t>(stream.UniformIndex(3000));
      std::set<int64_t> failing;
      for (uint64_t i = stream.UniformIndex(4) + 1; i > 0; --i) {
        failing.insert(static_cast<int64_t>(stream.UniformIndex(static_cast<uint64_t>(count))));
      }
      std::vector<int> calls(count);
      std::string message;
      try {
        ParallelFor(pool, count, [&](int64_t i) {
          ++calls[i];
          if (failing.contains(i)) throw std::runtime_error(std::to_string(i));
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      ASSERT_EQ(message, std::to_string(*failing.begin())) << threads << " threads, seed " << seed;
      for (int64_t i = 0; i <= *failing.begin(); ++i) ASSERT_EQ(calls[i], 1);
    }
    // The pool works on after that.
    EXPECT_EQ(ParallelSum(pool, 100, [](int64_t i) { return static_cast<double>(i); }), 4950.0);
    EXPECT_THROW(ParallelSum(pool, 100, [](int64_t) -> double { throw std::runtime_error("x"); }),
                 std::runtime_error);
  }
}

TEST(ParallelFor, NestsOnTheSamePool) {
  for (const int threads : kThreads) {
    ThreadPool pool(threads);
    std::vector<double> sums(50);
    ParallelFor(pool, 50, [&](int64_t i) {
      sums[i] = ParallelSum(pool, 3000, [&](int64_t j) { return std::sqrt(static_cast<double>(i * j)); });
    });
    ThreadPool one(1);
    for (int64_t i = 0; i < 50; ++i) {
      EXPECT_EQ(sums[i],
                ParallelSum(one, 3000, [&](int64_t j) { return std::sqrt(static_cast<double>(i * j)); }));
    }
  }
}

// A loop on pool a calls one on pool b that calls one on pool a, while another thread goes the other way.
TEST(ParallelFor, NestsAcrossPoolsAndThreads) {
  ThreadPool a(3);
  ThreadPool b(3);
  std::atomic<int> calls = 0;
  const auto nest = [&calls](ThreadPool& outer, ThreadPool& inner) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      ParallelFor(outer, 5, [&](int64_t) {
        ParallelFor(inner, 5, [&](int64_t) { ParallelFor(outer, 5, [&](int64_t) { ++calls; }); });
      });
    }
  };
  std::thread other([&] { nest(b, a); });
  nest(a, b);
  other.join();
  EXPECT_EQ(calls, 2 * 20 * 125);
}

TEST(ThreadPool, StartsAndStopsWithoutWork) {
  for (int repeat = 0; repeat < 100; ++repeat) ThreadPool pool(4);
}

TEST(ThreadPool, RefusesWrongNumbers) {
  EXPECT_THROW(ThreadPool(0), Error);
  EXPECT_THROW(ThreadPool(-1), Error);
  EXPECT_THROW(ThreadPool(1025), Error);
  ThreadPool pool(2);
  EXPECT_THROW(ParallelFor(pool, -1, [](int64_t) {}), Error);
  EXPECT_THROW(ParallelSum(pool, -1, [](int64_t) { return 0.0; }), Error);
}

}  // namespace
}  // namespace structlab::common
