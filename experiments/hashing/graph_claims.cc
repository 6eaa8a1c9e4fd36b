// Claims S15 to S19 of Shi 2011: graphs, and what hashing loses.
#include <fmt/format.h>

#include <cmath>

#include "experiments/harness/package.h"
#include "experiments/hashing/claim_rules.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::All;
using harness::AtLeast;
using harness::AtMost;
using harness::ClaimOutcome;
using harness::Equal;
using harness::Less;
using harness::Package;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

constexpr double kSecondsOfDay = 86400;
// By which factor the square root of the number of bins may be missed.
constexpr double kRoughly = 1.25;

void ClaimsOfGraphs(Package& package) {
  const std::vector<std::string> rivals = {kRw, kSp, kGks, kGk};
  for (const GraphTask& task : GraphTasks()) {
    if (!task.is_printed) continue;  // what is claimed of the source's sets need not hold on others
    const Values printed = {.table = "Table 2.8", .metric = "accuracy", .dataset = task.name};
    std::vector<Rule> below;  // on DD the source has no numbers of three of them
    for (const std::string& rival : rivals) {
      if (task.name != "DD" || rival == kGks) below.push_back(Less(printed.Of(rival), printed.Of(kHk)));
    }
    package.Claim("S15", task.name, LessInFolds(task.name, "accuracy", rivals, kHk).PrintedAs(All(below)));
    package.Stricter("S15", "against the number of nodes alone", "beside the number of nodes alone, " + task.name,
                  LessInFolds(task.name, "accuracy", {kNodes}, kHk));
    for (const char* metric : {"accuracy", "auc"}) {
      const Values selected = {.table = "Table 2.9", .metric = metric, .method = kHk, .dataset = task.name};
      package.Claim("S17", std::string(metric) + ", " + task.name,
                    LessInFolds(task.name, metric, {kHk}, kHkf)
                        .PrintedAs(Less(selected.At("feature_selection", "no"),
                                        selected.At("feature_selection", "yes"))));
    }
  }
  const Values time = {
      .table = kOurGraphTimes, .metric = "kernel_time", .dataset = "DD", .cases = "graphs/dd/"};
  std::vector<Rule> rules = {AtMost(time.Of(kHk), kSecondsOfDay)};
  for (const char* rival : {kRw, kSp, kGk}) rules.push_back(AtLeast(time.Of(rival), kSecondsOfDay));
  package.Claim("S16", All(rules).OnlyAtPaper({"graphs"}).NotOfPrint());
}

Values Simulated(int copies) {
  return Values{.table = kOurInformationLoss, .metric = "probability", .method = kSimulation}.At(
      "duplicates_c", copies);
}

// The bound is one of a probability, of which the share of the functions of all seeds is an estimate.
ClaimOutcome BelowTheBound(const Results& results, const Values& bounds) {
  std::vector<ClaimOutcome> outcomes;
  for (const int copies : {2, 3}) {
    const harness::Found bound = bounds.At("duplicates_c", copies).In(results);
    if (bound.empty()) return {Verdict::kNotTested, "needs the bounds"};
    Values functions = Simulated(copies);
    functions.metric = "random_functions";
    const harness::Found shares = Simulated(copies).In(results), trials = functions.In(results);
    common::Share pooled;
    for (size_t i = 0; i < shares.size(); ++i) {
      pooled.hits += std::llround(shares[i].second * trials[i].second);
      pooled.trials += std::llround(trials[i].second);
    }
    outcomes.push_back(ShareAtMost(pooled, bound[0].second, 2, fmt::format("c={}", copies)));
  }
  return harness::All(outcomes);
}

void ClaimsOfTheorems(Package& package) {
  const Values bounds = {.table = kTheorem2, .metric = "probability_of_information_loss", .method = kBound};
  package.Claim("S18", "bound",
                harness::Custom(
                    "with 2 and 3 copies of 10^5 features in 10^8 bins, over the random functions "
                    "of all seeds together: the probability to lose a feature is at most the "
                    "bound by its 95% interval (Clopper and Pearson); it fails if that of 97.5% "
                    "is above the bound",
                    {bounds.At("duplicates_c", 2), bounds.At("duplicates_c", 3), Simulated(2), Simulated(3)},
                    [=](const Results& results) { return BelowTheBound(results, bounds); }));
  const auto fewer_losses = [](const Values& values) {
    return All({Less(values.At("duplicates_c", 2), values.At("duplicates_c", 1)),
                Less(values.At("duplicates_c", 3), values.At("duplicates_c", 2))});
  };
  const Values simulated = {.table = kOurInformationLoss, .metric = "probability", .method = kSimulation};
  package.Claim("S18", "copies", fewer_losses(simulated).PrintedAs(fewer_losses(bounds)));
  const auto ours = [](const std::string& metric) {
    return Values{.table = kOurDeviation, .metric = metric, .method = kHk};
  };
  // Theorem 3 says it of all vectors, so that those of anybody can refute it.
  for (const auto& [part, name] : {std::pair("observations", "m"), {"classes", "M"}}) {
    package.Claim("S19", part,
                  Less(ours(std::string("deviation_at_the_largest_").append(name)),
                       ours(std::string("allowed_at_the_largest_").append(name)))
                      .OnLog()
                      .ByAtLeast(harness::Percent(0))
                      .IndependentOfData()
                      .NotOfPrint());
  }
  package.Claim("S19", "bins",
                Equal(ours("deviation_times_root_of_most_bins"), ours("deviation_times_root_of_fewest_bins"),
                      std::log(kRoughly))
                    .OnLog()
                    .IndependentOfData()
                    .NotOfPrint());
}

}  // namespace

void GraphClaims(Package& package) {
  package.RecordCurvesOfEverySeed(kOurFolds);
  ClaimsOfGraphs(package);
  ClaimsOfTheorems(package);
}

}  // namespace structlab::hashing
