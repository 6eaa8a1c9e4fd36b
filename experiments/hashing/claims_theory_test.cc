// The rules of the claims on made-up results, where the verdict is known: graphs and theorems.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/binomial.h"
#include "experiments/hashing/claims.h"
#include "experiments/hashing/made_up_results.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::FinishedCase;
using harness::Setting;
using harness::Verdict;

// Differences of standard deviation 0.0292 over 30 folds: the standard error of their mean is 0.0111 with the
// ninth of common training graphs, and would be 0.0053 without; the means of the three repetitions are equal.
TEST(Claims, HashKernelMustBeatFourKernels) {
  const auto decide = [](double gks) {
    MadeUp results;
    results.AddFolds(kOurFolds, "PTC", kHk, "accuracy", 0.6, 0.01);
    for (const char* rival : {kRw, kSp, kGk}) results.AddFolds(kOurFolds, "PTC", rival, "accuracy", 0.55, 0);
    results.AddFolds(kOurFolds, "PTC", kGks, "accuracy", gks, 0);
    return Decide("S15", "PTC", results.Take());
  };
  EXPECT_EQ(decide(0.57), Verdict::kHolds);
  EXPECT_EQ(decide(0.58), Verdict::kUndecided);
  EXPECT_EQ(decide(0.62), Verdict::kUndecided);
  EXPECT_EQ(decide(0.65), Verdict::kFails);
}

