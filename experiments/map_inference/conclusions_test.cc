#include "experiments/map_inference/conclusions.h"

#include <gtest/gtest.h>

#include <string>

#include "experiments/map_inference/made_up_results.h"

namespace structlab::map_inference {
namespace {

using Paragraphs = std::vector<std::string>;

// What the last paragraph is, whatever the results.
constexpr char kMeaning[] =
    "Percentages are means over the instances of a group. On each, a value counts as at most 100% above the "
    "best that is known, which is also what no allowed labeling counts as; bounds likewise. "
    "Methods that the time limit stopped count with their curves, though they have no row in the tables.";

TEST(Conclusions, RankTheValuesThatWereThereInTime) {
  const std::vector<MadeUpRun> runs = {{"scen06", "trws", {200, 150}, {100, 140}, false, {0.5, 5}},
                                       {"scen06", "icm", {160}, {}, false, {0.1}},
                                       {"scen06", "mean-field", {160}, {}, false, {0.05}},
                                       {"scen06", "auto", {150}, {150}, true}};
  const Paragraphs expected = {
      "Pairs with many labels (1 generated instance): After 1 second the lowest values are those of "
      "mean-field (6.7% above the best), then icm (6.7% above the best), trws (33% above the best). After 10 "
      "seconds the lowest values are those of trws (the best on all), then mean-field (6.7% above the best), "
      "icm (6.7% above the best). In the end: the same. The highest lower bounds are those of trws, 6.7% "
      "below the best values. None proves its labelings optimal.",
      kMeaning};
  EXPECT_EQ(Conclude(MadeUpResults(runs, {.is_real = false})), expected);
  EXPECT_EQ(Conclude(MadeUpResults({})), Paragraphs());
}

// A method that refused one instance cannot be compared over all; one without an allowed labeling can.
TEST(Conclusions, CompareOnlyWhatTakesTheWholeGroup) {
  const std::vector<MadeUpRun> runs = {{"scen06", "icm", {110}},
                                       {"example", "icm", {100}},
                                       {"scen06", "max-product"},
                                       {"example", "max-product", {90}},
                                       {"scen06", "trws", {100}, {100}, true},
                                       {"404", "tree", {10}, {10}, true}};
  const Paragraphs expected = {
      "Pairs with many labels (2 generated instances): After 1 second the lowest values are those of icm "
      "(11% above the best), then max-product (50% above the best, no allowed labeling on 1). After 10 "
      "seconds: the same. In the end: the same. No method has a lower bound on all of them. Proved optimal: "
      "by trws on 1 of 2.",
      "Factors of three and four variables (1 generated instance): After 1 second the lowest values are "
      "those of tree (the best on all). After 10 seconds: the same. In the end: the same. The highest lower "
      "bounds are those of tree, as high as the best values. Proved optimal: by tree on 1 of 1.",
      kMeaning};
  EXPECT_EQ(Conclude(MadeUpResults(runs, {.is_real = false})), expected);
}

// Much above counts as 100%, so that one instance does not hide what happened on the others.
TEST(Conclusions, CountAtMostAHundredPercent) {
  const Paragraphs paragraphs =
      Conclude(MadeUpResults({{"scen06", "icm", {1e9}}, {"scen06", "trws", {1e3}}}, {.is_real = false}));
  EXPECT_NE(paragraphs.at(0).find("icm (100% above the best)"), std::string::npos) << paragraphs[0];
}

TEST(Conclusions, NameOnlyBudgetsThatWereGranted) {
  harness::Results results = MadeUpResults({{"scen06", "icm", {110}}}, {.is_real = false});
  harness::Setting settings = results.settings();
  settings.Set("seconds", "3");
  const Paragraphs paragraphs =
      Conclude(harness::Results(results.cases(), harness::Profile::kQuick, settings));
  ASSERT_EQ(paragraphs.size(), 2U);
  EXPECT_NE(paragraphs[0].find("After 1 second "), std::string::npos);
  EXPECT_EQ(paragraphs[0].find("After 10 seconds"), std::string::npos);
  EXPECT_NE(paragraphs[0].find("In the end: the same."), std::string::npos);
}

}  // namespace
}  // namespace structlab::map_inference
