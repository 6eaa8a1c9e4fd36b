#include "common/benchmark_row.h"

#include <fnmatch.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::common {
namespace {

constexpr std::string_view kOnly = "--only=";

double Now(BenchmarkClock clock) {
  timespec time;
  STRUCTLAB_CHECK(
      clock_gettime(clock == BenchmarkClock::kProcessor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC,
                    &time) == 0);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::string OneCell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

double BenchmarkRatio(const BenchmarkRow& row) {
  if (row.yardstick.empty()) return std::numeric_limits<double>::quiet_NaN();
  return row.unit.ends_with("/s") ? row.value / row.yardstick_value : row.yardstick_value / row.value;
}

std::string FormatBenchmarkRow(const BenchmarkRow& row) {
  const bool alone = row.yardstick.empty();
  const std::string cells[] = {
      OneCell(row.benchmark),
      FormatDouble(row.value),
      OneCell(row.unit),
      OneCell(row.yardstick),
      alone ? "" : FormatDouble(row.yardstick_value),
      alone ? "" : FormatDouble(BenchmarkRatio(row)),
      "",  // target
      std::to_string(row.threads),
      OneCell(row.note),
  };
  std::string line;
  for (const std::string& cell : cells) line.append(line.empty() ? "" : "\t").append(cell);
  return line + "\n";
}

BenchmarkSelection::BenchmarkSelection(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (!argument.starts_with(kOnly) || argument.size() == kOnly.size()) {
      ThrowUsageError(argv[i], "--only=GLOB[,GLOB...]", argv[i]);
    }
    argument.remove_prefix(kOnly.size());
    for (size_t comma = 0; comma != std::string_view::npos;) {
      comma = argument.find(',');
      patterns_.emplace_back(argument.substr(0, comma));
      argument.remove_prefix(comma == std::string_view::npos ? argument.size() : comma + 1);
    }
  }
}

bool BenchmarkSelection::Contains(std::string_view benchmark) const {
  const std::string name(benchmark);
  return patterns_.empty() ||
         std::any_of(patterns_.begin(), patterns_.end(), [&name](const std::string& glob) {
           return fnmatch(glob.c_str(), name.c_str(), 0) == 0;
         });
}

double MeasureSeconds(const std::function<void()>& work, BenchmarkClock clock) {
  const double begin = Now(clock);
  work();
  return Now(clock) - begin;
}

double MedianOf(std::span<const double> values) {
  if (values.empty()) ThrowUsageError("MedianOf", "at least one value", "none");
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double MedianSeconds(const std::function<void()>& work, int runs, BenchmarkClock clock) {
  work();
  std::vector<double> seconds;
  for (int run = 0; run < runs; ++run) seconds.push_back(MeasureSeconds(work, clock));
  return MedianOf(seconds);
}

PairedSeconds InterleavedMedians(const std::function<void()>& ours, const std::function<void()>& yardstick,
                                 int runs, BenchmarkClock clock) {
  ours();
  yardstick();
  std::vector<double> our_seconds, yardstick_seconds;
  for (int run = 0; run < runs; ++run) {
    if (run % 2 == 0) our_seconds.push_back(MeasureSeconds(ours, clock));
    yardstick_seconds.push_back(MeasureSeconds(yardstick, clock));
    if (run % 2 == 1) our_seconds.push_back(MeasureSeconds(ours, clock));
  }
  return {.ours = MedianOf(our_seconds), .yardstick = MedianOf(yardstick_seconds)};
}

}  // namespace structlab::common
