#include "graphical_models/exact/roof_dual.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/submodular_energy.h"
#include "graphical_models/exact/testing/binary_instances.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

template <class C>
class RoofDualOf : public testing::Test {};
using Costs = testing::Types<int32_t, int64_t, double>;
TYPED_TEST_SUITE(RoofDualOf, Costs);

template <class C>
RoofDual<C> MakeDual(const BinaryInstance<C>& instance) {
  RoofDual<C> dual(instance.num_variables());
  AddTerms(instance, dual);
  return dual;
}

template <class C>
uint32_t WithLabelsOf(const RoofDual<C>& dual, uint32_t labeling) {
  for (int v = 0; v < dual.num_variables(); ++v) {
    const uint32_t bit = uint32_t{1} << v;
    if (dual.label(v) == 0) labeling &= ~bit;
    if (dual.label(v) == 1) labeling |= bit;
  }
  return labeling;
}

template <class C>
void ExpectPersistency(const BinaryInstance<C>& instance, const RoofDual<C>& dual) {
  std::vector<FlowValue<C>> energies;
  for (uint32_t labeling = 0; labeling < instance.num_labelings(); ++labeling) {
    energies.push_back(instance.Energy(labeling));
  }
  const FlowValue<C> least = *std::min_element(energies.begin(), energies.end());
  uint32_t strong = 0;
  for (int v = 0; v < dual.num_variables(); ++v) strong |= uint32_t{dual.IsStrong(v)} << v;
  int raised = 0, contradicted = 0;
  for (uint32_t labeling = 0; labeling < instance.num_labelings(); ++labeling) {
    const uint32_t relabeled = WithLabelsOf(dual, labeling);
    raised += energies[relabeled] > energies[labeling];
    contradicted += energies[labeling] == least && ((relabeled ^ labeling) & strong) != 0;
  }
  EXPECT_EQ(raised, 0);
  EXPECT_EQ(contradicted, 0);
}

TYPED_TEST(RoofDualOf, BoundsTheMinimumAndLabelsPersistently) {
  int unlabeled = 0, weak = 0, strong = 0, tight = 0;
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "roof dual");
    const auto instance = RandomBinaryInstance<TypeParam>(false, random);
    RoofDual<TypeParam> dual = MakeDual(instance);
    const auto twice_the_bound = dual.Solve();
    EXPECT_LE(twice_the_bound, 2 * instance.MinEnergy());
    ExpectPersistency(instance, dual);
    bool all_labeled = true;
    for (int v = 0; v < dual.num_variables(); ++v) {
      const bool labeled = dual.label(v) != kUnlabeled;
      EXPECT_TRUE(labeled || !dual.IsStrong(v));
      all_labeled = all_labeled && labeled;
      ++(!labeled ? unlabeled : dual.IsStrong(v) ? strong : weak);
    }
    if (all_labeled) {
      EXPECT_EQ(twice_the_bound, 2 * instance.Energy(WithLabelsOf(dual, 0)));
    }
    tight += twice_the_bound == 2 * instance.MinEnergy();
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(unlabeled, 1'000);
  EXPECT_GT(weak, 500);
  EXPECT_GT(strong, 4'000);
  EXPECT_GT(tight, 2'000);
}

// The dual also solves a submodular energy in which the labels of some variables are exchanged.
TYPED_TEST(RoofDualOf, SolvesSubmodularEnergiesAndThoseWithLabelsExchanged) {
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "roof dual of submodular energies");
    auto instance = RandomBinaryInstance<TypeParam>(true, random);
    SubmodularEnergy<TypeParam> energy(instance.num_variables());
    AddTerms(instance, energy);
    for (int v = 0; seed % 2 == 1 && v < instance.num_variables(); ++v) {
      if (random.Uniform() < 0.5) continue;
      std::swap(instance.unaries[v][0], instance.unaries[v][1]);
      for (auto& [p, q, costs] : instance.pairs) {
        if (p == v) costs = {costs[2], costs[3], costs[0], costs[1]};
        if (q == v) costs = {costs[1], costs[0], costs[3], costs[2]};
      }
    }
    RoofDual<TypeParam> dual = MakeDual(instance);
    EXPECT_EQ(dual.Solve(), 2 * energy.Minimize());
    for (int v = 0; v < dual.num_variables(); ++v) EXPECT_NE(dual.label(v), kUnlabeled);
    ExpectPersistency(instance, dual);
    if (testing::Test::HasFailure()) return;
  }
}

