#include "graphical_models/model/checked_result.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

#include "common/testing/message_of.h"

namespace structlab::graphical_models {
namespace {

using common::ErrorKind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Two variables of 2 and 3 labels. The energy is 10 times the sum of the labels, rounded by at most 0.5, and
// bounds by at most 2; label 2 is forbidden.
const Minimized kMinimized = {
    .num_variables = 2,
    .num_labels = [](int variable) { return 2 + variable; },
    .energy =
        [](const Labeling& labels) { return labels[1] == 2 ? kInfinity : 10.0 * (labels[0] + labels[1]); },
    .rounding = [](const Labeling&) { return SumRounding{.energy = 0.5, .bound = 2}; }};

MapResult Check(const MapResult& result) {
  return MinimizeChecked("tabu", kMinimized, [&result] { return result; });
}

std::string MessageFor(const MapResult& result) {
  return common::MessageOf(ErrorKind::kEnvironment, [&result] { Check(result); });
}

MapResult Good() {
  return {.labeling = {1, 1}, .energy = 20, .lower_bound = 5, .trace = {{1, 0.1, 30, 5}, {2, 0.2, 20, 5}}};
}

TEST(MinimizeChecked, LeavesWhatIsRightAsItIs) {
  const MapResult result = Check(Good());
  EXPECT_EQ(result.labeling, Labeling({1, 1}));
  EXPECT_EQ(result.energy, 20);
  EXPECT_EQ(result.lower_bound, 5);
  ASSERT_EQ(result.trace.size(), 2u);
  EXPECT_EQ(result.trace.front().value, 30);
}

TEST(MinimizeChecked, EndsATraceThatIsEmpty) {
  MapResult result = Good();
  result.trace.clear();
  result = Check(result);
  ASSERT_EQ(result.trace.size(), 1u);
  EXPECT_EQ(result.trace[0].value, 20);
  EXPECT_EQ(result.trace[0].bound, 5);
  EXPECT_GE(result.trace[0].seconds, 0);
}

TEST(MinimizeChecked, AllowsForRounding) {
  MapResult result = Good();
  result.energy = 20.5;
  result.trace.back().value = 19.5;
  result.lower_bound = 21.5;
  EXPECT_EQ(Check(result).energy, 20.5);
  result.lower_bound = 22.5;
  EXPECT_NE(MessageFor(result).find("lower bound: expected at most 20, "), std::string::npos);
  result.lower_bound = 5;
  result.energy = 21;
  EXPECT_NE(MessageFor(result).find("energy: expected 20, "), std::string::npos);
}

TEST(MinimizeChecked, TakesAForbiddenLabelingWithItsInfiniteEnergy) {
  MapResult result = {.labeling = {0, 2}, .energy = kInfinity, .trace = {{0, 0, kInfinity, -kInfinity}}};
  EXPECT_EQ(Check(result).energy, kInfinity);
  result.ending = common::Ending::kOptimal;
  result.lower_bound = kInfinity;
  EXPECT_EQ(Check(result).lower_bound, kInfinity);
  result.energy = 7;
  EXPECT_EQ(MessageFor(result),
            "result of the method tabu: energy: expected inf, that of its labeling, found 7; fix the method, "
            "or use another one");
}

TEST(MinimizeChecked, SaysWhichLabelIsMissingOrOutOfRange) {
  MapResult result = Good();
  result.labeling = {1};
  EXPECT_NE(MessageFor(result).find("labeling: expected 2 labels, found 1"), std::string::npos);
  result.labeling = {2, 0};
  EXPECT_NE(MessageFor(result).find("label of variable 0: expected 0 to 1, found 2"), std::string::npos);
  result.labeling = {0, -1};
  EXPECT_NE(MessageFor(result).find("label of variable 1: expected 0 to 2, found -1"), std::string::npos);
}

TEST(MinimizeChecked, SaysWhichNumberIsFalse) {
  for (const double energy : {20.51, 19.49, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    MapResult result = Good();
    result.energy = energy;
    EXPECT_NE(MessageFor(result).find("energy: expected 20, that of its labeling, found "), std::string::npos)
        << energy;
  }
  for (const double bound : {22.01, kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    MapResult result = Good();
    result.lower_bound = bound;
    EXPECT_NE(MessageFor(result).find("lower bound: expected at most 20, the energy of its labeling, found "),
              std::string::npos)
        << bound;
  }
  MapResult result = Good();
  result.ending = common::Ending::kOptimal;
  EXPECT_NE(MessageFor(result).find("lower bound of an optimal labeling: expected 20, its energy, found 5"),
            std::string::npos);
  result = Good();
  result.trace.back().value = 30;
  EXPECT_NE(MessageFor(result).find("trace: expected its end at the energy 20, found 30"), std::string::npos);
}

TEST(MinimizeChecked, SaysWhichPointOfTheTraceIsFalse) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<common::TracePoint, const char*> firsts[] = {
      {{1, 0.3, 30, 5}, "seconds of point 1 of the trace: expected at least 0.3, found 0.2"},
      {{1, nan, 30, 5}, "seconds of point 0 of the trace: expected at least 0, found nan"},
      {{1, -1, 30, 5}, "seconds of point 0 of the trace: expected at least 0, found -1"},
      {{3, 0.1, 30, 5}, "iteration of point 1 of the trace: expected at least 3, found 2"},
      {{1, 0.1, 19, 5}, "energy of point 1 of the trace: expected at most 19, found 20"},
      {{1, 0.1, nan, 5}, "energy of point 0 of the trace: expected at most inf, found nan"},
      {{1, 0.1, 30, 15}, "lower bound of point 1 of the trace: expected at least 15, found 5"},
      {{1, 0.1, 30, nan}, "lower bound of point 0 of the trace: expected at least -inf, found nan"}};
  for (const auto& [first, message] : firsts) {
    MapResult result = Good();
    result.trace.front() = first;
    EXPECT_NE(MessageFor(result).find(message), std::string::npos) << MessageFor(result);
  }
  MapResult result = Good();
  result.trace.back().bound = 1000;
  EXPECT_NE(MessageFor(result).find("trace: expected its end at a lower bound of at most 5, found 1000"),
            std::string::npos);
}

}  // namespace
}  // namespace structlab::graphical_models
