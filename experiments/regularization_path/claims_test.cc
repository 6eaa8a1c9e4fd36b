// The rules of the claims on made-up results, where the verdict is known.
#include "experiments/regularization_path/claims.h"

#include <gtest/gtest.h>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::Claim;
using harness::FinishedCase;
using harness::Results;
using harness::Verdict;

// A finished case with the folds swapped.
FinishedCase Finished(const std::string& method, std::optional<double> kappa1, uint64_t seed) {
  FinishedCase finished;
  finished.c.name = std::string(kSwappedPrefix) + harness::NamePart(method);
  finished.c.dataset = kSwappedDataset;
  finished.c.method = method;
  finished.c.seed = seed;
  finished.c.parameters.Set("epsilon", "0.1");
  if (kappa1) {
    finished.c.name += "/kappa1=" + Text(*kappa1);
    finished.c.setting = KappaKey(*kappa1);
  }
  return finished;
}

FinishedCase With(FinishedCase finished, const std::string& metric, double value) {
  finished.record.values.push_back(
      {.key = {"Table", finished.c.dataset, finished.c.method, finished.c.setting, metric}, .value = value});
  return finished;
}

std::vector<Claim> AllClaims() {
  std::vector<Claim> claims = PassClaims();
  for (const auto& more : {PathClaims(), LossClaims()}) claims.insert(claims.end(), more.begin(), more.end());
  return claims;
}

Verdict Decide(const std::string& id, const std::string& part, std::vector<FinishedCase> cases) {
  const Results results(std::move(cases), harness::Profile::kPaper);
  for (const Claim& claim : AllClaims()) {
    if (claim.id == id && claim.part == part) return claim.decide(results).verdict;
  }
  ADD_FAILURE() << "no claim " << id << " " << part;
  return Verdict::kNotTested;
}

// Three seeds of each; the value of the method at each kappa1, plus a little for the seed.
std::vector<FinishedCase> AtKappas(const std::string& method, const std::string& metric,
                                   const std::vector<std::pair<double, double>>& values) {
  std::vector<FinishedCase> cases;
  for (const auto& [kappa1, value] : values) {
    for (const uint64_t seed : {1, 2, 3}) {
      cases.push_back(
          With(Finished(method, kappa1, seed), metric, value + 0.001 * static_cast<double>(seed * seed)));
    }
  }
  return cases;
}

std::vector<FinishedCase> Scratch(const std::string& method, const std::string& metric, double value) {
  std::vector<FinishedCase> cases;
  for (const uint64_t seed : {1, 2, 3}) {
    cases.push_back(With(Finished(method, {}, seed), metric, value + 0.0001 * static_cast<double>(seed)));
  }
  return cases;
}

std::vector<FinishedCase> Join(std::vector<FinishedCase> a, const std::vector<FinishedCase>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Claims, NothingIsDecidedWithoutResults) {
  for (const Claim& claim : AllClaims()) {
    EXPECT_EQ(claim.decide(Results({}, harness::Profile::kPaper)).verdict, Verdict::kNotTested)
        << claim.id << " " << claim.part;
  }
}

TEST(Claims, GapSamplingAgainstUniformWithoutPath) {
  const auto decide = [](double gap, double uniform) {
    return Decide(
        "D17", "passes, STD",
        Join(Scratch("BCFW-STD-G", "total_passes", gap), Scratch("BCFW-STD-U", "total_passes", uniform)));
  };
  EXPECT_EQ(decide(1138, 1614), Verdict::kHolds);
  EXPECT_EQ(decide(1614, 1138), Verdict::kFails);
  const auto same_loss = [](double gap, double uniform) {
    return Decide(
        "D17", "test loss, STD",
        Join(Scratch("BCFW-STD-G", "min_test_loss", gap), Scratch("BCFW-STD-U", "min_test_loss", uniform)));
  };
  EXPECT_EQ(same_loss(0.121, 0.122), Verdict::kHolds);
  EXPECT_EQ(same_loss(0.121, 0.131), Verdict::kFails);
}

TEST(Claims, BreakpointsMustGrowBetweenAllNeighbours) {
  const auto decide = [](double at_half, double at_most) {
    return Decide("D19", "RP-BCFW-STD-G",
                  AtKappas("RP-BCFW-STD-G", "n_breakpoints", {{0.1, 133}, {0.5, at_half}, {0.95, at_most}}));
  };
  EXPECT_EQ(decide(153, 501), Verdict::kHolds);
  EXPECT_EQ(decide(120, 501), Verdict::kFails);
  EXPECT_EQ(decide(153, 150), Verdict::kFails);
}

TEST(Claims, PassesMustFallBetweenAllNeighbours) {
  const auto decide = [](double at_most) {
    return Decide("D20", "RP-BCFW-STD-G",
                  AtKappas("RP-BCFW-STD-G", "total_passes", {{0.1, 4406}, {0.5, 2121}, {0.95, at_most}}));
  };
  EXPECT_EQ(decide(1000), Verdict::kHolds);
  EXPECT_EQ(decide(2573), Verdict::kFails);
}

