// The rules of the claims on made-up results, where the verdict is known.
#include "experiments/regularization_path/claims.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/made_up_results.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::Claim;
using harness::FinishedCase;
using harness::Verdict;

// It is one seed and decides nothing, but a reader must see what it says.
TEST(Claims, FullSizeStandsBesideAndDecidesNothing) {
  const auto outcome = [](double gap, double uniform) {
    auto cases = Join(Scratch("BCFW-STD-G", "total_passes", 10), Scratch("BCFW-STD-U", "total_passes", 20));
    for (const auto& [method, value] : {std::pair("BCFW-STD-G", gap), {"BCFW-STD-U", uniform}}) {
      cases.push_back(With(Finished(method, {}, 1), "total_passes", value));
      cases.back().c.name = std::string(kFullPrefix) + harness::NamePart(method);
    }
    return Outcome("D17", "passes, STD", std::move(cases));
  };
  EXPECT_EQ(outcome(100, 200).verdict, Verdict::kHolds);
  EXPECT_TRUE(outcome(100, 200).evidence.ends_with("; at full size, one seed: 100 against 200"));
  EXPECT_EQ(outcome(200, 100).verdict, Verdict::kHolds);
  EXPECT_TRUE(outcome(200, 100).evidence.ends_with("; at full size, one seed: 200 against 100, not less"));
}