// The minimum of the relaxation over half-integral points, from the minimum costs of the pairs at these
// points.
template <class C>
FlowValue<C> TwiceTheRelaxedMinimum(const BinaryInstance<C>& instance) {
  std::vector<int> twice(instance.unaries.size(), 0);  // 0, 1, 2
  FlowValue<C> least = std::numeric_limits<FlowValue<C>>::max();
  while (true) {
    FlowValue<C> energy = 0;
    for (int v = 0; v < instance.num_variables(); ++v) {
      energy += instance.unaries[v][0] * (2 - twice[v]) + instance.unaries[v][1] * twice[v];
    }
    for (const auto& [p, q, costs] : instance.pairs) {
      if (twice[p] != 1 && twice[q] != 1) {
        energy += 2 * costs[twice[p] + twice[q] / 2];
      } else if (twice[p] != 1) {
        energy += costs[twice[p]] + costs[twice[p] + 1];
      } else if (twice[q] != 1) {
        energy += costs[twice[q] / 2] + costs[2 + twice[q] / 2];
      } else {
        energy += std::min(costs[0] + costs[3], costs[1] + costs[2]);
      }
    }
    least = std::min(least, energy);
    size_t v = 0;
    while (v < twice.size() && ++twice[v] == 3) twice[v++] = 0;
    if (v == twice.size()) return least;
  }
}

// The linear relaxation has half-integral minima (Nemhauser, Trotter 1975; Hammer, Hansen, Simeone 1984).
TYPED_TEST(RoofDualOf, IsTheMinimumOfTheLinearRelaxation) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "relaxation");
    const auto instance = RandomBinaryInstance<TypeParam>(false, random);
    EXPECT_EQ(MakeDual(instance).Solve(), TwiceTheRelaxedMinimum(instance));
  }
}

TYPED_TEST(RoofDualOf, SolvedAgainAfterChangesIsAsSolvedAtOnce) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "changed roof dual");
    auto instance = RandomBinaryInstance<TypeParam>(false, random);
    if (instance.num_variables() < 2) continue;
    RoofDual<TypeParam> dual = MakeDual(instance);
    dual.Solve();
    instance.unaries[0][1] += 5;
    dual.AddUnary(0, 0, 5);
    instance.pairs.push_back({1, 0, {4, 0, 1, 3}});
    dual.AddPairwise(1, 0, 4, 0, 1, 3);
    RoofDual<TypeParam> at_once = MakeDual(instance);
    EXPECT_EQ(dual.Solve(), at_once.Solve());
    for (int v = 0; v < dual.num_variables(); ++v) {
      EXPECT_EQ(dual.IsStrong(v), at_once.IsStrong(v));
      EXPECT_EQ(dual.label(v) == kUnlabeled, at_once.label(v) == kUnlabeled);
    }
    ExpectPersistency(instance, dual);
  }
}

TYPED_TEST(RoofDualOf, FixedLabelsAreStrong) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fixed roof dual");
    const auto instance = RandomBinaryInstance<TypeParam>(false, random);
    RoofDual<TypeParam> dual = MakeDual(instance);
    for (int v = 0; v < dual.num_variables(); ++v) {
      dual.Solve();
      const Label label = static_cast<Label>(random.UniformIndex(2));
      dual.Fix(v, 1 - label);
      dual.Fix(v, label);
      dual.Solve();
      EXPECT_EQ(dual.label(v), label);
      EXPECT_TRUE(dual.IsStrong(v));
    }
  }
}

