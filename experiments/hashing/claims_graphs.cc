// S15 to S17: graphs.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Results;
using harness::Verdict;

constexpr double kSecondsOfDay = 86400;
constexpr double kGraphsOfDd = 1178;

// The end of a rule by LessInFolds.
constexpr const char* kFoldsRule =
    "; paired fold by fold over all repetitions, which have the folds of their seed: folds have most of "
    "their "
    "training graphs in common, so that by the corrected resampled t test the variance of the mean of n "
    "differences is s^2 (1/n + 1/(folds - 1)); its 95% interval must be below 0 in each comparison, and it "
    "fails "
    "if one is above 0 with the confidence 1 - 0.05 / (number of comparisons)";

std::vector<harness::CurveObservation> FoldsOf(const Results& results, const std::string& dataset,
                                               const char* method, const char* metric) {
  return results.Curves({.table = kOurFolds, .dataset = dataset, .method = method, .metric = metric});
}

// Folds of the same number at the same seed.
Pairs PairsOfFolds(const std::vector<harness::CurveObservation>& less,
                   const std::vector<harness::CurveObservation>& more) {
  Pairs pairs;
  for (const harness::CurveObservation& a : less) {
    for (const harness::CurveObservation& b : more) {
      if (a.seed() != b.seed()) continue;
      for (size_t i = 0; i < a.x().size(); ++i) {
        const auto same = std::ranges::find(b.x(), a.x()[i]);
        if (same == b.x().end()) continue;
        pairs.a.push_back(a.y()[i]);
        pairs.b.push_back(b.y()[static_cast<size_t>(same - b.x().begin())]);
        pairs.labels.push_back("seed=" + std::to_string(a.seed()) + " fold=" + Text(a.x()[i]));
      }
    }
  }
  return pairs;
}

ClaimOutcome LessInFolds(const Results& results, const std::string& dataset, const char* metric,
                         const std::vector<const char*>& less, const char* more) {
  const auto folds = static_cast<double>(results.settings().Integer("folds"));
  std::vector<ClaimOutcome> outcomes;
  for (const char* method : less) {
    const Pairs pairs =
        PairsOfFolds(FoldsOf(results, dataset, method, metric), FoldsOf(results, dataset, more, metric));
    ClaimOutcome outcome =
        harness::DecideLessOfSplits(pairs, 1 / (folds - 1), {.comparisons = static_cast<int>(less.size())});
    outcome.evidence = std::string(method) + " against " + more + ": " + outcome.evidence;
    outcomes.push_back(std::move(outcome));
  }
  return harness::All(outcomes);
}

// All graphs of DD, or an empty list.
std::vector<Observation> TimesOnDd(const Results& results, const char* method) {
  std::vector<Observation> times;
  const auto counts =
      results.Values({.table = kOurGraphTimes, .dataset = "DD", .method = method, .metric = "graphs"});
  for (const Observation& count : counts) {
    if (count.value() < kGraphsOfDd) return {};
  }
  return results.Values(
      {.table = kOurGraphTimes, .dataset = "DD", .method = method, .metric = "kernel_time"});
}

ClaimOutcome OnlyHashingEndsWithinADay(const Results& results) {
  ClaimOutcome outcome = {Verdict::kHolds, ""};
  for (const char* method : {kRw, kSp, kGk, kHk}) {
    const std::vector<Observation> times = TimesOnDd(results, method);
    if (times.empty()) return {Verdict::kNotTested, std::string("needs all graphs of DD by ") + method};
    double least = times[0].value(), most = least;
    for (const Observation& time : times) {
      least = std::min(least, time.value());
      most = std::max(most, time.value());
    }
    const bool is_hashing = method == std::string(kHk);
    if (is_hashing ? most >= kSecondsOfDay : least < kSecondsOfDay) outcome.verdict = Verdict::kFails;
    if (!outcome.evidence.empty()) outcome.evidence += ", ";
    outcome.evidence += std::string(method) + " " + common::FormatShort(is_hashing ? most : least) + " s";
  }
  return outcome;
}

// Those that the source speaks of. What is claimed of them need not hold on others.
std::vector<GraphTask> PrintedGraphTasks() {
  std::vector<GraphTask> tasks = GraphTasks();
  std::erase_if(tasks, [](const GraphTask& task) { return !task.is_printed; });
  return tasks;
}

}  // namespace

std::vector<Claim> GraphClaims() {
  std::vector<Claim> claims;
  for (const GraphTask& task : PrintedGraphTasks()) {
    claims.push_back(
        {.id = "S15",
         .part = task.name,
         .rule =
             std::string("accuracy of RW, SP, GKS and GK below that of HK without selection") + kFoldsRule,
         .decide =
             [=](const Results& results) {
               return LessInFolds(results, task.name, "accuracy", {kRw, kSp, kGks, kGk}, kHk);
             },
         .data = {kGraphsData}});
  }
  claims.push_back(
      {.id = "S16",
       .rule = "on all graphs of DD the kernel takes more than 86400 s of one processor for RW, SP and GK "
               "at each seed, and less for HK",
       .decide = OnlyHashingEndsWithinADay,
       .data = {kGraphsData}});
  for (const GraphTask& task : PrintedGraphTasks()) {
    for (const char* metric : {"accuracy", "auc"}) {
      claims.push_back(
          {.id = "S17",
           .part = std::string(metric) + ", " + task.name,
           .rule = std::string(metric) + " without selection below that with it" + kFoldsRule,
           .decide =
               [=](const Results& results) { return LessInFolds(results, task.name, metric, {kHk}, kHkf); },
           .data = {kGraphsData}});
    }
  }
  return claims;
}

}  // namespace structlab::hashing
