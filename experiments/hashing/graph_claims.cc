// Claims S15 to S19 of Shi 2011: graphs, and what hashing loses.
#include <fmt/format.h>

#include <cmath>

#include "experiments/harness/package.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::All;
using harness::AtLeast;
using harness::AtMost;
using harness::Equal;
using harness::Less;
using harness::Package;
using harness::Rule;
using harness::Values;

constexpr double kSecondsOfDay = 86400;
constexpr double kLeastAccuracy = 0.002;  // less makes no difference
// By which factor the square root of the number of bins may be missed.
constexpr double kRoughly = 1.25;

// Each fold of a seed beside that of another method: folds have most of their training graphs in common.
Rule LessInFolds(const std::string& dataset, const std::string& metric, const std::vector<std::string>& less,
                 const std::string& more) {
  // The hash kernel's forms are recorded by one case.
  const auto in_folds = [&](const std::string& method) {
    const std::string part = method.starts_with(kHk) ? "hk" : harness::NamePart(method);
    return Values{.table = kOurFolds,
                  .metric = metric,
                  .method = method,
                  .dataset = dataset,
                  .cases = fmt::format("graphs/{}/{}", harness::NamePart(dataset), part)};
  };
  std::vector<Rule> rules;
  for (const std::string& method : less) rules.push_back(Less(in_folds(method), in_folds(more)));
  return All(rules).ByAtLeast(harness::Absolute(kLeastAccuracy)).Over(harness::Chance::kFolds).NotOfPrint();
}

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
    package.Stricter("S15", "against the number of nodes alone",
                     "beside the number of nodes alone, " + task.name,
                     LessInFolds(task.name, "accuracy", {kNodes}, kHk));
    for (const char* metric : {"accuracy", "auc"}) {
      const Values selected = {.table = "Table 2.9", .metric = metric, .method = kHk, .dataset = task.name};
      package.Claim("S17", std::string(metric) + ", " + task.name,
                    LessInFolds(task.name, metric, {kHk}, kHkf)
                        .PrintedAs(Less(selected.At("feature_selection", "no"),
                                        selected.At("feature_selection", "yes"))));
      package.Stricter("S17", "with features that have not seen the test graphs",
                       std::string(metric) + ", by training graphs, " + task.name,
                       LessInFolds(task.name, metric, {kHk}, kHkfByTraining));
    }
  }
  const Values time = {
      .table = kOurGraphTimes, .metric = "kernel_time", .dataset = "DD", .cases = "graphs/dd/"};
  std::vector<Rule> rules = {AtMost(time.Of(kHk), kSecondsOfDay)};
  for (const char* rival : {kRw, kSp, kGk}) rules.push_back(AtLeast(time.Of(rival), kSecondsOfDay));
  package.Claim("S16", All(rules).OnlyAtPaper({"graphs"}).NotOfPrint());
}

void ClaimsOfTheorems(Package& package) {
  const Values bounds = {.table = kTheorem2, .metric = "probability_of_information_loss", .method = kBound};
  const Values simulated = {.table = kOurInformationLoss, .metric = "probability", .method = kSimulation};
  std::vector<Rule> at_most_the_bound;
  for (const int copies : {2, 3}) {
    at_most_the_bound.push_back(
        AtMost(simulated.At("duplicates_c", copies), kernels::InformationLossBound(PrintedLoss(copies)))
            .Over(harness::Chance::kExactCounts)
            .NotOfPrint());
  }
  package.Claim("S18", "bound", All(at_most_the_bound));
  const auto fewer_losses = [](const Values& values) {
    return All({Less(values.At("duplicates_c", 2), values.At("duplicates_c", 1)),
                Less(values.At("duplicates_c", 3), values.At("duplicates_c", 2))});
  };
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
  ClaimsOfGraphs(package);
  ClaimsOfTheorems(package);
}

}  // namespace structlab::hashing
