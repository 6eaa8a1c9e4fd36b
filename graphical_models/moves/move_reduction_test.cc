#include "graphical_models/moves/move_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/random_stream.h"

namespace structlab::graphical_models {
namespace {

// A choice as a number: bit v is set if variable v takes.
bool Takes(uint64_t choice, int32_t v) { return (choice >> v & 1u) != 0; }

double CostOf(const MoveFunction& function, uint64_t choice) {
  double cost = 0;
  const int32_t variables = static_cast<int32_t>(function.slopes.size());
  for (int32_t v = 0; v < variables; ++v) cost += Takes(choice, v) ? function.slopes[v] : 0;
  for (const MovePair& pair : function.pairs) {
    if (Takes(choice, pair.p) == Takes(choice, pair.q)) continue;
    cost += Takes(choice, pair.q) ? pair.forward : pair.backward;
  }
  for (const MoveGroup& group : function.groups) {
    int takers = 0;
    for (int32_t i = 0; i < group.size; ++i) takers += Takes(choice, function.members[group.begin + i]);
    cost += std::min(group.keep.max_cost, group.keep.each * (group.size - takers));
    cost += std::min(group.take.max_cost, group.take.each * takers);
  }
  return cost;
}

// Costs are integers; unaries are at most largest_slope.
MoveFunction RandomFunction(int variables, int largest_slope, common::RandomStream& random) {
  const auto integer = [&random](int low, int high) {
    return low + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(high - low + 1)));
  };
  MoveFunction function;
  for (int v = 0; v < variables; ++v) function.slopes.push_back(integer(-largest_slope, largest_slope));
  for (int i = integer(0, variables + 2); i > 0; --i) {
    const std::vector<int> pair = random.SampleWithoutReplacement(variables, 2);
    function.pairs.push_back({pair[0], pair[1], 1.0 * integer(0, 5), 1.0 * integer(0, 5)});
  }
  for (int i = integer(0, variables - 2); i > 0; --i) {
    const std::vector<int> members = random.SampleWithoutReplacement(variables, integer(1, 6));
    const auto count = [&]() -> MoveCount {
      const double each = integer(0, 5);
      return {each, each == 0 ? 0 : each + integer(0, 10)};
    };
    function.groups.push_back({.begin = static_cast<int64_t>(function.members.size()),
                               .size = static_cast<int32_t>(members.size()),
                               .keep = count(),
                               .take = count()});
    function.members.insert(function.members.end(), members.begin(), members.end());
  }
  return function;
}

// The variables that take in all choices of least cost. Since costs are submodular, that is itself one of
// them.
unsigned SmallestMinimum(const MoveFunction& function) {
  double least = CostOf(function, 0);
  unsigned takers = 0;
  for (unsigned choice = 1; choice < 1u << function.slopes.size(); ++choice) {
    const double cost = CostOf(function, choice);
    takers = cost < least ? choice : cost == least ? takers & choice : takers;
    least = std::min(least, cost);
  }
  return takers;
}

// The function after a reduction, with the fixed choices listed separately.
struct Reduced {
  MoveFunction left;
  uint64_t takers = 0, open = 0;  // bits

  explicit Reduced(const MoveFunction& function) : left(function) {
    MoveReduction reduction;
    reduction.Reduce(0, left);
    for (size_t v = 0; v < function.slopes.size(); ++v) {
      const FixedChoice choice = reduction.choices()[v];
      if (choice == FixedChoice::kTakes) takers |= uint64_t{1} << v;
      if (choice == FixedChoice::kOpen) open |= uint64_t{1} << v;
      if (choice != FixedChoice::kOpen) left.slopes[v] = 0;
    }
  }
};

