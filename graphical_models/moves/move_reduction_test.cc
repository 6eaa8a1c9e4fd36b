#include "graphical_models/moves/move_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"

namespace structlab::graphical_models {
namespace {

constexpr int kVariables = 6;

// Bit v of a choice: variable v takes.
bool Takes(unsigned choice, int32_t v) { return (choice >> v & 1u) != 0; }

double CostOf(const MoveFunction& function, unsigned choice) {
  double cost = 0;
  for (int32_t v = 0; v < kVariables; ++v) cost += Takes(choice, v) ? function.slopes[v] : 0;
  for (const MovePair& pair : function.pairs) {
    if (Takes(choice, pair.p) == Takes(choice, pair.q)) continue;
    cost += Takes(choice, pair.q) ? pair.forward : pair.backward;
  }
  for (const MoveGroup& group : function.groups) {
    int count = 0;
    for (int32_t i = 0; i < group.size; ++i) {
      count += Takes(choice, function.members[group.begin + i]) == (group.choice == MoveChoice::kTake);
    }
    cost += std::min(group.largest, group.each * count);
  }
  return cost;
}

// Integers, with unaries of up to largest_slope.
MoveFunction RandomFunction(int largest_slope, common::RandomStream& random) {
  const auto integer = [&random](int low, int high) {
    return low + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(high - low + 1)));
  };
  MoveFunction function;
  for (int v = 0; v < kVariables; ++v) function.slopes.push_back(integer(-largest_slope, largest_slope));
  for (int i = integer(0, 8); i > 0; --i) {
    const std::vector<int> pair = random.SampleWithoutReplacement(kVariables, 2);
    function.pairs.push_back({pair[0], pair[1], 1.0 * integer(0, 5), 1.0 * integer(0, 5)});
  }
  for (int i = integer(0, 4); i > 0; --i) {
    const std::vector<int> members = random.SampleWithoutReplacement(kVariables, integer(1, kVariables));
    const double each = integer(1, 5);
    function.groups.push_back({.begin = static_cast<int64_t>(function.members.size()),
                               .size = static_cast<int32_t>(members.size()),
                               .choice = random.Uniform() < 0.5 ? MoveChoice::kKeep : MoveChoice::kTake,
                               .each = each,
                               .largest = each + integer(0, 10)});
    function.members.insert(function.members.end(), members.begin(), members.end());
  }
  return function;
}

// Who takes in all choices of least cost: since costs are submodular, that is one of them.
unsigned SmallestMinimum(const MoveFunction& function) {
  double least = CostOf(function, 0);
  unsigned takers = 0;
  for (unsigned choice = 1; choice < 1u << kVariables; ++choice) {
    const double cost = CostOf(function, choice);
    takers = cost < least ? choice : cost == least ? takers & choice : takers;
    least = std::min(least, cost);
  }
  return takers;
}

// Fixed choices are those of the smallest minimum, and what is left of the function differs from it by a
// constant where they are put in.
TEST(MoveReduction, FixesChoicesOfTheSmallestMinimumAndKeepsTheOtherCosts) {
  int fixed = 0, open = 0;
  MoveReduction reduction;
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "move reduction");
    const MoveFunction function = RandomFunction(seed % 2 == 0 ? 6 : 15, random);
    MoveFunction left = function;
    reduction.Reduce(0, left);
    const unsigned minimum = SmallestMinimum(function);
    unsigned takers = 0, open_bits = 0;
    for (int32_t v = 0; v < kVariables; ++v) {
      const FixedChoice choice = reduction.choices()[v];
      if (choice == FixedChoice::kOpen) {
        open_bits |= 1u << v;
        continue;
      }
      EXPECT_EQ(choice == FixedChoice::kTakes, Takes(minimum, v)) << v;
      left.slopes[v] = 0;
      takers |= choice == FixedChoice::kTakes ? 1u << v : 0;
      ++fixed;
    }
    const double difference = CostOf(function, takers) - CostOf(left, 0);
    for (unsigned choice = open_bits;; choice = (choice - 1) & open_bits) {
      EXPECT_EQ(CostOf(function, takers | choice) - CostOf(left, choice), difference) << choice;
      if (choice == 0) break;
      ++open;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(fixed, 20'000 * kVariables / 4);
  EXPECT_GT(open, 20'000);
}

TEST(MoveReduction, LeavesNoTermsOfFixedVariables) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "terms after a reduction");
    MoveFunction function = RandomFunction(8, random);
    MoveReduction reduction;
    reduction.Reduce(0, function);
    const auto is_open = [&](int32_t v) { return reduction.choices()[v] == FixedChoice::kOpen; };
    for (const MovePair& pair : function.pairs) EXPECT_TRUE(is_open(pair.p) && is_open(pair.q));
    for (const MoveGroup& group : function.groups) {
      EXPECT_GT(group.size, 1);
      EXPECT_GT(group.each, 0);
      for (int32_t i = 0; i < group.size; ++i) EXPECT_TRUE(is_open(function.members[group.begin + i]));
    }
  }
}

// One variable that must keep makes its clique cost nothing more, so that the others keep too, one after the
// other.
TEST(MoveReduction, FollowsWhatItHasFixed) {
  MoveFunction function = {
      .slopes = {10, 5, -3},
      .pairs = {{1, 2, 4, 0}},
      .groups = {{.begin = 0, .size = 2, .choice = MoveChoice::kKeep, .each = 5, .largest = 5}},
      .members = {0, 1}};
  MoveReduction reduction;
  reduction.Reduce(0, function);
  for (const FixedChoice choice : reduction.choices()) EXPECT_EQ(choice, FixedChoice::kKeeps);
}

// What rounding may be is no gain.
TEST(MoveReduction, TakesOnlyForMoreThanRounding) {
  MoveReduction reduction;
  MoveFunction function = {.slopes = {-1, -3}};
  reduction.Reduce(2, function);
  EXPECT_EQ(reduction.choices()[0], FixedChoice::kOpen);
  EXPECT_EQ(reduction.choices()[1], FixedChoice::kTakes);
}

}  // namespace
}  // namespace structlab::graphical_models