TEST(Claims, GapsAtFullSizeStandBesideAndDecideNothing) {
  std::vector<FinishedCase> cases;
  for (const char* method : {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}) {
    cases = Join(std::move(cases),
                 AtKappas(method, "largest_true_gap", AtEveryKappa({{0.1, 0.05}, {0.5, 0.09}, {0.95, 0.2}})));
    cases.push_back(With(Finished(method, 0.3, 1), "largest_true_gap", 0.25));
    cases.back().c.name = std::string(kFullPrefix) + harness::NamePart(method);
  }
  const harness::ClaimOutcome outcome = Outcome("D24", "heuristic, kappa1 up to 0.5, everywhere", cases);
  EXPECT_EQ(outcome.verdict, Verdict::kHolds) << outcome.evidence;
  EXPECT_TRUE(outcome.evidence.ends_with("; at full size, one seed, above 0.1 in 2 of 2, largest 0.25"))
      << outcome.evidence;
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

TEST(Claims, StandardAgainstHybridWithGapSampling) {
  const auto decide = [](double standard, double hybrid) {
    return Decide(
        "D18", "",
        Join(Scratch("BCFW-STD-G", "total_passes", standard), Scratch("BCFW-HYB-G", "total_passes", hybrid)));
  };
  EXPECT_EQ(decide(1138, 1153), Verdict::kHolds);
  EXPECT_EQ(decide(1153, 1138), Verdict::kFails);
}

// The path pays for the tests of its models: 20 passes, one for each lambda of the grid.
TEST(Claims, RecommendedPathsAgainstTrainingAtEachLambda) {
  const auto passes = [](double path, double scratch, const char* lambda_min) {
    std::vector<FinishedCase> cases = Join(AtKappas("RP-BCFW-HEU-G", "total_passes", {{0.95, path}}),
                                           Scratch("BCFW-STD-G", "total_passes", scratch));
    for (FinishedCase& finished : cases) finished.c.parameters.Set("lambda_min", lambda_min);
    return Outcome("D27", "passes, RP-BCFW-HEU-G at kappa1=0.95", std::move(cases));
  };
  EXPECT_EQ(passes(1071, 1139, "1e-4").verdict, Verdict::kHolds);
  EXPECT_EQ(passes(1139, 1071, "1e-4").verdict, Verdict::kFails);
  EXPECT_EQ(passes(1118, 1139, "1e-4").verdict, Verdict::kHolds);
  EXPECT_EQ(passes(1120, 1139, "1e-4").verdict, Verdict::kFails);  // fewer passes, until tests are counted
  EXPECT_NE(passes(1120, 1139, "1e-4").evidence.find("with 20 passes of tests"), std::string::npos);
  // A path that ends at 1e-3 is tested at the 17 lambdas down to there.
  EXPECT_EQ(passes(1120, 1139, "1e-3").verdict, Verdict::kHolds);
  EXPECT_NE(passes(1120, 1139, "1e-3").evidence.find("with 17 passes of tests"), std::string::npos);

  const auto same_loss = [](double path, double scratch) {
    std::vector<FinishedCase> cases = Scratch("BCFW-STD-G", "min_test_loss", scratch);
    for (const uint64_t seed : {1, 2, 3}) {
      cases.push_back(
          With(Finished("RP-BCFW-STD-G", 0.7, seed), "min_test_loss", OfSeed(path, 0.0003, seed)));
    }
    return Decide("D27", "test loss, RP-BCFW-STD-G at kappa1=0.7", std::move(cases));
  };
  EXPECT_EQ(same_loss(0.120, 0.121), Verdict::kHolds);
  EXPECT_EQ(same_loss(0.120, 0.131), Verdict::kFails);
}

// Rules that compare over seeds say how many are needed.
TEST(Claims, RulesOverSeedsNameTheLeast) {
  for (const Claim& claim : AllClaims()) {
    if (claim.rule.find("interval") == std::string::npos) continue;
    EXPECT_NE(claim.rule.find("at least 3"), std::string::npos) << claim.id << " " << claim.part;
  }
}

TEST(Claims, BreakpointsMustGrowBetweenAllNeighbours) {
  const auto decide = [](double at_half, double at_most) {
    return Decide("D19", "RP-BCFW-STD-G",
                  AtKappas("RP-BCFW-STD-G", "n_breakpoints",
                           AtEveryKappa({{0.1, 133}, {0.5, at_half}, {0.95, at_most}})));
  };
  EXPECT_EQ(decide(153, 501), Verdict::kHolds);
  EXPECT_EQ(decide(120, 501), Verdict::kFails);
  EXPECT_EQ(decide(153, 150), Verdict::kFails);
}

TEST(Claims, PassesMustFallBetweenAllNeighbours) {
  const auto decide = [](double at_most) {
    return Decide(
        "D20", "RP-BCFW-STD-G",
        AtKappas("RP-BCFW-STD-G", "total_passes", AtEveryKappa({{0.1, 4406}, {0.5, 2121}, {0.95, at_most}})));
  };
  EXPECT_EQ(decide(1000), Verdict::kHolds);
  EXPECT_EQ(decide(2573), Verdict::kFails);
}

TEST(Claims, SamplingAndStoppingAreComparedAtEveryKappa) {
  const auto decide = [](const std::string& id, const std::string& part, const std::string& less,
                         const std::string& more, double last) {
    return Decide(id, part,
                  Join(AtKappas(less, "total_passes", AtEveryKappa({{0.1, 4406}, {0.95, last}})),
                       AtKappas(more, "total_passes", AtEveryKappa({{0.1, 5488}, {0.95, 2175}}))));
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
    std::vector<FinishedCase> cases =
        GapEverywhere({"RP-BCFW-STD-G", "RP-BCFW-STD-U"}, "largest_true_gap", gap);
    for (const std::string& method : ThesisScratchMethods()) {
      cases = Join(cases, Scratch(method, "largest_true_gap", 0.09));
    }
    return Decide("D24", "exact stopping", cases);
  };
  EXPECT_EQ(exact(0.09), Verdict::kHolds);
  EXPECT_EQ(exact(0.1), Verdict::kFails);  // one seed is above
  const auto heuristic = [](const char* part, const char* metric, double gap) {
    return Decide("D24", part, GapEverywhere({"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}, metric, gap));
  };
  const char* everywhere = "heuristic, kappa1 up to 0.5, everywhere";
  EXPECT_EQ(heuristic(everywhere, "largest_true_gap", 0.09), Verdict::kHolds);
  EXPECT_EQ(heuristic(everywhere, "largest_true_gap", 0.11), Verdict::kFails);
  const char* breakpoints = "heuristic, kappa1 up to 0.5, at breakpoints";
  EXPECT_EQ(heuristic(breakpoints, "largest_true_gap_at_a_breakpoint", 0.07), Verdict::kHolds);
  const char* above = "heuristic, kappa1 above 0.5";
  EXPECT_EQ(heuristic(above, kGapAtSmallLambda, 0.2), Verdict::kHolds);
  EXPECT_EQ(heuristic(above, kGapAtSmallLambda, 0.05), Verdict::kFails);
  EXPECT_EQ(heuristic(above, kGapAtSmallLambda, 0.0981), Verdict::kUndecided);
}

// They do not decide: the rule is about the planned comparison.
TEST(Claims, ManySeedsStandBesideGapsAtBreakpoints) {
  const char* part = "heuristic, kappa1 up to 0.5, at breakpoints";
  std::vector<FinishedCase> cases =
      GapEverywhere({"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}, "largest_true_gap_at_a_breakpoint", 0.07);
  EXPECT_EQ(Outcome("D24", part, cases).evidence.find("among them"), std::string::npos);
  for (const uint64_t seed : {1, 2, 3, 4}) {
    for (const char* method : {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}) {
      FinishedCase finished = Finished(method, 0.5, seed);
      finished.c.name = kSamplingPrefix + harness::NamePart(method) + "/kappa1=0.5";
      const bool above = method == std::string("RP-BCFW-HEU-G") && seed > 1;
      cases.push_back(
          With(With(finished, kShareAbove, above), "largest_true_gap_at_a_breakpoint", above ? 0.2 : 0.05));
    }
  }
  const harness::ClaimOutcome outcome = Outcome("D24", part, cases);
  EXPECT_EQ(outcome.verdict, Verdict::kHolds);
  EXPECT_NE(
      outcome.evidence.find("; of 4 seeds at kappa1=0.5, those of the comparison among them, above in 3 "
                            "of RP-BCFW-HEU-G and in 0 of RP-BCFW-HEU-U"),
      std::string::npos)
      << outcome.evidence;
}

// A path runs to exactly epsilon: rounding alone must not make the claim hold.
TEST(Claims, RoundingIsNotAboveEpsilon) {
  const auto decide = [](double gap) {
    std::vector<FinishedCase> cases;
    for (const char* method : {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}) {
      for (const double kappa1 : ThesisKappas()) {
        for (const uint64_t seed : {1, 2, 3}) {
          cases.push_back(With(Finished(method, kappa1, seed), kGapAtSmallLambda, gap));
        }
      }
    }
    return Decide("D24", "heuristic, kappa1 above 0.5", std::move(cases));
  };
  EXPECT_EQ(decide(0.1 * (1 + 1e-12)), Verdict::kFails);
  EXPECT_EQ(decide(0.1 * (1 + 1e-8)), Verdict::kHolds);
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
  std::vector<MethodAt> algorithms;
  for (const std::string& method : ThesisScratchMethods()) algorithms.push_back({method});
  for (const std::string& method : ThesisPathMethods()) {
    for (const double kappa1 : ThesisKappas()) algorithms.push_back({method, kappa1});
  }
  const auto decide = [&](const char* lambdas_of, double difference, size_t number) {
    std::vector<FinishedCase> cases;
    for (const uint64_t seed : {1, 2, 3, 4, 5}) {
      for (size_t i = 0; i < number; ++i) {
        const MethodAt& at = algorithms[i];
        const double loss = 0.2 + (at.method == "BCFW-STD-U" ? difference : 0);
        FinishedCase finished = Finished(at.method, at.kappa1, seed);
        harness::Recorder recorder(finished.c);
        recorder.Curve("Figure 5.3", "test_loss_vs_lambda", std::vector<double>{1000, 1},
                       std::vector<double>{0.2, loss});
        finished.record = recorder.record();
        cases.push_back(std::move(finished));
      }
    }
    return Decide("D26", std::string("nearly the same test loss, lambda ") + lambdas_of, std::move(cases));
  };
  const size_t all = algorithms.size();
  EXPECT_EQ(decide("up to 100", 0.005, all), Verdict::kHolds);
  EXPECT_EQ(decide("up to 100", 0.005, all - 1), Verdict::kNotTested);
  EXPECT_EQ(decide("up to 100", -0.05, all), Verdict::kFails);
  EXPECT_EQ(decide("above 100", -0.05, all), Verdict::kHolds);  // the difference is at lambda = 1
}

// What two equal algorithms differ by stands beside what the others do.
TEST(Claims, EvidenceSaysWhatOneAlgorithmDiffersFromItselfBy) {
  const auto evidence = [](size_t seeds) {
    std::vector<FinishedCase> cases;
    const auto add = [&](const std::string& method, std::optional<double> kappa1) {
      for (uint64_t seed = 1; seed <= seeds; ++seed) {
        FinishedCase finished = Finished(method, kappa1, seed);
        finished.c.repeats = static_cast<int>(seeds);
        harness::Recorder recorder(finished.c);
        // The three pairs of seeds differ by 0.001, 0.003 and 0.002 at lambda = 1, by nothing at 1000.
        const double at_one = std::vector<double>{0.2, 0.201, 0.203}.at(seed - 1);
        recorder.Curve("Figure 5.3", "test_loss_vs_lambda", std::vector<double>{1000, 1},
                       std::vector<double>{0.2, at_one});
        finished.record = recorder.record();
        cases.push_back(std::move(finished));
      }
    };
    for (const std::string& method : ThesisScratchMethods()) add(method, {});
    for (const std::string& method : ThesisPathMethods()) {
      for (const double kappa1 : ThesisKappas()) add(method, kappa1);
    }
    // Apart from the reference by 0.002, -0.001 and 0.001: no seeds with equal differences.
    for (FinishedCase& finished : cases) {
      if (finished.c.method != "BCFW-STD-U") continue;
      finished.record.curves.front().y.back() +=
          finished.c.seed == 2 ? -0.001 : 0.002 / static_cast<double>(finished.c.seed);
    }
    return Outcome("D26", "nearly the same test loss, lambda up to 100", std::move(cases)).evidence;
  };
  EXPECT_TRUE(evidence(3).ends_with("; BCFW-STD-G differs from itself with another seed by 0.002"))
      << evidence(3);
  EXPECT_EQ(evidence(1).find("differs from itself"), std::string::npos) << evidence(1);
}

}  // namespace
}  // namespace structlab::regularization_path
