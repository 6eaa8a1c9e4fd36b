#include "common/benchmark_row.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

BenchmarkSelection Select(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  return BenchmarkSelection(static_cast<int>(arguments.size()), arguments.data());
}

TEST(BenchmarkRow, RatioIsAboveOneWhereOursWins) {
  EXPECT_EQ(
      BenchmarkRatio({.benchmark = "a", .value = 2, .unit = "s", .yardstick = "b", .yardstick_value = 6}), 3);
  EXPECT_EQ(BenchmarkRatio(
                {.benchmark = "a", .value = 6, .unit = "words/s", .yardstick = "b", .yardstick_value = 2}),
            3);
  EXPECT_TRUE(std::isnan(BenchmarkRatio({.benchmark = "a", .value = 2, .unit = "s"})));
}

TEST(BenchmarkRow, IsPrintedAsNineCells) {
  EXPECT_EQ(FormatBenchmarkRow({.benchmark = "cut/grid",
                                .value = 0.25,
                                .unit = "s",
                                .yardstick = "Boost",
                                .yardstick_value = 1,
                                .threads = 2,
                                .note = "a\tb\nc"}),
            "cut/grid\t0.25\ts\tBoost\t1\t4\t\t2\ta b c\n");
  EXPECT_EQ(FormatBenchmarkRow({.benchmark = "cut/grid", .value = 3, .unit = "MiB"}),
            "cut/grid\t3\tMiB\t\t\t\t\t1\t\n");
}

TEST(BenchmarkSelection, TakesWhatOneOfTheGlobsMatches) {
  EXPECT_TRUE(Select({}).Contains("cut/grid"));
  const BenchmarkSelection some = Select({"--only=cut/*,path/?"});
  EXPECT_TRUE(some.Contains("cut/grid"));
  EXPECT_TRUE(some.Contains("path/a"));
  EXPECT_FALSE(some.Contains("path/ab"));
  EXPECT_FALSE(some.Contains("cut"));
}

TEST(BenchmarkSelection, RefusesOtherArguments) {
  for (const char* const argument : {"--onyl=x", "x", "--only="}) {
    const std::string message = MessageOf(ErrorKind::kUsage, [&] { Select({argument}); });
    EXPECT_NE(message.find(argument), std::string::npos) << message;
  }
}

TEST(BenchmarkMedian, IsTheMiddle) {
  EXPECT_EQ(MedianOf(std::vector<double>{5, 1, 3}), 3);
  EXPECT_EQ(MedianOf(std::vector<double>{5, 1, 3, 4}), 3.5);
  EXPECT_THROW(MedianOf({}), Error);
}

TEST(BenchmarkMedians, CallsAreInTurnsAndWhoBeginsChanges) {
  std::string calls;
  InterleavedMedians([&calls] { calls += 'o'; }, [&calls] { calls += 'y'; }, 3);
  EXPECT_EQ(calls,
            "oy"
            "oy"
            "yo"
            "oy");
}

// Work of its own processor time, told apart from no work by the clock that counts it.
TEST(BenchmarkMedians, MeasuresTheWork) {
  double sum = 0;
  const auto work = [&sum] {
    for (int i = 1; i < 1'000'000; ++i) sum += 1.0 / i;
  };
  for (const BenchmarkClock clock : {BenchmarkClock::kProcessor, BenchmarkClock::kWall}) {
    const PairedSeconds seconds = InterleavedMedians(
        work, [] {}, 3, clock);
    EXPECT_GT(seconds.ours, seconds.yardstick);
    EXPECT_GT(MedianSeconds(work, 3, clock), 0);
  }
  EXPECT_GT(sum, 1);
}

}  // namespace
}  // namespace structlab::common
