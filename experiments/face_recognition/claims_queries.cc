#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/face_recognition/source.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

using harness::ClaimOutcome;
using harness::DecideLessOfSplits;
using harness::Pairs;
using harness::Query;
using harness::Results;
using harness::Verdict;

Pairs PairsOf(const Results& results, const Comparison& comparison) {
  Pairs pairs = harness::Pair(results.Values(comparison.less), results.Values(comparison.more),
                              comparison.ignored_keys);
  for (double& value : pairs.a) value = comparison.factor * value + comparison.offset;
  return pairs;
}

ClaimOutcome AllLess(const Results& results, const std::vector<Comparison>& comparisons,
                     double test_by_training) {
  const harness::Certainty certainty = {.comparisons = static_cast<int>(comparisons.size())};
  std::vector<ClaimOutcome> outcomes;
  for (const Comparison& comparison : comparisons) {
    ClaimOutcome outcome = DecideLessOfSplits(PairsOf(results, comparison), test_by_training, certainty);
    outcome.evidence = comparison.name + ": " + outcome.evidence;
    outcomes.push_back(std::move(outcome));
  }
  return harness::All(outcomes);
}

double TestByTraining(const FaceTask& task) {
  return static_cast<double>(task.split.test) / task.split.training;
}

ClaimOutcome Agreed(const std::vector<NamedOutcome>& outcomes) {
  const auto count = [&](Verdict verdict) {
    return static_cast<size_t>(std::ranges::count_if(
        outcomes, [&](const NamedOutcome& one) { return one.outcome.verdict == verdict; }));
  };
  ClaimOutcome all;
  for (const NamedOutcome& one : outcomes) {
    const std::string_view word = one.outcome.verdict == Verdict::kHolds       ? " holds ("
                                  : one.outcome.verdict == Verdict::kFails     ? " fails ("
                                  : one.outcome.verdict == Verdict::kUndecided ? " is undecided ("
                                                                               : " is not tested (";
    all.evidence.append(all.evidence.empty() ? "" : "; ").append(one.name).append(word);
    all.evidence.append(one.outcome.evidence).append(")");
  }
  if (outcomes.empty() || count(Verdict::kNotTested) > 0) return all;
  all.verdict = count(Verdict::kHolds) == outcomes.size()   ? Verdict::kHolds
                : count(Verdict::kFails) == outcomes.size() ? Verdict::kFails
                                                            : Verdict::kUndecided;
  if (all.verdict == Verdict::kFails) {
    all.chance = 1;  // no likelier by chance than the surest one
    for (const NamedOutcome& one : outcomes) all.chance = std::min(all.chance, one.outcome.chance);
  }
  return all;
}

std::string AtDimension(int64_t dimension) { return "dim=" + std::to_string(dimension); }

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

Query TimedOf(const std::string& dataset, const std::string& method, int64_t dimension,
              std::optional<int> percent, const char* metric, bool at_equal_atoms) {
  return {.table = kOurTimed,
          .dataset = dataset,
          .method = method,
          .metric = metric,
          .setting = TimedKey(dimension, percent, at_equal_atoms)};
}

std::optional<double> PrintedValue(const harness::RowKey& key) {
  for (const harness::ReportedRow& row : harness::ParseReported(kReported, "reported.tsv")) {
    if (row.key == key) return row.value;
  }
  return std::nullopt;
}

Pairs ScaledTimes(const Results& results, const std::string& dataset, int64_t dimension, int percent,
                  const char* yardstick) {
  const auto printed = [&](const char* method) {
    return PrintedValue({kTable32, dataset, method, DimensionKey(dimension), "running_time"});
  };
  const std::optional<double> of_l1 = printed(kRandomL1), of_yardstick = printed(yardstick);
  if (!of_l1 || !of_yardstick) return {};
  Pairs pairs = PairsOf(results, {.name = yardstick,
                                  .less = TimedOf(dataset, kHashOmp, dimension, percent),
                                  .more = TimedOf(dataset, yardstick, dimension, std::nullopt),
                                  .ignored_keys = {"u"}});
  for (double& time : pairs.b) time *= *of_l1 / *of_yardstick;
  return pairs;
}

}  // namespace structlab::face_recognition
