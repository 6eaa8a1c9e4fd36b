#include "graphical_models/exact/submodular_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/local_flips.h"
#include "graphical_models/exact/testing/binary_instances.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

template <class C>
class SubmodularEnergyOf : public testing::Test {};
using Costs = testing::Types<int32_t, int64_t, double>;
TYPED_TEST_SUITE(SubmodularEnergyOf, Costs);

TYPED_TEST(SubmodularEnergyOf, EqualsBruteForceWithAllMinMarginals) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "submodular energy");
    const auto instance = RandomBinaryInstance<TypeParam>(true, random);
    const int variables = instance.num_variables();
    using Value = FlowValue<TypeParam>;
    Value least = instance.Energy(0);
    std::vector<std::array<Value, 2>> marginals(instance.unaries.size());
    for (auto& marginal : marginals) marginal.fill(std::numeric_limits<Value>::max());
    for (uint32_t labeling = 0; labeling < instance.num_labelings(); ++labeling) {
      const Value value = instance.Energy(labeling);
      least = std::min(least, value);
      for (int v = 0; v < variables; ++v) {
        marginals[v][labeling >> v & 1] = std::min(marginals[v][labeling >> v & 1], value);
      }
    }
    SubmodularEnergy<TypeParam> energy(variables);
    AddTerms(instance, energy);
    EXPECT_EQ(energy.Minimize(), least);
    uint32_t labeling = 0;
    for (int v = 0; v < variables; ++v) labeling |= static_cast<uint32_t>(energy.Label(v)) << v;
    EXPECT_EQ(instance.Energy(labeling), least);
    EXPECT_EQ(energy.MinMarginals(), marginals);
    EXPECT_EQ(energy.Minimize(), least);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(SubmodularEnergy, SolvesTheExampleOfItsHeader) {
  SubmodularEnergy<int32_t> energy(2);
  energy.AddUnary(0, 0, 3);
  energy.AddUnary(1, 5, 0);
  energy.AddPairwise(0, 1, 0, 4, 4, 0);
  EXPECT_EQ(energy.Minimize(), 3);
  EXPECT_EQ(energy.Label(0), 1);
  EXPECT_EQ(energy.Label(1), 1);
  EXPECT_EQ(energy.MinMarginals(), (std::vector<std::array<int64_t, 2>>{{4, 3}, {5, 3}}));
}

// Dokania 2016, section 2.3.1.4: as a network an arc of 6, 5 from the first to the sink, 1 from the source to
// the second, and -2.
TEST(SubmodularEnergy, EqualsTheWorkedExampleOfAPair) {
  const double costs[2][2] = {{3, 10}, {-2, -1}};
  for (int p = 0; p < 2; ++p) {
    for (int q = 0; q < 2; ++q) {
      // Label 0 (source side) pays the capacity to the sink, label 1 the capacity from the source, and the
      // labels 0 and 1 together the arc.
      EXPECT_EQ(costs[p][q], -2 + (p == 0 ? 5 : 0) + (q == 1 ? 1 : 0) + (p == 0 && q == 1 ? 6 : 0));
    }
  }
  SubmodularEnergy<double> energy(2);
  energy.AddPairwise(0, 1, 3, 10, -2, -1);
  EXPECT_EQ(energy.Minimize(), -2);
  EXPECT_EQ(energy.Label(0), 1);
  EXPECT_EQ(energy.Label(1), 0);
  EXPECT_EQ(energy.MinMarginals(), (std::vector<std::array<double, 2>>{{3, -2}, {-2, -1}}));
}

TEST(SubmodularEnergy, RefusesPairsThatAreNot) {
  SubmodularEnergy<int32_t> energy(5);
  EXPECT_EQ(
      MessageOf([&] { energy.AddPairwise(3, 1, 2, 1, 1, 1); }),
      "AddPairwise(3, 1): expected a submodular pair: cost(0, 0) + cost(1, 1) <= cost(0, 1) + cost(1, 0), "
      "found 3 > 2");
  EXPECT_EQ(MessageOf([&] { energy.AddPairwise(3, 1, 1, 1, 1, 1); }), "no error");
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(3, 5, 0, 1, 1, 0); }), "no error");
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(3, 3, 0, 1, 1, 0); }), "no error");
  EXPECT_NE(MessageOf([&] { energy.AddUnary(-1, 0, 1); }), "no error");
  EXPECT_EQ(energy.Minimize(), 1);
}

