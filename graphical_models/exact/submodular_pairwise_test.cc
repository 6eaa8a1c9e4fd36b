#include "graphical_models/exact/submodular_pairwise.h"

#include <gtest/gtest.h>

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

TEST(ToSubmodular, ItsMinimumIsThatOfTheEnergy) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "to submodular");
    PairwiseEnergy energy = RandomPairwiseEnergy(
        {.max_variables = 7, .max_labels = 2, .potential = PotentialClass::kSubmodular}, random);
    energy.AddConstant(5);
    SubmodularEnergy<double> cut = ToSubmodular(energy);
    const double least = BruteForceMap(ToFactorGraph(energy)).energy;
    EXPECT_EQ(energy.constant() + cut.Minimize(), least);
    Labeling labeling;
    for (int v = 0; v < energy.num_variables(); ++v) labeling.push_back(cut.Label(v));
    EXPECT_EQ(energy.Energy(labeling), least);
  }
}

// Whether the message names an edge does not depend on what the edge's potential is.
TEST(ToSubmodular, NamesTheEdgeThatIsNot) {
  PairwiseEnergy energy({2, 2, 2});
  const int potts = energy.AddPotential(Potts{1.5});
  const int table = energy.AddPotential(LabelTable(2, 2, {2, 1, 0.5, 1}));
  energy.AddEdge(0, 1, potts);
  EXPECT_EQ(MessageOf([&] { ToSubmodular(energy); }), "no error");
  const std::string what =
      ": expected a submodular pair: cost(0, 0) + cost(1, 1) <= cost(0, 1) + cost(1, 0), found ";
  PairwiseEnergy negative = energy;
  negative.AddEdge(2, 1, potts, -2);
  EXPECT_EQ(MessageOf([&] { ToSubmodular(negative); }), "edge 1 of variables 2 and 1" + what + "0 > -6");
  energy.AddEdge(1, 2, table);
  EXPECT_EQ(MessageOf([&] { ToSubmodular(energy); }), "edge 1 of variables 1 and 2" + what + "3 > 1.5");
}

TEST(ToSubmodular, RefusesWhatNoCutTakes) {
  const std::string remedy =
      ": expected finite costs, found inf; take out what is forbidden by conditioning, or use another method";
  EXPECT_EQ(MessageOf([] {
              ToSubmodular(PairwiseEnergy({2, 3}));
            }),
            "variable 1: expected 2 labels, found 3");
  EXPECT_EQ(MessageOf([] { ToSubmodular(PairwiseEnergy({1})); }), "variable 0: expected 2 labels, found 1");
  PairwiseEnergy unary({2});
  unary.AddUnary(0, {{0.0, kInfinity}});
  EXPECT_EQ(MessageOf([&] { ToSubmodular(unary); }), "variable 0" + remedy);
  PairwiseEnergy pair({2, 2});
  pair.AddEdge(0, 1, pair.AddPotential(LabelTable(2, 2, {0, kInfinity, 0, 0})));
  EXPECT_EQ(MessageOf([&] { ToSubmodular(pair); }), "edge 0 of variables 0 and 1" + remedy);
  EXPECT_EQ(ToSubmodular(PairwiseEnergy()).Minimize(), 0);
}

}  // namespace
}  // namespace structlab::graphical_models
