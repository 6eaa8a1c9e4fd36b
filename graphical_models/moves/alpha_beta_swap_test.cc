#include "graphical_models/moves/alpha_beta_swap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// The least energy of all labelings that one swap of two labels can reach.
template <class Energy>
double LeastSwap(const Energy& energy, const Labeling& labeling, Label alpha, Label beta) {
  double least = energy.Energy(labeling);
  ForAllLabelings(std::vector<int>(labeling.size(), 2), [&](const Labeling& choice) {
    Labeling swapped = labeling;
    for (size_t v = 0; v < swapped.size(); ++v) {
      if (labeling[v] == alpha || labeling[v] == beta) swapped[v] = choice[v] == 0 ? alpha : beta;
    }
    least = std::min(least, energy.Energy(swapped));
  });
  return least;
}

template <class Energy>
void ExpectNoBetterSwap(const Energy& energy, const MapResult& result, int labels) {
  for (Label alpha = 0; alpha < labels; ++alpha) {
    for (Label beta = 0; beta < alpha; ++beta) {
      EXPECT_EQ(LeastSwap(energy, result.labeling, alpha, beta), result.energy);
    }
  }
}

TEST(AlphaBetaSwap, EndsWhereNoSwapIsBetter) {
  int optimal = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "alpha-beta-swap");
    const PairwiseEnergy energy = RandomPairwiseEnergy({.max_variables = 5,
                                                        .edge_probability = 0.8,
                                                        .potential = PotentialClass::kSemiMetric,
                                                        .infinite_probability = seed % 4 == 0 ? 0.1 : 0.0},
                                                       random);
    const Labeling start = RandomLabeling(energy.label_counts(), random);
    const MapResult result = AlphaBetaSwap(energy, {.start = start});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(result.energy, energy.Energy(result.labeling));
    EXPECT_LE(result.energy, energy.Energy(start));
    ExpectNoBetterSwap(energy, result, energy.num_labels(0));
    double optimum = kInfinity;
    ForAllLabelings(energy.label_counts(),
                    [&](const Labeling& labeling) { optimum = std::min(optimum, energy.Energy(labeling)); });
    EXPECT_GE(result.energy, optimum);
    optimal += result.energy == optimum;
  }
  EXPECT_GT(optimal, 7'000);
}

TEST(AlphaBetaSwap, NeverRaisesWhatItTruncates) {
  int improved = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "truncated alpha-beta-swap");
    const PairwiseEnergy energy =
        RandomPairwiseEnergy({.max_variables = 5, .infinite_probability = seed % 3 == 0 ? 0.2 : 0.0}, random);
    const Labeling start = RandomLabeling(energy.label_counts(), random);
    double before = energy.Energy(start);
    for (const double iterations : {0, 1, 2}) {
      const MapResult result = AlphaBetaSwap(
          energy,
          {.start = start, .non_metric = NonMetric::kTruncate, .run = {.stop = {.iterations = iterations}}});
      EXPECT_LE(result.energy, before);
      before = result.energy;
    }
    improved += before < energy.Energy(start);
  }
  EXPECT_GT(improved, 7'000);
}

TEST(AlphaBetaSwap, OfGridsEndsWhereNoSwapIsBetter) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "alpha-beta-swap of grids");
    const auto grid = RandomGridEnergy<int32_t>({.potential = PotentialClass::kSemiMetric}, random);
    const MapResult result = AlphaBetaSwap(grid);
    EXPECT_EQ(result.energy, grid.Energy(result.labeling));
    ExpectNoBetterSwap(grid, result, grid.num_labels());
    EXPECT_EQ(result.labeling, AlphaBetaSwap(ToPairwise(grid)).labeling);
  }
}

// One swap finds the minimum for two labels.
TEST(AlphaBetaSwap, IsExactForTwoLabels) {
  PairwiseEnergy energy({2, 2, 2});
  energy.AddUnary(0, {{4.0, 0.0}});
  energy.AddUnary(2, {{0.0, 3.0}});
  const int potts = energy.AddPotential(Potts{2});
  energy.AddEdge(0, 1, potts);
  energy.AddEdge(1, 2, potts);
  const MapResult result = AlphaBetaSwap(energy);
  EXPECT_EQ(result.energy, 2);
  EXPECT_EQ(result.trace.front().value, 4);
  EXPECT_EQ(result.moves, 2);  // the second one changes nothing
}

TEST(AlphaBetaSwap, EndsAsItSays) {
  PairwiseEnergy energy({3});
  energy.AddUnary(0, {{2.0, 1.0, 0.0}});
  EXPECT_EQ(AlphaBetaSwap(energy, {.run = {.stop = {.iterations = 0}}}).energy, 2);
  EXPECT_EQ(AlphaBetaSwap(energy, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  EXPECT_EQ(AlphaBetaSwap(energy, {.start = {1}}).energy, 0);
  // The two billion pairs of labels are not stored.
  EXPECT_EQ(AlphaBetaSwap(PairwiseEnergy({70'000}), {.run = {.stop = {.iterations = 0}}}).ending,
            common::Ending::kIterationLimit);
  EXPECT_EQ(AlphaBetaSwap(PairwiseEnergy()).ending, common::Ending::kOptimal);
  EXPECT_EQ(AlphaBetaSwap(PairwiseEnergy({1, 1})).ending, common::Ending::kOptimal);
}

TEST(AlphaBetaSwap, RefusesWhatIsNoSemiMetric) {
  PairwiseEnergy energy({2, 2});
  energy.AddPotential(LabelTable(1, 1, {5}));  // not used by any edge
  energy.AddEdge(0, 1, energy.AddPotential(LabelTable(2, 2, {0, 1, 2, 0})));
  EXPECT_EQ(MessageOf([&] { AlphaBetaSwap(energy); }),
            "potential 1: expected a semi-metric, found d(0,1) = 1 differs from d(1,0) = 2; use "
            "NonMetric::kTruncate, or another method");
  EXPECT_EQ(AlphaBetaSwap(energy, {.start = {0, 1}, .non_metric = NonMetric::kTruncate}).energy, 0);
}

}  // namespace
}  // namespace structlab::graphical_models
