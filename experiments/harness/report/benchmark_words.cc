#include "experiments/harness/report/benchmark_words.h"

#include <set>

#include "experiments/harness/report/comparison.h"

namespace structlab::harness {

std::string ReadableWithUnit(const std::optional<double>& value, const std::string& unit) {
  return value ? ReadableValue(*value, std::nullopt).append(" ").append(unit) : "";
}

std::string MarkOf(const RecordedBenchmark& row) {
  if (!row.is_met) return "–";
  return std::string(*row.is_met ? "✓ " : "✗ missed: ") + row.target;
}

std::string HowMeasured(const std::vector<RecordedBenchmark>& rows) {
  std::set<std::string> seen;
  std::string origins;
  for (const RecordedBenchmark& row : rows) {
    const std::string origin =
        "commit " + row.commit.substr(0, 10) + " on " + row.date + ", " + row.processor;
    if (seen.insert(origin).second) origins.append(origins.empty() ? "" : "; ").append(origin);
  }
  return "Measured by tools/bench beside the yardstick in the same run, and kept: not by the run that made "
         "this page. The ratio says how many times better ours is. Of " +
         origins + ".";
}

}  // namespace structlab::harness
