// Claims L01 to L04.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/binomial.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Absolute;
using harness::All;
using harness::AtLeast;
using harness::AtMost;
using harness::ClaimOutcome;
using harness::Custom;
using harness::Falling;
using harness::Found;
using harness::Less;
using harness::Package;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

constexpr double kLevel = 0.05;

void CorrelationClaims(Package& package) {
  const Values correlation = {.table = kOurCorrelation, .metric = "first_correlation"};
  const Values rank = {.table = kOurCorrelation, .metric = "share_of_full_rank"};
  package.Claim("L01", "perfect correlation at full rank",
                All({AtLeast(rank.At("columns", 10).At("eps", 0), 1),
                     AtLeast(correlation.At("columns", 10).At("eps", 0), 1 - 1e-6)})
                    .NotOfPrint());
  package.Claim("L01", "regularisation brings it down",
                Falling(correlation.At("columns", 10), "eps", {0, 0.001, 0.01, 0.1, 1, 10}).NotOfPrint());

  const Values angle = {.table = kOurLimit, .metric = "angle", .method = kBothGrow};
  const Values scaled = {.table = kOurLimit, .metric = "scaled_correlation_over_coco", .method = kBothGrow};
  for (const char* dataset : {kRing, kSine, kNormal}) {
    Values angle_here = angle, scaled_here = scaled;
    angle_here.dataset = scaled_here.dataset = dataset;
    package.Claim(
        "L03", dataset,
        All({Falling(angle_here, "eps", {0.01, 1, 100, 1e4}), AtMost(angle_here.At("eps", 1e6), 1e-4),
             AtMost(scaled_here.At("eps", 1e6), 1.001), AtLeast(scaled_here.At("eps", 1e6), 0.999)})
            .NotOfPrint());
  }
  package.Claim("L04", AtMost({.table = kOurOperator, .metric = "largest_singular_value"}, 1).NotOfPrint());
}

Values OfTests(const std::string& metric, const char* dataset, const char* method) {
  return {.table = kOurTests, .metric = metric, .method = method, .dataset = dataset};
}

// The mean lies within +-margin of 0, at each number of rows that is planned (DecideEqual).
Rule NearZero(const Values& values, double margin, const std::vector<double>& rows) {
  const auto decide = [=](const Results& results) -> ClaimOutcome {
    std::vector<ClaimOutcome> outcomes;
    for (const double n : rows) {
      harness::Pairs pairs;
      for (const auto& found : values.At("n", n).In(results)) pairs.a.push_back(found.second);
      if (pairs.a.empty()) continue;
      pairs.b.resize(pairs.a.size(), 0.0);
      outcomes.push_back(harness::DecideEqual(pairs, margin));
      outcomes.back().evidence = fmt::format("n={}: ", n) + outcomes.back().evidence;
    }
    if (outcomes.empty()) return {Verdict::kNotTested, "no data sets"};
    return harness::All(outcomes);
  };
  return Custom(fmt::format("the mean of {} lies within +-{} at each n", values.Name(), margin), {values},
                decide);
}

// Tests of independent data reject no more often than their level, over all of them.
Rule KeepsItsLevel(const Values& shares, const Values& tests) {
  const auto decide = [=](const Results& results) -> ClaimOutcome {
    const Found share = shares.In(results), count = tests.In(results);
    if (share.empty() || share.size() != count.size()) return {Verdict::kNotTested, "no tests"};
    common::Share rejected;
    for (size_t i = 0; i < share.size(); ++i) {
      rejected.hits += std::llround(share[i].second * count[i].second);
      rejected.trials += std::llround(count[i].second);
    }
    const double chance = common::BinomialUpperTail(rejected, kLevel);
    return {.verdict = chance < kLevel ? Verdict::kFails : Verdict::kHolds,
            .evidence = fmt::format("{} of {} tests have p <= {}; as many by chance: {:.2g}", rejected.hits,
                                    rejected.trials, kLevel, chance),
            .chance = chance,
            .effect = fmt::format(
                "{:.1f}%", 100 * static_cast<double>(rejected.hits) / static_cast<double>(rejected.trials))};
  };
  return Custom("the share of tests with p <= 0.05 is no larger than chance allows at 0.05", {shares, tests},
                decide);
}

void DependenceClaims(Package& package) {
  const std::vector<double> rows = {64, 128, 256};
  const Values found = OfTests("share_found", kRing, kGaussian).At("width", 1);
  package.Claim("L02", "the ring is found", AtLeast(found, 0.9).AtEach("n", rows).NotOfPrint());
  package.Claim(
      "L02", "its linear correlation is about zero",
      All({AtMost(OfTests("linear_correlation", kRing, kDegree1), 0.1).AtEach("n", {128.0, 256.0}),
           Less(OfTests("share_found", kRing, kDegree1), found).ByAtLeast(Absolute(0.5)).AtEach("n", rows)})
          .NotOfPrint());
  for (const char* dataset : {kRingMarginals, kNormal}) {
    const Values hsic = OfTests("unbiased_hsic", dataset, kGaussian).At("width", 1);
    const Values shares = OfTests("share_found", dataset, kGaussian).At("width", 1);
    const Values tests = OfTests("tests", dataset, kGaussian).At("width", 1);
    package.Claim("L02", dataset,
                  All({NearZero(hsic, 0.001, rows), KeepsItsLevel(shares, tests)}).NotOfPrint());
  }
}

}  // namespace

void Claims(Package& package) {
  CorrelationClaims(package);
  DependenceClaims(package);
}

}  // namespace structlab::kernel_statistics