TEST(Claims, SamplingAndStoppingAreComparedAtEveryKappa) {
  const auto decide = [](const std::string& id, const std::string& part, const std::string& less,
                         const std::string& more, double last) {
    return Decide(id, part,
                  Join(AtKappas(less, "total_passes", {{0.1, 4406}, {0.95, last}}),
                       AtKappas(more, "total_passes", {{0.1, 5488}, {0.95, 2175}})));
  };
  EXPECT_EQ(decide("D21", "STD", "RP-BCFW-STD-G", "RP-BCFW-STD-U", 2000), Verdict::kHolds);
  EXPECT_EQ(decide("D21", "STD", "RP-BCFW-STD-G", "RP-BCFW-STD-U", 2573), Verdict::kFails);
  EXPECT_EQ(decide("D22", "U", "RP-BCFW-HEU-U", "RP-BCFW-STD-U", 1852), Verdict::kHolds);
  EXPECT_EQ(decide("D22", "U", "RP-BCFW-HEU-U", "RP-BCFW-STD-U", 3000), Verdict::kFails);
}

TEST(Claims, WarmStartIsComparedAtTheSmallestLambda) {
  const auto decide = [](double warm) {
    return Decide("D23", "G",
                  Join(AtKappas("RP-BCFW-STD-G", "passes_at_smallest_lambda", {{0.95, warm}}),
                       Scratch("BCFW-STD-G", "passes_at_smallest_lambda", 590)));
  };
  EXPECT_EQ(decide(90), Verdict::kHolds);
  EXPECT_EQ(decide(700), Verdict::kFails);
}

TEST(Claims, GapsAreComparedWithEpsilon) {
  const auto exact = [](double gap) {
    return Decide("D24", "exact stopping", AtKappas("RP-BCFW-STD-G", "largest_true_gap", {{0.5, gap}}));
  };
  EXPECT_EQ(exact(0.09), Verdict::kHolds);
  EXPECT_EQ(exact(0.1), Verdict::kFails);  // one seed is above
  const auto heuristic = [](const char* part, const char* metric, double kappa1, double gap) {
    return Decide("D24", part, AtKappas("RP-BCFW-HEU-U", metric, {{kappa1, gap}}));
  };
  const char* everywhere = "heuristic, kappa1 up to 0.5, everywhere";
  EXPECT_EQ(heuristic(everywhere, "largest_true_gap", 0.5, 0.09), Verdict::kHolds);
  EXPECT_EQ(heuristic(everywhere, "largest_true_gap", 0.5, 0.11), Verdict::kFails);
  EXPECT_EQ(heuristic(everywhere, "largest_true_gap", 0.7, 0.11), Verdict::kNotTested);
  const char* breakpoints = "heuristic, kappa1 up to 0.5, at breakpoints";
  EXPECT_EQ(heuristic(breakpoints, "largest_true_gap_at_a_breakpoint", 0.5, 0.07), Verdict::kHolds);
  const char* above = "heuristic, kappa1 above 0.5";
  EXPECT_EQ(heuristic(above, "largest_true_gap", 0.9, 0.2), Verdict::kHolds);
  EXPECT_EQ(heuristic(above, "largest_true_gap", 0.9, 0.05), Verdict::kFails);
  EXPECT_EQ(heuristic(above, "largest_true_gap", 0.9, 0.0981), Verdict::kUndecided);
}

TEST(Claims, TestLossOfTheStrictPath) {
  const auto decide = [](double strict) {
    return Decide("D25", "RP-BCFW-STD-U",
                  Join(AtKappas("RP-BCFW-STD-U", "min_test_loss", {{0.1, strict}}),
                       Scratch("BCFW-STD-U", "min_test_loss", 0.2)));
  };
  EXPECT_EQ(decide(0.1), Verdict::kHolds);
  EXPECT_EQ(decide(0.3), Verdict::kFails);
}

TEST(Claims, TestLossCurvesAreComparedWithOne) {
  const auto decide = [](const char* lambdas_of, double difference) {
    std::vector<FinishedCase> cases;
    for (const uint64_t seed : {1, 2, 3}) {
      const std::vector<double> lambdas = {1000, 1};
      for (const auto& [method, loss] : {std::pair("BCFW-STD-G", 0.2), {"BCFW-STD-U", 0.2 + difference}}) {
        FinishedCase finished = Finished(method, {}, seed);
        harness::Recorder recorder(finished.c);
        recorder.Curve("Figure 5.3", "test_loss_vs_lambda", lambdas, std::vector<double>{0.2, loss});
        finished.record = recorder.record();
        cases.push_back(std::move(finished));
      }
    }
    return Decide("D26", std::string("nearly the same test loss, lambda ") + lambdas_of, std::move(cases));
  };
  EXPECT_EQ(decide("up to 100", 0.005), Verdict::kHolds);
  EXPECT_EQ(decide("up to 100", -0.05), Verdict::kFails);
  EXPECT_EQ(decide("above 100", -0.05), Verdict::kHolds);  // the difference is at lambda = 1
}

TEST(Claims, OtherCasesDecideNothing) {
  std::vector<FinishedCase> cases =
      Join(Scratch("BCFW-STD-G", "total_passes", 1), Scratch("BCFW-STD-U", "total_passes", 2));
  for (FinishedCase& finished : cases) finished.c.name.replace(0, 7, "full");
  EXPECT_EQ(Decide("D17", "passes, STD", cases), Verdict::kNotTested);
}

}  // namespace
}  // namespace structlab::regularization_path
