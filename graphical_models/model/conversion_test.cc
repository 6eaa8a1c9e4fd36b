#include "graphical_models/model/conversion.h"

#include <gtest/gtest.h>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

template <class Cost>
void ExpectGridsKeepTheirEnergies(std::string_view name) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, name);
    const GridEnergy<Cost> grid = RandomGridEnergy<Cost>({.max_width = 3, .max_height = 2}, random);
    const PairwiseEnergy pairwise = ToPairwise(grid);
    const FactorGraph graph = ToFactorGraph(grid);
    EXPECT_EQ(pairwise.num_edges(), grid.shape().num_edges());
    EXPECT_EQ(pairwise.num_potentials(), 1);
    ForAllLabelings(pairwise.label_counts(), [&](const Labeling& labeling) {
      const double energy = grid.Energy(labeling);
      EXPECT_EQ(pairwise.Energy(labeling), energy);
      EXPECT_EQ(graph.Energy(labeling), energy);
    });
  }
}

TEST(Conversion, GridsKeepTheirEnergies) {
  ExpectGridsKeepTheirEnergies<int32_t>("int32");
  ExpectGridsKeepTheirEnergies<float>("float");
  ExpectGridsKeepTheirEnergies<double>("double");
}

TEST(Conversion, PairwiseEnergiesComeBack) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "pairwise");
    const PairwiseEnergy energy =
        RandomPairwiseEnergy({.max_variables = 5, .infinite_probability = 0.1}, random);
    const FactorGraph graph = ToFactorGraph(energy);
    const PairwiseEnergy back = ToPairwise(graph);
    EXPECT_EQ(back.num_edges(), energy.num_edges());
    ForAllLabelings(energy.label_counts(), [&](const Labeling& labeling) {
      EXPECT_EQ(graph.Energy(labeling), energy.Energy(labeling));
      EXPECT_EQ(back.Energy(labeling), energy.Energy(labeling));
    });
  }
}

TEST(Conversion, FactorGraphsOfTwoVariablesKeepTheirEnergies) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "factor graph");
    const FactorGraph graph = RandomFactorGraph({.max_arity = 2, .infinite_probability = 0.1}, random);
    const PairwiseEnergy energy = ToPairwise(graph);
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      EXPECT_EQ(energy.Energy(labeling), graph.Energy(labeling));
    });
  }
}

TEST(Conversion, EqualTablesAreStoredOnce) {
  FactorGraph graph({2, 2, 2});
  const std::vector<double> table = {0, 1, kInfinity, 0}, other = {0, 1, 2, 0};
  graph.AddFactor(std::vector<int>{0, 1}, table);
  graph.AddFactor(std::vector<int>{1, 2}, table);
  graph.AddFactor(std::vector<int>{2, 0}, other);
  EXPECT_EQ(ToPairwise(graph).num_potentials(), 2);

  PairwiseEnergy energy({2, 2, 2, 3});
  const int potts = energy.AddPotential(Potts{});
  energy.AddEdge(0, 1, potts, 2);
  energy.AddEdge(1, 2, potts, 2);
  energy.AddEdge(0, 2, potts, 3);
  energy.AddEdge(2, 3, potts, 2);
  EXPECT_EQ(ToFactorGraph(energy).num_tables(), 3);
}

TEST(Conversion, RefusesFactorsOfThreeVariables) {
  FactorGraph graph({1, 1, 1});
  graph.AddFactor(std::vector<int>{0, 1}, std::vector<double>{1});
  graph.AddFactor(std::vector<int>{0, 1, 2}, std::vector<double>{1});
  EXPECT_EQ(MessageOf([&] { ToPairwise(graph); }),
            "factor 1: expected at most 2 variables for a pairwise energy, found 3; use a method for factor "
            "graphs");
}

TEST(Conversion, NoVariableIsFine) {
  EXPECT_EQ(ToPairwise(FactorGraph()), PairwiseEnergy(std::vector<int>()));
  EXPECT_EQ(ToFactorGraph(PairwiseEnergy()).num_factors(), 0);
  const GridEnergy<float> grid({.width = 0, .height = 0, .labels = 2}, {}, Potts{}, 1);
  EXPECT_EQ(ToFactorGraph(grid).num_variables(), 0);
}

}  // namespace
}  // namespace structlab::graphical_models
