#include "graphical_models/exact/submodular_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/testing/message_of.h"

namespace structlab::graphical_models {
namespace {

template <class C>
struct Pair {
  int p, q;
  std::array<C, 4> costs;  // of 00, 01, 10, 11
};

template <class C>
struct Instance {
  std::vector<std::array<C, 2>> unaries;
  std::vector<Pair<C>> pairs;

  FlowValue<C> Energy(uint32_t labeling) const {
    FlowValue<C> energy = 0;
    const auto label = [labeling](int v) { return labeling >> v & 1; };
    for (size_t v = 0; v < unaries.size(); ++v) energy += unaries[v][label(static_cast<int>(v))];
    for (const Pair<C>& pair : pairs) energy += pair.costs[2 * label(pair.p) + label(pair.q)];
    return energy;
  }
};

// Costs from -8 to 8, integers so that sums are exact.
template <class C>
Instance<C> RandomInstance(common::RandomStream& random) {
  const auto cost = [&random] { return static_cast<C>(static_cast<int>(random.UniformIndex(17)) - 8); };
  Instance<C> instance;
  const int variables = static_cast<int>(random.UniformIndex(8));
  for (int v = 0; v < variables; ++v) instance.unaries.push_back({cost(), cost()});
  for (uint64_t pairs = random.UniformIndex(12); variables > 1 && pairs > 0; --pairs) {
    const std::vector<int> ends = random.SampleWithoutReplacement(variables, 2);
    Pair<C> pair = {ends[0], ends[1], {cost(), cost(), cost(), cost()}};
    if (pair.costs[0] + pair.costs[3] > pair.costs[1] + pair.costs[2]) {
      std::swap(pair.costs[0], pair.costs[1]);
      std::swap(pair.costs[2], pair.costs[3]);
    }
    instance.pairs.push_back(pair);
  }
  return instance;
}

template <class C>
SubmodularEnergy<C> MakeEnergy(const Instance<C>& instance) {
  SubmodularEnergy<C> energy(static_cast<int>(instance.unaries.size()));
  for (size_t v = 0; v < instance.unaries.size(); ++v) {
    energy.AddUnary(static_cast<int>(v), instance.unaries[v][0], instance.unaries[v][1]);
  }
  for (const Pair<C>& pair : instance.pairs) {
    energy.AddPairwise(pair.p, pair.q, pair.costs[0], pair.costs[1], pair.costs[2], pair.costs[3]);
  }
  return energy;
}

template <class C>
class SubmodularEnergyOf : public testing::Test {};
using Costs = testing::Types<int32_t, int64_t, double>;
TYPED_TEST_SUITE(SubmodularEnergyOf, Costs);

TYPED_TEST(SubmodularEnergyOf, EqualsBruteForceWithAllMinMarginals) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "submodular energy");
    const auto instance = RandomInstance<TypeParam>(random);
    const int variables = static_cast<int>(instance.unaries.size());
    using Value = FlowValue<TypeParam>;
    Value least = instance.Energy(0);
    std::vector<std::array<Value, 2>> marginals(instance.unaries.size());
    for (auto& marginal : marginals) marginal.fill(std::numeric_limits<Value>::max());
    for (uint32_t labeling = 0; labeling < uint32_t{1} << variables; ++labeling) {
      const Value value = instance.Energy(labeling);
      least = std::min(least, value);
      for (int v = 0; v < variables; ++v) {
        marginals[v][labeling >> v & 1] = std::min(marginals[v][labeling >> v & 1], value);
      }
    }
    SubmodularEnergy<TypeParam> energy = MakeEnergy(instance);
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

// 0.1 + 0.2 is 0.3 but for the rounding.
TEST(SubmodularEnergy, TakesRoundingForEquality) {
  SubmodularEnergy<double> energy(2);
  EXPECT_EQ(MessageOf([&] { energy.AddPairwise(0, 1, 0.1, 0.3, 0, 0.2); }), "no error");
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0.1, 0.3 - 1e-12, 0, 0.2); }), "no error");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0, infinity, 0, 0); }), "no error");
  EXPECT_NE(MessageOf([&] { energy.AddUnary(0, infinity - infinity, 0); }), "no error");
}

TEST(SubmodularEnergy, DetectsOverflow) {
  constexpr int32_t kLargest = std::numeric_limits<int32_t>::max();
  SubmodularEnergy<int32_t> energy(3);
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0, kLargest, 1, 0); }).find("overflow"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { energy.AddPairwise(0, 1, 0, 0, -kLargest, 3); }).find("overflow"),
            std::string::npos);
  energy.AddPairwise(0, 1, 0, kLargest, 0, 0);
  energy.AddPairwise(0, 2, 0, kLargest, 0, 0);
  EXPECT_EQ(energy.Minimize(), 0);
  EXPECT_NE(MessageOf([&] { energy.MinMarginals(); }).find("MinMarginals: variable 0"), std::string::npos);
}

}  // namespace
}  // namespace structlab::graphical_models
