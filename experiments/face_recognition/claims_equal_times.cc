// S25: which is more accurate at equal times.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/harness/resampled_claim.h"

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

// Of the measured dimensions of RANDOM-l1: the largest that is not slower, and the least from which on all
// are slower. Dimensions of which the trials say neither lie between them, or in front where none is known to
// be as fast.
struct Rivals {
  std::optional<int64_t> as_fast = {}, slower = {};
  std::vector<int64_t> in_doubt = {};
  bool is_never_as_fast = true;
};

// None if there are too few trials to tell, or none of RANDOM-l1.
std::optional<Rivals> RivalsOf(const Results& results, const FaceTask& task, int64_t dimension) {
  std::vector<int64_t> dimensions = results.settings().Integers("l1_dimensions");
  std::ranges::sort(dimensions);
  // Each of the dimensions may be taken for another than it is.
  const harness::Certainty certainty = {.confidence = 1 - 0.05 / static_cast<double>(dimensions.size())};
  std::optional<Rivals> rivals;
  for (const int64_t rival : dimensions) {
    const Query time = AtEqualTimes(task.name, kRandomL1, "running_time", rival);
    if (results.Values(time).empty()) continue;
    const Comparison comparison = {.name = AtDimension(rival),
                                   .less = time,
                                   .more = AtEqualTimes(task.name, kHashOmp, "running_time", dimension),
                                   .ignored_keys = {"dim"}};
    const Verdict is_as_fast =
        DecideLessOfSplits(PairsOf(results, comparison), TestByTraining(task), certainty).verdict;
    if (is_as_fast == Verdict::kNotTested) return std::nullopt;
    if (!rivals) rivals = Rivals();
    if (is_as_fast == Verdict::kFails) {
      if (!rivals->slower) rivals->slower = rival;
      continue;
    }
    rivals->is_never_as_fast = false;
    rivals->slower.reset();
    if (is_as_fast == Verdict::kHolds) {
      rivals->as_fast = rival;
      rivals->in_doubt.clear();
    } else {
      rivals->in_doubt.push_back(rival);
    }
  }
  return rivals;
}

std::string TextOf(const std::vector<int64_t>& in_doubt) {
  std::string text;
  for (const int64_t dimension : in_doubt) {
    text.append(text.empty() ? "as fast or not at " : ", ").append(AtDimension(dimension));
  }
  return text.empty() ? text : text + "; ";
}

// At one dimension of HASH-OMP. Between its two rivals RANDOM-l1 could be exactly as fast, and would be about
// as accurate as one of them: what beats the slower one beats it, what does not beat the faster one does not.
ClaimOutcome BetterThanRivals(const Results& results, const FaceTask& task, int64_t dimension,
                              const Rivals& rivals, int comparisons) {
  const auto against = [&](int64_t rival) {
    const Comparison comparison = {.name = AtDimension(rival),
                                   .less = AtEqualTimes(task.name, kRandomL1, "accuracy", rival),
                                   .more = AtEqualTimes(task.name, kHashOmp, "accuracy", dimension),
                                   .offset = kMuchBetter,
                                   .ignored_keys = {"dim"}};
    ClaimOutcome outcome =
        DecideLessOfSplits(PairsOf(results, comparison), TestByTraining(task), {.comparisons = comparisons});
    outcome.evidence = "RANDOM-l1 at " + AtDimension(rival) + ", plus " + common::FormatShort(kMuchBetter) +
                       ": " + outcome.evidence;
    return outcome;
  };
  std::string evidence;
  if (rivals.as_fast) {
    ClaimOutcome of_fast = against(*rivals.as_fast);
    if (of_fast.verdict == Verdict::kFails || of_fast.verdict == Verdict::kNotTested) return of_fast;
    evidence = of_fast.evidence + "; ";
  }
  evidence += TextOf(rivals.in_doubt);
  if (!rivals.slower) {
    evidence += "no RANDOM-l1 that was measured is slower: it has time left for more features";
    return {Verdict::kUndecided, evidence};
  }
  ClaimOutcome of_slow = against(*rivals.slower);
  if (of_slow.verdict != Verdict::kHolds && of_slow.verdict != Verdict::kNotTested) {
    of_slow.verdict = Verdict::kUndecided;
    of_slow.chance = 0;
  }
  of_slow.evidence = evidence + "slower " + of_slow.evidence;
  return of_slow;
}

ClaimOutcome BetterAtEqualTimes(const Results& results, const FaceTask& task) {
  const std::vector<int64_t> dimensions = results.settings().Integers("hash_dimensions");
  std::vector<ClaimOutcome> outcomes;
  std::string impossible;
  for (const int64_t dimension : dimensions) {
    const std::vector<Observation> times =
        results.Values(AtEqualTimes(task.name, kHashOmp, "running_time", dimension));
    if (times.empty()) return {Verdict::kNotTested, "needs HASH-OMP at " + AtDimension(dimension)};
    const std::optional<Rivals> rivals = RivalsOf(results, task, dimension);
    if (!rivals) return {Verdict::kNotTested, "needs RANDOM-l1 at some dimension, and at least 3 trials"};
    const std::string name = "HASH-OMP at " + AtDimension(dimension) + " (" +
                             FormatShort(common::Mean(harness::Numbers(times))) + " ms)";
    if (rivals->is_never_as_fast) {
      impossible.append(impossible.empty() ? "" : ", ").append(name);
      continue;
    }
    outcomes.push_back(
        BetterThanRivals(results, task, dimension, *rivals, static_cast<int>(dimensions.size())));
    outcomes.back().evidence = name + " against " + outcomes.back().evidence;
  }
  ClaimOutcome outcome = outcomes.empty()
                             ? ClaimOutcome{Verdict::kUndecided, "RANDOM-l1 is slower at every dimension"}
                             : harness::All(outcomes);
  if (!impossible.empty()) outcome.evidence += "; RANDOM-l1 is never as fast as " + impossible;
  return outcome;
}

}  // namespace

harness::Claim EqualTimeClaim(const FaceTask& task) {
  return {.id = "S25",
          .part = task.accuracy_part,
          .rule = std::string(
                      "at each dimension of HASH-OMP that RANDOM-l1 can be as fast as: its accuracy, plus "
                      "0.1, below that of HASH-OMP, at the next measured dimension that is slower than "
                      "HASH-OMP; it fails where already the largest that is not slower is above that, "
                      "and is undecided between them and where no slower one was measured. Both are "
                      "timed in one process, in turn on the same queries, and which dimensions are slower "
                      "and which are not is decided as accuracies are, with the confidence 1 - 0.05 / "
                      "(number of dimensions of RANDOM-l1): one of which this says neither may be either. "
                      "0.1 is ours; in print the least difference is 0.345") +
                  kAllLessRule,
          .decide = [&task](const Results& results) { return BetterAtEqualTimes(results, task); },
          .data = {task.data}};
}

}  // namespace structlab::face_recognition
