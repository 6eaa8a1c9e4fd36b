#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/face_recognition/source.h"
#include "experiments/harness/reported.h"

namespace structlab::face_recognition {

using harness::ClaimOutcome;
using harness::Pairs;
using harness::Query;
using harness::Results;

namespace {

Pairs PairsOf(const Results& results, const Comparison& comparison) {
  Pairs pairs = harness::Pair(results.Values(comparison.less), results.Values(comparison.more),
                              comparison.ignored_keys);
  for (double& value : pairs.a) value = comparison.factor * value + comparison.offset;
  return pairs;
}

}  // namespace

ClaimOutcome AllLess(const Results& results, const std::vector<Comparison>& comparisons) {
  const harness::Certainty certainty = {.comparisons = static_cast<int>(comparisons.size())};
  std::vector<ClaimOutcome> outcomes;
  for (const Comparison& comparison : comparisons) {
    ClaimOutcome outcome = harness::DecideLess(PairsOf(results, comparison), certainty);
    outcome.evidence = comparison.name + ": " + outcome.evidence;
    outcomes.push_back(std::move(outcome));
  }
  return harness::All(outcomes);
}

std::vector<int64_t> PlannedDimensions(const Results& results) {
  std::vector<int64_t> dimensions = results.settings().Integers("dimensions");
  std::ranges::sort(dimensions);
  return dimensions;
}

Query AccuracyOf(const std::string& dataset, const std::string& method, int64_t dimension) {
  return {.table = kTable31,
          .dataset = dataset,
          .method = method,
          .metric = "accuracy",
          .setting = DimensionKey(dimension)};
}

Query TimeOf(const std::string& dataset, const std::string& method, int64_t dimension) {
  return {.table = kTable32,
          .dataset = dataset,
          .method = method,
          .metric = "running_time",
          .setting = DimensionKey(dimension)};
}

std::optional<double> PrintedValue(const harness::RowKey& key) {
  for (const harness::ReportedRow& row : harness::ParseReported(kReported, "reported.tsv")) {
    if (row.key == key) return row.value;
  }
  return std::nullopt;
}

Pairs ScaledTimes(const Results& results, const std::string& dataset, int64_t dimension) {
  const auto printed = [&](const char* method) {
    return PrintedValue({kTable32, dataset, method, DimensionKey(dimension), "running_time"});
  };
  const std::optional<double> of_l1 = printed(kRandomL1), of_yardstick = printed(kEigenOmp);
  if (!of_l1 || !of_yardstick) return {};
  Pairs pairs = harness::Pair(results.Values(TimeOf(dataset, kHashOmp, dimension)),
                              results.Values(TimeOf(dataset, kEigenOmp, dimension)));
  for (double& time : pairs.b) time *= *of_l1 / *of_yardstick;
  return pairs;
}

}  // namespace structlab::face_recognition
