// Claim S25: which method is more accurate at equal times.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "experiments/face_recognition/faces.h"
#include "experiments/face_recognition/trial.h"
#include "experiments/harness/package.h"

namespace structlab::face_recognition {
namespace {

using harness::ClaimOutcome;
using harness::Less;
using harness::Results;
using harness::Values;
using harness::Verdict;

constexpr double kMuchBetter = 0.1;  // "much more accurate"; in print the least difference is 0.345
constexpr const char* kTable = "ours: accuracy by time";

// One dimension in one trial.
struct Point {
  double time = 0, accuracy = 0;
};
// Time and accuracy of a method, by seed and dimension.
std::map<uint64_t, std::map<double, Point>> PointsOf(const Results& results, const FaceTask& task,
                                                     const char* method) {
  std::map<uint64_t, std::map<double, Point>> points;
  const auto read = [&](const char* metric, double Point::*part) {
    const Values asked = {.table = kTable, .metric = metric, .method = method, .dataset = task.name};
    for (const harness::FinishedCase& finished : results.cases()) {
      for (const harness::RecordedValue& value : finished.record.values) {
        if (!asked.Contain(value.key, finished.c)) continue;
        points[finished.c.seed][value.key.setting.Number("dim")].*part = value.value;
      }
    }
  };
  read("running_time", &Point::time);
  read("accuracy", &Point::accuracy);
  return points;
}

// At each dimension of HASH-OMP: its accuracy against the best of RANDOM-l1 among the dimensions that are no
// slower. Where RANDOM-l1 is never as fast in some trial the dimension is left out, as the source does.
ClaimOutcome Decide(const Results& results, const FaceTask& task, const char* hash_method) {
  const auto of_hash = PointsOf(results, task, hash_method), of_l1 = PointsOf(results, task, kRandomL1);
  std::map<double, harness::Pairs> by_dimension;
  std::map<double, int> never_as_fast;
  for (const auto& [seed, points] : of_hash) {
    if (!of_l1.contains(seed)) continue;
    for (const auto& [dimension, hash] : points) {
      double best = -1;
      for (const auto& [other, l1] : of_l1.at(seed)) {
        if (l1.time <= hash.time) best = std::max(best, l1.accuracy);
      }
      if (best < 0) ++never_as_fast[dimension];
      harness::Pairs& pairs = by_dimension[dimension];
      pairs.a.push_back(best + kMuchBetter);
      pairs.b.push_back(hash.accuracy);
    }
  }
  std::erase_if(by_dimension, [&](const auto& entry) { return never_as_fast.contains(entry.first); });
  std::string left_out;
  for (const auto& [dimension, trials] : never_as_fast) {
    left_out += fmt::format("; RANDOM-l1 is slower at every dimension than HASH-OMP at {}, in {} trials",
                            dimension, trials);
  }
  if (by_dimension.empty()) return {Verdict::kNotTested, "no dimension has equal times" + left_out};
  std::vector<ClaimOutcome> outcomes;
  for (const auto& [dimension, pairs] : by_dimension) {
    outcomes.push_back(harness::DecideLessOfSplits(pairs, task.test_by_training(),
                                                   {.comparisons = static_cast<int>(by_dimension.size())}));
    outcomes.back().evidence =
        fmt::format("in the time of HASH-OMP at {}: {}", dimension, outcomes.back().evidence);
  }
  ClaimOutcome all = harness::All(outcomes);
  all.evidence += left_out;
  return all;
}

}  // namespace

void EqualTimes(harness::Package& package) {
  const FaceTask& task = FindFaceTask(kOccluded);
  const std::string cases = "equal-times/";
  const Values accuracy = {.table = kTable, .metric = "accuracy", .dataset = task.name, .cases = cases};
  const Values time = {.table = kTable, .metric = "running_time", .dataset = task.name, .cases = cases};
  const Values printed = {.table = "Table 3.3", .metric = "accuracy", .dataset = kAr};
  const harness::Rule as_printed = Less(printed.Of(kRandomL1).Margin(kMuchBetter), printed.Of(kHashOmp))
                                       .AtEach("runtime_level", {2, 3, 4})
                                       .ByAtLeast(harness::Absolute(0))
                                       .OfSplits(FindFaceTask(kAr).test_by_training());
  package.NotTested("S25", "AR", kNoAr, as_printed);
  for (const char* method : {kHashOmp, kFastHashOmp}) {
    package.Stricter(
        "S25", kWithOccluders, fmt::format("{}, YaleB with drawn occluders", method),
        harness::Custom(
            fmt::format(
                "the best accuracy of RANDOM-l1 in the time of {}, plus {}, below the accuracy of {}, at "
                "each dimension where RANDOM-l1 can be as fast, paired over the seeds (95% t interval, "
                "corrected for splits of the same examples)",
                method, kMuchBetter, method),
            {accuracy, time}, [=, &task](const Results& results) { return Decide(results, task, method); }));
  }
}

}  // namespace structlab::face_recognition
