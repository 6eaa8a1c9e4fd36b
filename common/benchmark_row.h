// Rows of a benchmark as tools/bench collects them: our value, and the value of a yardstick to compare with.
#ifndef STRUCTLAB_COMMON_BENCHMARK_ROW_H_
#define STRUCTLAB_COMMON_BENCHMARK_ROW_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// One measurement. The yardstick is an independent program, or the bare arithmetic. Without a yardstick its
// name is empty.
struct BenchmarkRow {
  std::string benchmark;  // name/variant
  double value = 0;
  std::string unit;  // "s", "ms", "MiB", ...: less is better; a rate ends in "/s": more is better
  std::string yardstick = {};
  double yardstick_value = 0;  // in the same unit
  int threads = 1;
  std::string note = {};
};

// The factor by which ours is better than the yardstick: above 1 if ours is better, NaN without a yardstick.
double BenchmarkRatio(const BenchmarkRow& row);

// The row as tools/bench reads it: separated by tabs, with a newline at the end. The cell "target" is empty;
// tools/bench fills it in. Tabs and line breaks in texts become spaces.
std::string FormatBenchmarkRow(const BenchmarkRow& row);

// The benchmarks that the command line selects by [--only=GLOB[,GLOB...]], where * matches any text and ? one
// character. Without the flag, all are selected.
//
//   int main(int argc, char** argv) {
//     const BenchmarkSelection selection(argc, argv);
//     if (selection.Contains("max_flow_venus/grid")) std::fputs(FormatBenchmarkRow(...).c_str(), stdout);
//   }
class BenchmarkSelection {
 public:
  // Throws common::Error (usage) for any other argument.
  BenchmarkSelection(int argc, const char* const* argv);

  bool Contains(std::string_view benchmark) const;

 private:
  std::vector<std::string> patterns_;
};

// kProcessor: processor time of all threads of the process; other programs hardly change it. kWall: elapsed
// time, for work on several threads.
enum class BenchmarkClock { kProcessor, kWall };

// The seconds that one call takes.
double MeasureSeconds(const std::function<void()>& work, BenchmarkClock clock = BenchmarkClock::kProcessor);

// The median: the middle value, or the mean of the two middle values. Throws common::Error (usage) without
// values.
double MedianOf(std::span<const double> values);

// Median seconds of `runs` calls, after one warm-up call that is not counted.
double MedianSeconds(const std::function<void()>& work, int runs,
                     BenchmarkClock clock = BenchmarkClock::kProcessor);

struct PairedSeconds {
  double ours = 0, yardstick = 0;
};

// Median seconds of ours and of the yardstick: `runs` calls of each in alternation, after one warm-up call of
// each. The order within a pair changes every time. If the machine slows down for a while, both are affected
// alike. Google Benchmark cannot do this: it finishes the runs of one function before the next.
PairedSeconds InterleavedMedians(const std::function<void()>& ours, const std::function<void()>& yardstick,
                                 int runs, BenchmarkClock clock = BenchmarkClock::kProcessor);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BENCHMARK_ROW_H_
