// Rows of a benchmark: ours measured beside a yardstick, as tools/bench collects them.
#ifndef STRUCTLAB_COMMON_BENCHMARK_ROW_H_
#define STRUCTLAB_COMMON_BENCHMARK_ROW_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// One measurement. The yardstick is an independent program or the arithmetic itself; empty if there is none.
struct BenchmarkRow {
  std::string benchmark;  // name/variant
  double value = 0;
  std::string unit;  // "s", "ms", "MiB", ...: less is better; a rate ends in "/s": more is better
  std::string yardstick = {};
  double yardstick_value = 0;  // in the same unit
  int threads = 1;
  std::string note = {};
};

// How many times better ours is than the yardstick, above 1 if ours wins; NaN without a yardstick.
double BenchmarkRatio(const BenchmarkRow& row);

// The row as tools/bench reads it: tab separated, "target" empty (tools/bench knows it), ends in a newline.
// Tabs and line breaks in a text become spaces.
std::string FormatBenchmarkRow(const BenchmarkRow& row);

// What a benchmark program is asked for: [--only=GLOB[,GLOB...]], where * stands for any text and ? for one
// character. Without it everything is selected.
//
//   int main(int argc, char** argv) {
//     const BenchmarkSelection selection(argc, argv);
//     if (selection.Contains("max_flow_venus/grid")) std::fputs(FormatBenchmarkRow(...).c_str(), stdout);
//   }
class BenchmarkSelection {
 public:
  // Throws common::Error (usage) at any other argument.
  BenchmarkSelection(int argc, const char* const* argv);

  bool Contains(std::string_view benchmark) const;

 private:
  std::vector<std::string> patterns_;
};

// What is measured: the processor time of all threads of the process, which other programs on the machine
// hardly change, or the time that passes, for work on several threads.
enum class BenchmarkClock { kProcessor, kWall };

// Seconds that one call takes.
double MeasureSeconds(const std::function<void()>& work, BenchmarkClock clock = BenchmarkClock::kProcessor);

// The middle one of the values, the mean of the middle two if their number is even. Throws common::Error
// (usage) if there are none.
double MedianOf(std::span<const double> values);

// Median seconds of `runs` calls, after one that is not counted.
double MedianSeconds(const std::function<void()>& work, int runs,
                     BenchmarkClock clock = BenchmarkClock::kProcessor);

struct PairedSeconds {
  double ours = 0, yardstick = 0;
};

// Median seconds of ours and of the yardstick, `runs` calls of each in turns after one of each that is not
// counted; who begins changes with every turn. A machine that slows down for a while so slows down both.
// Google Benchmark cannot do this: it ends the runs of one function before it begins those of the next.
PairedSeconds InterleavedMedians(const std::function<void()>& ours, const std::function<void()>& yardstick,
                                 int runs, BenchmarkClock clock = BenchmarkClock::kProcessor);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BENCHMARK_ROW_H_
