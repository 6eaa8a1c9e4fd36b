// S25: which is more accurate at equal times.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {
namespace {

using common::FormatShort;
using harness::ClaimOutcome;
using harness::DecideLessOfSplits;
using harness::Observation;
using harness::Query;
using harness::Results;
using harness::Verdict;

// "Much more accurate": by so much.
constexpr double kMuchBetter = 0.1;

Query AtEqualTimes(const std::string& dataset, const char* method, const char* metric, int64_t dimension) {
  return {.table = kOurEqualTimes,
          .dataset = dataset,
          .method = method,
          .metric = metric,
          .setting = OurKey(dimension)};
}

// A dimension of RANDOM-l1 in one trial.
struct Point {
  double time, accuracy;
};

// On the line through the points by the logarithm of time; that of the first before them, of the last behind.
double AccuracyAt(std::vector<Point> points, double time) {
  std::ranges::sort(points, {}, &Point::time);
  const auto after = std::ranges::lower_bound(points, time, {}, &Point::time);
  if (after == points.begin()) return after->accuracy;
  if (after == points.end()) return points.back().accuracy;
  const Point &slower = *after, &faster = *(after - 1);
  const double share = std::log(time / faster.time) / std::log(slower.time / faster.time);
  return faster.accuracy + share * (slower.accuracy - faster.accuracy);
}

std::map<uint64_t, double> BySeed(const std::vector<Observation>& observations) {
  std::map<uint64_t, double> values;
  for (const Observation& observation : observations) values[observation.seed()] = observation.value();
  return values;
}

std::map<uint64_t, std::vector<Point>> PointsOfL1(const Results& results, const FaceTask& task) {
  std::map<uint64_t, std::vector<Point>> points;
  for (const int64_t dimension : results.settings().Integers("l1_dimensions")) {
    const auto of = [&](const char* metric) {
      return BySeed(results.Values(AtEqualTimes(task.name, kRandomL1, metric, dimension)));
    };
    const std::map<uint64_t, double> times = of("running_time"), accuracies = of("accuracy");
    for (const auto& [seed, time] : times) {
      const auto accuracy = accuracies.find(seed);
      if (accuracy != accuracies.end()) points[seed].push_back({time, accuracy->second});
    }
  }
  return points;
}

// RANDOM-l1 in the time of HASH-OMP at one dimension, trial by trial.
struct AtEqualTime {
  harness::Pairs accuracies;  // a: RANDOM-l1, plus kMuchBetter; b: HASH-OMP
  size_t never_as_fast = 0;   // trials in which all dimensions are slower: a is that of the fastest
  size_t has_time_left = 0;   // and in which all are faster: a is that of the slowest
};

AtEqualTime InTimeOf(const Results& results, const FaceTask& task, int64_t dimension,
                     const std::map<uint64_t, std::vector<Point>>& points_of_l1) {
  const auto of_hash = [&](const char* metric) {
    return BySeed(results.Values(AtEqualTimes(task.name, kHashOmp, metric, dimension)));
  };
  const std::map<uint64_t, double> accuracies = of_hash("accuracy");
  AtEqualTime equal;
  for (const auto& [seed, time] : of_hash("running_time")) {
    const auto accuracy = accuracies.find(seed);
    const auto points = points_of_l1.find(seed);
    if (accuracy == accuracies.end() || points == points_of_l1.end()) continue;
    const auto [fastest, slowest] = std::ranges::minmax(points->second, {}, &Point::time);
    equal.never_as_fast += time < fastest.time ? 1 : 0;
    equal.has_time_left += time > slowest.time ? 1 : 0;
    equal.accuracies.a.push_back(AccuracyAt(points->second, time) + kMuchBetter);
    equal.accuracies.b.push_back(accuracy->second);
    equal.accuracies.labels.push_back("seed=" + std::to_string(seed));
  }
  return equal;
}

// Where RANDOM-l1 has more time than HASH-OMP in some trials, or could use more in some, it is not beaten by
// that, or does not beat.
ClaimOutcome Decide(const AtEqualTime& equal, double test_by_training, int comparisons) {
  ClaimOutcome outcome = DecideLessOfSplits(equal.accuracies, test_by_training, {.comparisons = comparisons});
  const std::string of_trials = " of " + std::to_string(equal.accuracies.a.size()) + " trials";
  if (equal.never_as_fast > 0) {
    outcome.evidence += "; slower at every dimension in " + std::to_string(equal.never_as_fast) + of_trials;
    if (outcome.verdict == Verdict::kFails) outcome.verdict = Verdict::kUndecided;
  }
  if (equal.has_time_left > 0) {
    outcome.evidence +=
        "; has time left for more features in " + std::to_string(equal.has_time_left) + of_trials;
    if (outcome.verdict == Verdict::kHolds) outcome.verdict = Verdict::kUndecided;
  }
  if (outcome.verdict == Verdict::kUndecided) outcome.chance = 0;
  return outcome;
}

ClaimOutcome BetterAtEqualTimes(const Results& results, const FaceTask& task) {
  const std::map<uint64_t, std::vector<Point>> points_of_l1 = PointsOfL1(results, task);
  std::vector<std::pair<std::string, AtEqualTime>> comparisons;
  std::string impossible;
  for (const int64_t dimension : results.settings().Integers("hash_dimensions")) {
    const std::vector<Observation> times =
        results.Values(AtEqualTimes(task.name, kHashOmp, "running_time", dimension));
    const AtEqualTime equal = InTimeOf(results, task, dimension, points_of_l1);
    if (equal.accuracies.a.size() < 3) {
      return {Verdict::kNotTested,
              "needs HASH-OMP at " + AtDimension(dimension) + " and RANDOM-l1 in at least 3 trials"};
    }
    const std::string name = "HASH-OMP at " + AtDimension(dimension) + " (" +
                             FormatShort(common::Mean(harness::Numbers(times))) + " ms)";
    if (equal.never_as_fast < equal.accuracies.a.size()) {
      comparisons.emplace_back(name, equal);
    } else {
      impossible.append(impossible.empty() ? "" : ", ").append(name);
    }
  }
  if (comparisons.empty()) return {Verdict::kUndecided, "RANDOM-l1 is slower at every dimension"};
  std::vector<ClaimOutcome> outcomes;
  for (const auto& [name, equal] : comparisons) {
    outcomes.push_back(Decide(equal, TestByTraining(task), static_cast<int>(comparisons.size())));
    outcomes.back().evidence = "RANDOM-l1, plus " + FormatShort(kMuchBetter) + ", in the time of " + name +
                               ": " + outcomes.back().evidence;
  }
  ClaimOutcome outcome = harness::All(outcomes);
  if (!impossible.empty()) outcome.evidence += "; RANDOM-l1 is never as fast as " + impossible;
  return outcome;
}

}  // namespace

harness::Claim EqualTimeClaim(const FaceTask& task) {
  return {.id = "S25",
          .part = task.accuracy_part,
          .rule = std::string(
                      "at each dimension of HASH-OMP that RANDOM-l1 can be as fast as: the accuracy of "
                      "RANDOM-l1 in the same time, plus 0.1, below that of HASH-OMP. Both are timed in one "
                      "process, in turn on the same queries, RANDOM-l1 at many dimensions; what it reaches "
                      "in that time is read in each trial off the line through its accuracies by the "
                      "logarithm of their times. Where it is slower at every dimension in some trials, its "
                      "fastest stands there and cannot make the claim fail, and where it is faster at every "
                      "one, its slowest, which cannot make it hold. 0.1 is ours; in print the least "
                      "difference is 0.345") +
                  kAllLessRule,
          .decide = [&task](const Results& results) { return BetterAtEqualTimes(results, task); },
          .data = {task.data}};
}

}  // namespace structlab::face_recognition
