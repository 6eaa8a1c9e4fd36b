// S23 to S26: times.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
namespace {

using common::FormatShort;
using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Query;
using harness::Results;
using harness::Setting;
using harness::Verdict;

constexpr double kLeastSpeedup = 30;
// A time that grows by less while the dimension grows from the smallest to the largest is "almost constant".
constexpr double kAlmostConstant = 2;
// "Much better": by so much more accuracy.
constexpr double kMuchBetter = 0.1;

std::string AtDimension(int64_t dimension) { return "dim=" + std::to_string(dimension); }

ClaimOutcome ThirtyTimesFaster(const Results& results, const std::string& dataset) {
  std::vector<Comparison> comparisons;
  for (const int64_t dimension : PlannedDimensions(results)) {
    comparisons.push_back({.name = "30 times HASH-OMP at " + AtDimension(dimension),
                           .less = TimeOf(dataset, kHashOmp, dimension),
                           .more = TimeOf(dataset, kRandomL1, dimension),
                           .factor = kLeastSpeedup});
  }
  return AllLess(results, comparisons);
}

ClaimOutcome ThirtyTimesFasterThanPrinted(const Results& results, const std::string& dataset) {
  const std::vector<int64_t> dimensions = PlannedDimensions(results);
  std::vector<ClaimOutcome> outcomes;
  for (const int64_t dimension : dimensions) {
    Pairs pairs = ScaledTimes(results, dataset, dimension);
    std::string ratio;
    if (!pairs.a.empty()) ratio = FormatShort(common::Mean(pairs.b) / common::Mean(pairs.a)) + " times; ";
    for (double& time : pairs.a) time *= kLeastSpeedup;
    ClaimOutcome outcome = harness::DecideLess(pairs, {.comparisons = static_cast<int>(dimensions.size())});
    outcome.evidence = AtDimension(dimension) + ": " + ratio + outcome.evidence;
    outcomes.push_back(std::move(outcome));
  }
  return harness::All(outcomes);
}

ClaimOutcome AlmostConstant(const Results& results, const std::string& dataset) {
  const std::vector<int64_t> dimensions = PlannedDimensions(results);
  if (dimensions.size() < 2) return {Verdict::kNotTested, "needs two dimensions"};
  return AllLess(
      results, {{.name = AtDimension(dimensions.back()) + " against twice " + AtDimension(dimensions.front()),
                 .less = TimeOf(dataset, kHashOmp, dimensions.back()),
                 .more = TimeOf(dataset, kHashOmp, dimensions.front()),
                 .factor = 1 / kAlmostConstant,
                 .ignored_keys = {"dim"}}});
}

ClaimOutcome Steep(const Results& results, const std::string& dataset) {
  const std::vector<int64_t> dimensions = PlannedDimensions(results);
  if (dimensions.size() < 2) return {Verdict::kNotTested, "needs two dimensions"};
  const double growth = static_cast<double>(dimensions.back()) / static_cast<double>(dimensions.front());
  return AllLess(results, {{.name = FormatShort(growth) + " times " + AtDimension(dimensions.front()) +
                                    " against " + AtDimension(dimensions.back()),
                            .less = TimeOf(dataset, kRandomL1, dimensions.front()),
                            .more = TimeOf(dataset, kRandomL1, dimensions.back()),
                            .factor = growth,
                            .ignored_keys = {"dim"}}});
}

Query AtEqualTimes(const std::string& dataset, const char* method, const char* metric, int64_t dimension) {
  return {.table = kOurEqualTimes,
          .dataset = dataset,
          .method = method,
          .metric = metric,
          .setting = OurKey(dimension)};
}

std::optional<double> MeanOf(const std::vector<Observation>& values) {
  if (values.empty()) return std::nullopt;
  return common::Mean(harness::Numbers(values));
}

// The largest dimension at which RANDOM-l1 is not slower; 0 if there is none, none without times.
std::optional<int64_t> RivalAsFast(const Results& results, const std::string& dataset, double time) {
  std::optional<int64_t> rival;
  for (const int64_t dimension : results.settings().Integers("l1_dimensions")) {
    const auto of_rival = MeanOf(results.Values(AtEqualTimes(dataset, kRandomL1, "running_time", dimension)));
    if (!of_rival) continue;
    rival = std::max(rival.value_or(0), *of_rival <= time ? dimension : 0);
  }
  return rival;
}

// Rivals are looked for among the dimensions that were measured at equal times.
ClaimOutcome BetterAtEqualTimes(const Results& results, const std::string& dataset) {
  std::vector<Comparison> comparisons;
  std::string impossible;
  for (const int64_t dimension : results.settings().Integers("hash_dimensions")) {
    const auto time = MeanOf(results.Values(AtEqualTimes(dataset, kHashOmp, "running_time", dimension)));
    if (!time) return {Verdict::kNotTested, "needs HASH-OMP at " + AtDimension(dimension)};
    const std::optional<int64_t> rival = RivalAsFast(results, dataset, *time);
    if (!rival) return {Verdict::kNotTested, "needs RANDOM-l1 at small dimensions"};
    const std::string name = "HASH-OMP at " + AtDimension(dimension) + " (" + FormatShort(*time) + " ms)";
    if (*rival == 0) {
      impossible.append(impossible.empty() ? "" : ", ").append(name);
      continue;
    }
    comparisons.push_back({.name = name + " against RANDOM-l1 at " + AtDimension(*rival),
                           .less = AtEqualTimes(dataset, kRandomL1, "accuracy", *rival),
                           .more = AtEqualTimes(dataset, kHashOmp, "accuracy", dimension),
                           .offset = kMuchBetter,
                           .ignored_keys = {"dim"}});
  }
  ClaimOutcome outcome;
  if (comparisons.empty()) {
    outcome = {Verdict::kUndecided, "RANDOM-l1 is slower at every dimension"};
  } else {
    outcome = AllLess(results, comparisons);
  }
  if (!impossible.empty()) outcome.evidence += "; RANDOM-l1 is never as fast as " + impossible;
  return outcome;
}

ClaimOutcome FasterThanRandomOmp(const Results& results, const std::string& dataset, bool of_features) {
  std::vector<Comparison> comparisons;
  for (const int64_t dimension : PlannedDimensions(results)) {
    const auto time = [&](const char* method) {
      Query query = TimeOf(dataset, method, dimension);
      if (!of_features) return query;
      query.table = kOurTimes;
      query.metric = "feature_time";
      query.setting = OurKey(dimension);
      return query;
    };
    comparisons.push_back({.name = AtDimension(dimension), .less = time(kHashOmp), .more = time(kRandomOmp)});
  }
  return AllLess(results, comparisons);
}

void AddSpeedups(const std::string& dataset, const std::string& data, std::vector<Claim>& claims) {
  claims.push_back(
      {.id = "S23",
       .part = dataset + ", both ours",
       .rule = std::string("30 times the mean time of HASH-OMP a query below that of our RANDOM-l1, at each "
                           "dimension; more than 150 times is not held against it") +
               kAllLessRule,
       .decide = [=](const Results& results) { return ThirtyTimesFaster(results, dataset); },
       .independent_of_data = true,
       .data = {data}});
  claims.push_back(
      {.id = "S23",
       .part = dataset + ", printed times scaled",
       .rule = std::string("30 times the mean time of HASH-OMP a query below the printed time of RANDOM-l1 "
                           "times (our time of EIGEN-OMP / its printed time), at each dimension: the common "
                           "yardstick is a pursuit on dense features that both have timed") +
               kAllLessRule,
       .decide = [=](const Results& results) { return ThirtyTimesFasterThanPrinted(results, dataset); },
       .independent_of_data = true,
       .data = {data}});
}

void AddGrowth(const std::string& dataset, const std::string& data, std::vector<Claim>& claims) {
  claims.push_back({.id = "S24",
                    .part = "HASH-OMP is almost flat, " + dataset,
                    .rule = std::string("the time of HASH-OMP at the largest dimension below twice that at "
                                        "the smallest, a sixth of it") +
                            kAllLessRule,
                    .decide = [=](const Results& results) { return AlmostConstant(results, dataset); },
                    .independent_of_data = true,
                    .data = {data}});
  claims.push_back({.id = "S24",
                    .part = "RANDOM-l1 grows steeply, " + dataset,
                    .rule = std::string("the time of RANDOM-l1 grows by more than the dimension does, from "
                                        "the smallest to the largest") +
                            kAllLessRule,
                    .decide = [=](const Results& results) { return Steep(results, dataset); },
                    .independent_of_data = true,
                    .data = {data}});
}

void AddHashAgainstRandom(const std::string& dataset, const std::string& data, std::vector<Claim>& claims) {
  for (const bool of_features : {false, true}) {
    claims.push_back(
        {.id = "S26",
         .part = std::string(of_features ? "features alone, " : "whole time, ") + dataset,
         .rule = std::string("mean time of HASH-OMP a query below that of RANDOM-OMP at each dimension") +
                 (of_features ? ", from pixels to features: where a sparse matrix can help" : "") +
                 kAllLessRule,
         .decide = [=](const Results& results) { return FasterThanRandomOmp(results, dataset, of_features); },
         .independent_of_data = true,
         .data = {data}});
  }
}

}  // namespace

std::vector<Claim> TimeClaims() {
  std::vector<Claim> claims;
  for (const FaceTask& task : FaceTasks()) {
    if (task.is_printed) AddSpeedups(task.name, task.data, claims);
  }
  for (const FaceTask& task : FaceTasks()) {
    if (task.is_printed) AddGrowth(task.name, task.data, claims);
  }
  for (const FaceTask& task : FaceTasks()) {
    if (!task.has_alpha) continue;
    claims.push_back(
        {.id = "S25",
         .part = task.name,
         .rule =
             std::string("accuracy of RANDOM-l1, at its largest measured dimension whose mean time is not "
                         "above that of HASH-OMP, plus 0.1 below the accuracy of HASH-OMP, at each of its "
                         "dimensions that RANDOM-l1 can be as fast as") +
             kAllLessRule,
         .decide = [=](const Results& results) { return BetterAtEqualTimes(results, task.name); },
         .data = {task.data}});
  }
  for (const FaceTask& task : FaceTasks()) {
    if (task.is_printed) AddHashAgainstRandom(task.name, task.data, claims);
  }
  return claims;
}

}  // namespace structlab::face_recognition
