#include "graphical_models/exact/submodular_pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

PairwiseEnergy RandomEnergy(common::RandomStream& random, int variables) {
  PairwiseEnergy energy = RandomPairwiseEnergy(
      {.max_variables = variables, .max_labels = 2, .potential = PotentialClass::kSubmodular}, random);
  energy.AddConstant(5);
  return energy;
}

// Forbids each label with probability 1/5, so that a variable sometimes has none left.
void ForbidSome(PairwiseEnergy& energy, common::RandomStream& random) {
  for (int v = 0; v < energy.num_variables(); ++v) {
    std::vector<double> costs(energy.num_labels(v));
    for (double& cost : costs) cost = random.Uniform() < 0.2 ? kInfinity : 0;
    energy.AddUnary(v, costs);
  }
}

// With forbidden labels for every other seed.
PairwiseEnergy EnergyOf(uint64_t seed, const char* stream, int variables) {
  common::RandomStream random(seed, stream);
  PairwiseEnergy energy = RandomEnergy(random, variables);
  if (seed % 2 == 1) ForbidSome(energy, random);
  return energy;
}

TEST(SubmodularPairwise, ItsMinimumIsThatOfTheEnergy) {
  int infeasible = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    const PairwiseEnergy energy = EnergyOf(seed, "submodular pairwise", 7);
    SubmodularPairwise cut(energy);
    const double least = BruteForceMap(ToFactorGraph(energy)).energy;
    EXPECT_EQ(cut.Minimize(), least);
    EXPECT_EQ(energy.Energy(cut.labeling()), least);
    infeasible += least == kInfinity;
  }
  EXPECT_GT(infeasible, 100);
}

TEST(SubmodularPairwise, InOneCallItSaysThatItIsOptimal) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const PairwiseEnergy energy = EnergyOf(seed, "submodular pairwise in one call", 7);
    const MapResult result = MinimizeSubmodular(energy, {.stop = {.iterations = 0, .seconds = 0}});
    EXPECT_EQ(result.energy, BruteForceMap(ToFactorGraph(energy)).energy);
    EXPECT_EQ(result.energy, energy.Energy(result.labeling));
    EXPECT_EQ(result.lower_bound, result.energy);
    EXPECT_EQ(result.ending, common::Ending::kOptimal);
    ASSERT_EQ(result.trace.size(), 1U);
    EXPECT_EQ(result.trace[0].value, result.energy);
    EXPECT_EQ(result.trace[0].bound, result.energy);
  }
}

// For one label after another, the minimum over all labelings with that label.
TEST(SubmodularPairwise, MinMarginalsAreThoseOfTheEnergy) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const PairwiseEnergy energy = EnergyOf(seed, "submodular pairwise min-marginals", 5);
    const auto marginals = SubmodularPairwise(energy).MinMarginals();
    ASSERT_EQ(std::ssize(marginals), energy.num_variables());
    for (int v = 0; v < energy.num_variables(); ++v) {
      for (Label label = 0; label < 2; ++label) {
        double least = kInfinity;
        if (label < energy.num_labels(v)) {
          std::vector<double> others(energy.num_labels(v), kInfinity);
          others[label] = 0;
          PairwiseEnergy fixed = energy;
          fixed.AddUnary(v, others);
          least = BruteForceMap(ToFactorGraph(fixed)).energy;
        }
        const double found = marginals[v][label];
        if (least == kInfinity) {
          EXPECT_EQ(found, kInfinity) << v << " " << label;
        } else {
          EXPECT_NEAR(found, least, 1e-9) << v << " " << label;
        }
      }
    }
  }
}

// Forbidden labels need no large penalty, and cost no digit of precision.
TEST(SubmodularPairwise, InfiniteUnariesAreExact) {
  PairwiseEnergy energy({2, 2, 1});
  energy.AddUnary(0, {{kInfinity, 0.1}});
  energy.AddUnary(1, {{0, 1e280}});
  const int potts = energy.AddPotential(Potts{0.2});
  energy.AddEdge(0, 1, potts);
  energy.AddUnary(2, {{0.3}});
  SubmodularPairwise cut(energy);
  EXPECT_EQ(cut.Minimize(), 0.1 + 0.3 + 0.2);
  EXPECT_EQ(cut.labeling(), (Labeling{1, 0, 0}));
  energy.AddUnary(1, {{kInfinity, kInfinity}});
  EXPECT_EQ(SubmodularPairwise(energy).Minimize(), kInfinity);
}

// The message names an edge in the same way whatever its potential and the unaries are.
TEST(SubmodularPairwise, NamesTheEdgeThatIsNot) {
  PairwiseEnergy energy({2, 2, 2});
  const int potts = energy.AddPotential(Potts{1.5});
  const int table = energy.AddPotential(LabelTable(2, 2, {2, 1, 0.5, 1}));
  energy.AddEdge(0, 1, potts);
  EXPECT_EQ(MessageOf([&] { SubmodularPairwise cut(energy); }), "no error");
  const std::string what =
      ": expected a submodular pair: cost(0, 0) + cost(1, 1) <= cost(0, 1) + cost(1, 0), found ";
  PairwiseEnergy negative = energy;
  negative.AddEdge(2, 1, potts, -2);
  EXPECT_EQ(MessageOf([&] { SubmodularPairwise cut(negative); }),
            "edge 1 of variables 2 and 1" + what + "0 > -6");
  energy.AddEdge(1, 2, table);
  const std::string of_table = "edge 1 of variables 1 and 2" + what + "3 > 1.5";
  EXPECT_EQ(MessageOf([&] { SubmodularPairwise cut(energy); }), of_table);
  energy.AddUnary(2, {{0.0, kInfinity}});
  EXPECT_EQ(MessageOf([&] { SubmodularPairwise cut(energy); }), of_table);
}

TEST(SubmodularPairwise, RefusesWhatNoCutTakes) {
  EXPECT_EQ(MessageOf([] {
              SubmodularPairwise cut(PairwiseEnergy({2, 3}));
            }),
            "variable 1: expected at most 2 labels, found 3");
  PairwiseEnergy pair({2, 2});
  pair.AddEdge(0, 1, pair.AddPotential(LabelTable(2, 2, {0, kInfinity, 0, 0})));
  EXPECT_EQ(MessageOf([&] { SubmodularPairwise cut(pair); }),
            "edge 0 of variables 0 and 1: expected finite costs, found inf; remove forbidden labels by "
            "conditioning, or use another method");
  EXPECT_EQ(SubmodularPairwise(PairwiseEnergy()).Minimize(), 0);
  EXPECT_EQ(SubmodularPairwise(PairwiseEnergy()).labeling(), Labeling());
}

}  // namespace
}  // namespace structlab::graphical_models