// Fixed choices are those of the smallest minimum. The remaining function differs by a constant from the
// original one with the fixed choices inserted.
TEST(MoveReduction, FixesChoicesOfTheSmallestMinimumAndKeepsTheOtherCosts) {
  constexpr int kVariables = 6;
  int fixed = 0, open = 0;
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "move reduction");
    const MoveFunction function = RandomFunction(kVariables, seed % 2 == 0 ? 6 : 15, random);
    const Reduced reduced(function);
    EXPECT_EQ(SmallestMinimum(function) & ~reduced.open, reduced.takers);
    fixed += kVariables - std::popcount(reduced.open);
    const double difference = CostOf(function, reduced.takers) - CostOf(reduced.left, 0);
    for (uint64_t choice = reduced.open;; choice = (choice - 1) & reduced.open) {
      EXPECT_EQ(CostOf(function, reduced.takers | choice) - CostOf(reduced.left, choice), difference)
          << choice;
      if (choice == 0) break;
      ++open;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(fixed, 20'000 * kVariables / 4);
  EXPECT_GT(open, 20'000);
}

// So many variables that one more that is fixed is followed to the next ones.
TEST(MoveReduction, KeepsTheOtherCostsOfManyVariables) {
  constexpr int kVariables = 60;
  int fixed = 0, open = 0;
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "reduction of many");
    const MoveFunction function = RandomFunction(kVariables, 15, random);
    const Reduced reduced(function);
    fixed += kVariables - std::popcount(reduced.open);
    open += std::popcount(reduced.open);
    const double difference = CostOf(function, reduced.takers) - CostOf(reduced.left, 0);
    for (int i = 0; i < 20; ++i) {
      const uint64_t choice = random.Bits() & reduced.open;
      EXPECT_EQ(CostOf(function, reduced.takers | choice) - CostOf(reduced.left, choice), difference);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(fixed, 2'000 * 5);
  EXPECT_GT(open, 2'000 * 5);
}

TEST(MoveReduction, LeavesNoTermsOfFixedVariables) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "terms after a reduction");
    MoveFunction function = RandomFunction(seed % 2 == 0 ? 6 : 60, seed % 2 == 0 ? 8 : 15, random);
    MoveReduction reduction;
    reduction.Reduce(0, function);
    const auto is_open = [&](int32_t v) { return reduction.choices()[v] == FixedChoice::kOpen; };
    for (const MovePair& pair : function.pairs) EXPECT_TRUE(is_open(pair.p) && is_open(pair.q));
    for (const MoveGroup& group : function.groups) {
      EXPECT_GT(group.size, 1);
      EXPECT_FALSE(group.IsEmpty());
      for (int32_t i = 0; i < group.size; ++i) EXPECT_TRUE(is_open(function.members[group.begin + i]));
    }
  }
}

// One variable that must keep reduces the cost of its clique to 0, so that the others keep, one after the
// other.
TEST(MoveReduction, FollowsWhatItHasFixed) {
  MoveFunction function = {.slopes = {10, 5, -3},
                           .pairs = {{1, 2, 4, 0}},
                           .groups = {{.begin = 0, .size = 2, .keep = {.each = 5, .max_cost = 5}}},
                           .members = {0, 1}};
  MoveReduction reduction;
  reduction.Reduce(0, function);
  for (const FixedChoice choice : reduction.choices()) EXPECT_EQ(choice, FixedChoice::kKeeps);
}

// The first variable of a row must keep, and every other one keeps if the one before it does. No other choice
// is decided at first, and groups are listed from the end, so one reading of all groups decides only one
// variable.
TEST(MoveReduction, FollowsWhatSpreadsSlowlyToItsEnd) {
  constexpr int kRow = 200'000;
  MoveFunction function;
  function.slopes.assign(kRow, 6);
  function.slopes.front() = 10;
  function.slopes.back() = 4;
  for (int32_t v = kRow - 2; v >= 0; --v) {
    function.groups.push_back({.begin = static_cast<int64_t>(function.members.size()),
                               .size = 2,
                               .keep = {.each = 5, .max_cost = 5}});
    function.members.insert(function.members.end(), {v, v + 1});
  }
  MoveReduction reduction;
  reduction.Reduce(0, function);
  EXPECT_EQ(std::ranges::count(reduction.choices(), FixedChoice::kKeeps), kRow);
  EXPECT_TRUE(function.groups.empty());
}

// A difference within the rounding does not count as a gain.
TEST(MoveReduction, TakesOnlyForMoreThanRounding) {
  MoveReduction reduction;
  MoveFunction function = {.slopes = {-1, -3}};
  reduction.Reduce(2, function);
  EXPECT_EQ(reduction.choices()[0], FixedChoice::kOpen);
  EXPECT_EQ(reduction.choices()[1], FixedChoice::kTakes);
}

}  // namespace
}  // namespace structlab::graphical_models
