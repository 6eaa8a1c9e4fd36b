#include "experiments/map_inference/outcomes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "experiments/map_inference/made_up_results.h"
#include "experiments/map_inference/references.h"

namespace structlab::map_inference {
namespace {

TEST(Outcomes, LevelsStayUntilTheyChange) {
  const Steps steps = {.seconds = {1, 3}, .levels = {9, 5}, .before = 100};
  EXPECT_EQ(steps.At(0.5), 100);
  EXPECT_EQ(steps.At(1), 9);
  EXPECT_EQ(steps.At(2.9), 9);
  EXPECT_EQ(steps.At(3), 5);
  EXPECT_EQ(steps.last(), 5);
  EXPECT_EQ(Steps{}.At(7), 0);
}

TEST(Outcomes, AreReadFromTheCasesThatDidNotRefuse) {
  const std::vector<Outcome> outcomes =
      OutcomesOf(MadeUpResults({{"scen06", "trws", {30, 20}, {1, 2}, true}, {"grid20x20.f10", "icm", {7}}}));
  ASSERT_EQ(outcomes.size(), 2U);
  EXPECT_EQ(outcomes[0].instance, "scen06");
  EXPECT_EQ(outcomes[0].method, "trws");
  EXPECT_EQ(outcomes[0].group, Group::kPairs);
  EXPECT_EQ(outcomes[0].value(), 20);
  EXPECT_EQ(outcomes[0].bound(), 2);
  EXPECT_TRUE(outcomes[0].has_bound());
  EXPECT_TRUE(outcomes[0].proved);
  EXPECT_TRUE(outcomes[0].is_real);
  EXPECT_EQ(outcomes[0].seconds, 2);
  EXPECT_EQ(outcomes[0].rounding, 1e-6);
  EXPECT_EQ(TimeToReach(outcomes[0], 25), 2);
  EXPECT_TRUE(std::isinf(TimeToReach(outcomes[0], 19)));
  EXPECT_EQ(outcomes[1].group, Group::kBinaryGrids);
  EXPECT_FALSE(outcomes[1].has_bound());
  EXPECT_FALSE(outcomes[1].proved);
}

TEST(Outcomes, OfWhatWasStoppedAreInItsCurves) {
  const std::vector<Outcome> outcomes = OutcomesOf(
      MadeUpResults({{"scen06", "trws", {30, 20}, {1}, false, {0.5, 4}, true}, {"scen06", "icm", {}, {}}}));
  ASSERT_EQ(outcomes.size(), 2U);
  EXPECT_EQ(outcomes[0].value(), 20);
  EXPECT_EQ(outcomes[0].bound(), 1);
  EXPECT_EQ(outcomes[0].seconds, 4);
  EXPECT_FALSE(outcomes[0].proved);
  // No allowed labeling, no bound.
  EXPECT_TRUE(std::isinf(outcomes[1].value()));
  EXPECT_EQ(outcomes[1].seconds, 0);
}

TEST(Outcomes, TheReferenceCountsAmongTheValuesOfRealInstancesOnly) {
  const Reference* const reference = FindReference("example");
  ASSERT_NE(reference, nullptr);
  const std::vector<MadeUpRun> runs = {{"example", "icm", {40, 30}}, {"example", "trws", {33}}};
  EXPECT_EQ(BestValues(OutcomesOf(MadeUpResults(runs))).at("example"), reference->energy);
  EXPECT_EQ(BestValues(OutcomesOf(MadeUpResults(runs, {.is_real = false}))).at("example"), 30);
  EXPECT_TRUE(BestValues(OutcomesOf(MadeUpResults({{"example", "icm"}}, {.is_real = false}))).empty());
}

TEST(Outcomes, DistancesAreAtMostOne) {
  EXPECT_DOUBLE_EQ(Distance(-150, -200), 0.25);
  EXPECT_DOUBLE_EQ(Distance(-250, -200), 0.25);  // a bound
  EXPECT_EQ(Distance(900, 200), 1);
  EXPECT_EQ(Distance(std::numeric_limits<double>::infinity(), 200), 1);
  EXPECT_EQ(Distance(-std::numeric_limits<double>::infinity(), 200), 1);
}

TEST(Outcomes, NearEnoughIsAShareOfTheBest) {
  EXPECT_DOUBLE_EQ(ValueNearEnough(-200, 0.01), -198);
  EXPECT_DOUBLE_EQ(ValueNearEnough(0.5, 0.01), 0.51);
}

TEST(Outcomes, SayWhichCasesAreMissing) {
  const std::vector<MadeUpRun> runs = {{"example", "icm", {40}}};
  EXPECT_EQ(MissingCases(MadeUpResults(runs)), "");
  const std::string all = std::to_string(Methods().size());
  EXPECT_EQ(MissingCases(MadeUpResults(runs, {.is_complete = false})),
            std::to_string(Methods().size() - 1) + " of " + all + " planned cases are not done");
}

}  // namespace
}  // namespace structlab::map_inference