// 0.1 + 0.2 is 0.3 except for rounding.
TEST(SubmodularEnergy, TakesRoundingForEquality) {
  SubmodularEnergy<double> energy(2);
  EXPECT_EQ(MessageOf([&] { energy.AddPairwise(0, 1, 0.1, 0.3, 0, 0.2); }), "no error");
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0.1, 0.3 - 1e-12, 0, 0.2); }), "no error");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0, infinity, 0, 0); }), "no error");
  EXPECT_NE(MessageOf([&] { energy.AddUnary(0, infinity - infinity, 0); }), "no error");
}

TEST(SubmodularEnergy, DetectsOverflow) {
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  SubmodularEnergy<int32_t> energy(3);
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0, kMax, 1, 0); }).find("overflow"), std::string::npos);
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0, 0, -kMax, 3); }).find("overflow"), std::string::npos);
  energy.AddPairwise(0, 1, 0, kMax, 0, 0);
  energy.AddPairwise(0, 2, 0, kMax, 0, 0);
  EXPECT_EQ(energy.Minimize(), 0);
  EXPECT_NE(MessageOf([&] { energy.MinMarginals(); }).find("MinMarginals: variable 0"), std::string::npos);
}

// Grids with weak, medium and strong pairs, of which the first are solved by local searches and the last by
// dynamic cuts, against a new energy for each variable.
TEST(SubmodularEnergy, MinMarginalsEqualNewCuts) {
  constexpr int kWidth = 7, kSize = 7 * 6;
  for (const double lambda : {0.05, 0.5, 5.0}) {
    for (uint64_t seed = 0; seed < 6; ++seed) {
      const auto build = [&](int forced, int label) {
        common::RandomStream random(seed, "min-marginals of grids");
        SubmodularEnergy<double> energy(kSize);
        for (int v = 0; v < kSize; ++v) {
          energy.AddUnary(v, random.Normal(), random.Normal());
          if (v == forced) energy.AddUnary(v, label == 0 ? 0 : 1000, label == 0 ? 1000 : 0);
          const double right = lambda * random.Uniform(), below = lambda * random.Uniform();
          if (v % kWidth != kWidth - 1) energy.AddPairwise(v, v + 1, 0, right, 2 * right, 0);
          if (v + kWidth < kSize) energy.AddPairwise(v, v + kWidth, -below, below, below, 0);
        }
        return energy;
      };
      const auto found = build(-1, 0).MinMarginals();
      for (int v = 0; v < kSize; ++v) {
        for (const int label : {0, 1}) {
          EXPECT_NEAR(found[v][label], build(v, label).Minimize(), 1e-9)
              << "lambda " << lambda << ", seed " << seed << ", variable " << v;
        }
      }
    }
  }
}

TEST(LocalFlips, TakeTheirFlowBackAndStopAtTheLimit) {
  common::RandomStream random(1, "local flips");
  MaxFlowGraph<double> graph(60);
  for (int v = 0; v < 60; ++v) graph.ChangeTerminal(v, random.Normal(), random.Normal());
  for (int edge = 0; edge < 150; ++edge) {
    const int from = static_cast<int>(random.UniformIndex(60));
    graph.AddEdge(from, (from + 1 + static_cast<int>(random.UniformIndex(59))) % 60, random.Uniform(),
                  random.Uniform());
  }
  graph.Solve();
  LocalFlips<double> flips(graph);
  std::vector<double> costs;
  int limited = 0;
  for (int v = 0; v < 60; ++v) costs.push_back(*flips.CostOfFlip(v, 1 << 20));
  for (int v = 59; v >= 0; --v) {
    limited += flips.CostOfFlip(v, 0) ? 0 : 1;
    EXPECT_EQ(*flips.CostOfFlip(v, 1 << 20), costs[v]);  // the same bits
  }
  EXPECT_GE(limited, 50);  // all but nodes without edges
}

}  // namespace
}  // namespace structlab::graphical_models