// Three variables that all prefer to differ: only two of three pairs can. The relaxation satisfies all three
// by halves.
TEST(RoofDual, LeavesAFrustratedTriangleOpen) {
  RoofDual<int32_t> dual(3);
  for (const auto& [p, q] : {std::pair{0, 1}, {1, 2}, {2, 0}}) dual.AddPairwise(p, q, 3, 0, 0, 3);
  EXPECT_EQ(dual.Solve(), 0);
  for (int v = 0; v < 3; ++v) EXPECT_EQ(dual.label(v), kUnlabeled);
  dual.Fix(0, 1);
  EXPECT_EQ(dual.Solve(), 6);
  EXPECT_EQ(dual.label(0), 1);
}

TEST(RoofDual, SolvesTheExampleOfItsHeader) {
  RoofDual<int32_t> dual(3);
  dual.AddUnary(2, 0, 7);
  dual.AddPairwise(0, 1, 5, 0, 0, 5);
  dual.AddPairwise(1, 2, 0, 2, 2, 0);
  EXPECT_EQ(dual.Solve(), 0);
  EXPECT_EQ(WithLabelsOf(dual, 0), 1u);
  for (int v = 0; v < 3; ++v) EXPECT_TRUE(dual.IsStrong(v));
}

TEST(RoofDual, NoVariableIsSolved) { EXPECT_EQ(RoofDual<double>(0).Solve(), 0); }

TEST(RoofDual, RefusesWrongUse) {
  EXPECT_EQ(MessageOf([] { RoofDual<int32_t>(-1); }),
            "RoofDual: num_variables: expected 0 to 1073741823, found -1");
  EXPECT_EQ(MessageOf([] { RoofDual<int32_t>(1, -1); }),
            "RoofDual: expected_pairs: expected 0 to 1073741823, found -1");
  RoofDual<double> dual(2);
  EXPECT_EQ(MessageOf([&] { dual.AddUnary(2, 0, 0); }), "AddUnary: expected a variable below 2, found 2");
  EXPECT_EQ(MessageOf([&] { dual.AddPairwise(0, -1, 0, 0, 0, 0); }),
            "AddPairwise: expected a variable below 2, found -1");
  EXPECT_EQ(MessageOf([&] { dual.AddPairwise(1, 1, 0, 0, 0, 0); }),
            "AddPairwise(1, 1): expected two different variables, found one");
  EXPECT_EQ(MessageOf([&] { dual.Fix(0, 2); }), "Fix(0): expected the label 0 or 1, found 2");
  EXPECT_EQ(MessageOf([&] { dual.label(0); }), "label: expected Solve before it, found an energy not solved");
  dual.Solve();
  EXPECT_EQ(MessageOf([&] { dual.IsStrong(5); }), "IsStrong: expected a variable below 2, found 5");
  dual.AddUnary(0, 1, 0);
  EXPECT_NE(MessageOf([&] { dual.IsStrong(0); }), "no error");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(MessageOf([&] { dual.AddUnary(0, infinity, 0); }), "no error");
  EXPECT_NE(MessageOf([&] { dual.AddPairwise(0, 1, infinity, 0, 0, 0); }), "no error");
}

TEST(RoofDual, DetectsOverflow) {
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  const auto overflows = [](const auto& action) {
    return MessageOf(action).find("an overflow") != std::string::npos;
  };
  RoofDual<int32_t> pairs(2);
  EXPECT_TRUE(overflows([&] { pairs.AddPairwise(0, 1, 0, kMax, 1, 0); }));
  EXPECT_TRUE(overflows([&] { pairs.AddPairwise(0, 1, -kMax, 0, 0, -2); }));
  RoofDual<int32_t> unaries(1);
  unaries.AddUnary(0, 0, kMax);
  EXPECT_TRUE(overflows([&] { unaries.AddUnary(0, 0, 1); }));
  RoofDual<int32_t> fixed(1);
  fixed.AddUnary(0, 0, kMax);
  EXPECT_TRUE(overflows([&] { fixed.Fix(0, 1); }));
  // Twice the constant part fills 64 bits.
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max() / 2;
  RoofDual<int64_t> flow(2);
  flow.AddUnary(0, kHuge, kHuge);
  EXPECT_EQ(flow.Solve(), 2 * kHuge);
  EXPECT_TRUE(overflows([&] { flow.AddUnary(1, 1, 1); }));
}

}  // namespace
}  // namespace structlab::graphical_models