TEST(Claims, OnlyAllOfDdDecidesAboutADay) {
  const auto decide = [](double rival, double graphs) {
    MadeUp results;
    for (const char* method : {kRw, kSp, kGk, kHk}) {
      results.Add(kOurGraphTimes, "DD", method, {}, "graphs", graphs, 0);
      results.Add(kOurGraphTimes, "DD", method, {}, "kernel_time", method == std::string(kHk) ? 200 : rival);
    }
    return Decide("S16", "", results.Take());
  };
  EXPECT_EQ(decide(100'000, 1178), Verdict::kHolds);
  EXPECT_EQ(decide(30, 1178), Verdict::kFails);
  EXPECT_EQ(decide(100'000, 60), Verdict::kNotTested);
}

TEST(Claims, SelectionIsComparedWithinTheHashKernel) {
  for (const char* metric : {"accuracy", "auc"}) {
    const auto decide = [&](double with) {
      MadeUp results;
      results.AddFolds(kOurFolds, "DD", kHk, metric, 0.8, 0.01)
          .AddFolds(kOurFolds, "DD", kHkf, metric, with, 0);
      return Decide("S17", std::string(metric) + ", DD", results.Take());
    };
    EXPECT_EQ(decide(0.84), Verdict::kHolds);
    EXPECT_EQ(decide(0.82), Verdict::kUndecided);
    EXPECT_EQ(decide(0.75), Verdict::kFails);
  }
}

// Bounds of 0.404 and 0.0117 for two and three copies; shares of so many functions at each seed.
std::vector<FinishedCase> Simulations(const std::map<std::string, std::vector<double>>& shares,
                                      double functions) {
  MadeUp results;
  for (const auto& [copies, of_seeds] : shares) {
    const Setting key = {{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", copies}};
    results
        .Add(kTheorem2, "", kBound, key, "probability_of_information_loss", copies == "2" ? 0.404 : 0.0117, 0)
        .Add(kOurInformationLoss, "", kSimulation, key, "random_functions", functions, 0)
        .AddEach(kOurInformationLoss, "", kSimulation, key, "share_of_functions_that_lose", of_seeds);
  }
  return results.Take();
}

TEST(Claims, SharesOfManyFunctionsStayBelowTheBound) {
  const auto decide = [](double at_2, double at_3, double functions) {
    return Decide("S18", "bound",
                  Simulations({{"2", std::vector(3, at_2)}, {"3", std::vector(3, at_3)}}, functions));
  };
  EXPECT_EQ(decide(0.33, 0.003, 1000), Verdict::kHolds);
  EXPECT_EQ(decide(0.33, 0.02, 1000), Verdict::kFails);
  EXPECT_EQ(decide(0.5, 0.003, 1000), Verdict::kFails);
  // One of three is no refutation of 0.404, nor one of 60 one of 0.0117.
  EXPECT_EQ(decide(1, 0, 1), Verdict::kUndecided);
  EXPECT_EQ(Decide("S18", "bound", Simulations({{"2", {0.3, 0.3, 0.3}}, {"3", {0.05, 0, 0}}}, 20)),
            Verdict::kUndecided);
}

// The share of one seed above a bound of a probability is no failure: with 20 functions it is so every other
// time where the probability is 0.33.
TEST(Claims, SharesOfFewFunctionsDecideNothing) {
  EXPECT_EQ(Decide("S18", "bound", Simulations({{"2", {0.45, 0.3, 0.3}}, {"3", {0, 0, 0}}}, 20)),
            Verdict::kUndecided);
}

// How likely a failure is where the claim is true is handed on: a claim of several parts counts on it.
TEST(Claims, AFailureByChanceSaysHowLikelyItIs) {
  const common::Share counted = {190, 400};
  const harness::ClaimOutcome outcome = ShareAtMost(counted, 0.404, 2, "c=2");
  EXPECT_EQ(outcome.verdict, Verdict::kFails);
  EXPECT_EQ(outcome.chance, 4 * common::ChanceOfAsMany(counted, 0.404));
  EXPECT_GT(outcome.chance, 0);
  EXPECT_LT(outcome.chance, 0.05);
  EXPECT_NE(outcome.evidence.find("c=2: 190 of 400"), std::string::npos);
}

TEST(Claims, MoreCopiesLoseLess) {
  const auto decide = [](double at_1, double at_2, double at_3) {
    MadeUp results;
    const std::pair<const char*, double> shares[] = {{"1", at_1}, {"2", at_2}, {"3", at_3}};
    for (const auto& [copies, share] : shares) {
      const Setting key = {{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", copies}};
      results.Add(kOurInformationLoss, "", kSimulation, key, "share_of_functions_that_lose", share,
                  0.0001 * std::stod(copies));
    }
    return Decide("S18", "copies", results.Take());
  };
  EXPECT_EQ(decide(1, 0.3, 0.003), Verdict::kHolds);
  EXPECT_EQ(decide(1, 0.3, 0.3), Verdict::kUndecided);
  EXPECT_EQ(decide(0.2, 0.3, 0.1), Verdict::kFails);
}

Verdict DecideDeviations(const char* part, const char* varied, const std::vector<double>& at_smallest,
                         const std::vector<double>& at_largest) {
  MadeUp results;
  const auto key = [&](const std::string& value) {
    Setting setting = {{"varied", varied}, {"m", "8"}, {"M", "2"}, {"n", "2^8"}};
    setting.Set(varied, value);
    return setting;
  };
  const bool of_bins = varied == std::string("n");
  results.AddEach(kOurDeviation, "", kHk, key(of_bins ? "2^8" : "8"), "largest_deviation", at_smallest)
      .Add(kOurDeviation, "", kHk, key(of_bins ? "2^10" : "32"), "largest_deviation", 100)
      .AddEach(kOurDeviation, "", kHk, key(of_bins ? "2^14" : "128"), "largest_deviation", at_largest);
  return Decide("S19", part, results.Take());
}

TEST(Claims, DeviationsFollowTheBound) {
  const auto decide = [](const char* part, const char* varied, double at_smallest, double at_largest) {
    return DecideDeviations(part, varied, {at_smallest, 1.01 * at_smallest, 0.99 * at_smallest},
                            {at_largest, at_largest, at_largest});
  };
  // From 136 to 32,896 entries the root of the logarithm grows by 1.455, with the margin by 1.82.
  EXPECT_EQ(decide("observations", "m", 0.1, 0.15), Verdict::kHolds);
  EXPECT_EQ(decide("observations", "m", 0.1, 0.25), Verdict::kFails);
  EXPECT_EQ(decide("classes", "M", 0.1, 0.14), Verdict::kHolds);
  EXPECT_EQ(decide("classes", "M", 0.1, 0.25), Verdict::kFails);
  // The root of 64 is 8.
  EXPECT_EQ(decide("bins", "n", 0.8, 0.11), Verdict::kHolds);
  EXPECT_EQ(decide("bins", "n", 0.8, 0.09), Verdict::kHolds);
  EXPECT_EQ(decide("bins", "n", 0.8, 0.4), Verdict::kFails);
  EXPECT_EQ(decide("bins", "n", 0.8, 0.05), Verdict::kFails);
}

// One value alone grows by nothing, which is no evidence.
TEST(Claims, DeviationsNeedTwoValues) {
  for (const auto& [part, varied] : {std::pair("observations", "m"), {"classes", "M"}, {"bins", "n"}}) {
    MadeUp results;
    const Setting key = {{"varied", varied}, {"m", "8"}, {"M", "2"}, {"n", "2^8"}};
    results.AddEach(kOurDeviation, "", kHk, key, "largest_deviation", std::vector<double>(60, 0.1));
    EXPECT_EQ(Decide("S19", part, results.Take()), Verdict::kNotTested) << part;
  }
}

// Where nothing collides deviations are rounding, or 0: their ratios are about nothing.
TEST(Claims, RoundingIsNoDeviation) {
  for (const double nothing : {0.0, 1e-16}) {
    for (const auto& [part, varied] : {std::pair("observations", "m"), {"classes", "M"}, {"bins", "n"}}) {
      EXPECT_EQ(DecideDeviations(part, varied, {0.1, nothing, 0.1}, {0.1, 0.11, 0.12}), Verdict::kNotTested);
      EXPECT_EQ(DecideDeviations(part, varied, {0.1, 0.1, 0.1}, {0.1, nothing, 0.12}), Verdict::kNotTested);
    }
  }
}

}  // namespace
}  // namespace structlab::hashing
