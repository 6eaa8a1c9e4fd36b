#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"
#include "graphical_models/moves/alpha_beta_swap.h"
#include "graphical_models/moves/clique_moves.h"
#include "graphical_models/moves/move_cut.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// Costs of robust potentials are quotients, so sums in different orders differ in their last bits.
double RoundingOf(CliqueKind kind) { return kind == CliqueKind::kRobustPnPotts ? 1e-10 : 0; }

// Visits all labelings that one swap of two labels can reach.
template <class Visitor>
void ForAllSwaps(const Labeling& labeling, Label alpha, Label beta, const Visitor& visit) {
  ForAllLabelings(std::vector<int>(labeling.size(), 2), [&](const Labeling& choice) {
    Labeling swapped = labeling;
    for (size_t v = 0; v < swapped.size(); ++v) {
      const bool chooses = labeling[v] == alpha || labeling[v] == beta;
      if (chooses) swapped[v] = choice[v] == 0 ? alpha : beta;
      if (!chooses && choice[v] == 1) return;  // this labeling was visited already
    }
    visit(swapped);
  });
}

// Two different labels.
std::pair<Label, Label> RandomPair(int labels, common::RandomStream& random) {
  const std::vector<int> pair = random.SampleWithoutReplacement(labels, 2);
  return {pair[0], pair[1]};
}

// One move with only cliques and unary costs.
TEST(CliqueSwap, EachMoveIsTheBestOfAll) {
  int changed = 0, not_uniform = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "one clique swap");
    const CliqueKind kind = seed % 2 == 0 ? CliqueKind::kRobustPnPotts : CliqueKind::kPnPotts;
    const int variables = 1 + static_cast<int>(random.UniformIndex(8));
    const int labels = 2 + static_cast<int>(random.UniformIndex(3));
    const CliqueEnergy cliques = RandomCliqueEnergy({.kinds = {kind}}, variables, labels, random);
    PairwiseEnergy unaries(std::vector<int>(variables, labels));
    for (int v = 0; v < variables; ++v) {
      std::vector<double> costs;
      for (int a = 0; a < labels; ++a) costs.push_back(static_cast<double>(random.UniformIndex(20)));
      unaries.AddUnary(v, costs);
    }
    const auto [alpha, beta] = RandomPair(labels, random);
    // Third labels are rare, so that most members of a clique have a choice in the move.
    Labeling labeling = RandomLabeling(unaries.label_counts(), random);
    for (Label& label : labeling) {
      if (random.Uniform() < 0.6) label = random.Uniform() < 0.5 ? alpha : beta;
    }

    MoveCut cut({.variables = variables});
    Labeling best = labeling;
    for (int v = 0; v < variables; ++v) {
      const Label label = labeling[v];
      if (label != alpha && label != beta) continue;
      const auto costs = unaries.unary(v);
      cut.AddUnary(v, costs[alpha], costs[beta]);
    }
    AddSwap(cliques, labeling, alpha, beta, cut);
    const std::vector<bool> takes = cut.Minimize();
    std::vector<bool> chosen;
    for (size_t v = 0; v < best.size(); ++v) {
      if (labeling[v] != alpha && labeling[v] != beta) continue;
      best[v] = takes[v] ? beta : alpha;
      chosen.push_back(takes[v]);
    }
    const auto energy = [&](const Labeling& y) { return unaries.Energy(y) + cliques.Energy(y); };
    double least = kInfinity;
    ForAllSwaps(labeling, alpha, beta, [&](const Labeling& y) { least = std::min(least, energy(y)); });
    EXPECT_NEAR(energy(best), least, RoundingOf(kind));
    changed += best != labeling;
    not_uniform += std::ranges::count(chosen, true) > 0 && std::ranges::count(chosen, false) > 0;
  }
  EXPECT_GT(changed, 5'000);
  EXPECT_GT(not_uniform, 3'000);
}

TEST(CliqueSwap, EndsWhereNoSwapIsBetter) {
  int optimal = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "clique swap");
    const CliqueKind kind = seed % 2 == 0 ? CliqueKind::kRobustPnPotts : CliqueKind::kPnPotts;
    const PairwiseEnergy pairwise = RandomPairwiseEnergy({.max_variables = 5,
                                                          .max_labels = 4,
                                                          .edge_probability = 0.3,
                                                          .potential = PotentialClass::kSemiMetric,
                                                          .infinite_probability = seed % 5 == 0 ? 0.1 : 0.0},
                                                         random);
    const CliqueEnergy cliques =
        RandomCliqueEnergy({.kinds = {kind}}, pairwise.num_variables(), pairwise.num_labels(0), random);
    const auto energy = [&](const Labeling& y) { return pairwise.Energy(y) + cliques.Energy(y); };
    const Labeling start = RandomLabeling(pairwise.label_counts(), random);
    const MapResult result = AlphaBetaSwap(pairwise, cliques, {.start = start});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(result.energy, energy(result.labeling));
    double before = energy(start);
    EXPECT_EQ(result.trace.front().value, before);
    for (const common::TracePoint& point : result.trace) {
      EXPECT_LE(point.value, before);
      before = point.value;
    }
    for (Label alpha = 0; alpha < cliques.num_labels() && result.energy < kInfinity; ++alpha) {
      for (Label beta = 0; beta < alpha; ++beta) {
        ForAllSwaps(result.labeling, alpha, beta, [&](const Labeling& swapped) {
          EXPECT_GE(energy(swapped), result.energy - RoundingOf(kind));
        });
      }
    }
    double optimum = kInfinity;
    ForAllLabelings(pairwise.label_counts(),
                    [&](const Labeling& labeling) { optimum = std::min(optimum, energy(labeling)); });
    EXPECT_GE(result.energy, optimum);
    optimal += result.energy == optimum;
  }
  EXPECT_GT(optimal, 6'000);
}

TEST(CliqueSwap, OnGridsIsThatOfAPairOfLabels) {
  // Four pixels in a row. The clique gives all except the last one the same label; no move of the last one
  // gains.
  const GridEnergy<int32_t> grid({.width = 4, .height = 1, .labels = 3}, {0, 2, 2, 2, 0, 2, 2, 0, 2, 9, 9, 0},
                                 Potts{}, 0);
  CliqueEnergy cliques(4, 3);
  const int potential = cliques.AddPotential(RobustPnPotts{{4, 1, 4}, 9, 0.5});
  cliques.AddClique({{0, 1, 2, 3}}, potential);
  const MapResult result = AlphaBetaSwap(grid, cliques, {.start = {0, 0, 0, 2}});
  EXPECT_EQ(result.labeling, (Labeling{1, 1, 1, 2}));
  EXPECT_EQ(result.energy, 2 + 5);  // one of four members differs: half of the way from 1 to 9
}

TEST(CliqueSwap, RefusesOtherCliques) {
  const PairwiseEnergy energy({2, 2});
  CliqueEnergy cliques(2, 2);
  cliques.AddClique({{0, 1}}, cliques.AddPotential(DiameterDiversity{Potts{}}));
  EXPECT_EQ(MessageOf([&] { AlphaBetaSwap(energy, cliques); }),
            "clique 0: expected a P^n Potts or robust P^n Potts potential, found a diameter diversity");
  EXPECT_EQ(MessageOf([&] { AlphaBetaSwap(PairwiseEnergy({2}), CliqueEnergy(2, 2)); }),
            "cliques: expected 1 variables as in the energy, found 2");
  EXPECT_EQ(MessageOf([&] {
              AlphaBetaSwap(PairwiseEnergy({2, 3}), CliqueEnergy(2, 2));
            }),
            "variable 1: expected 2 labels as in the cliques, found 3");
}

TEST(CliqueSwap, SolvesWithoutVariables) {
  EXPECT_EQ(AlphaBetaSwap(PairwiseEnergy(), CliqueEnergy(0, 3)).energy, 0);
}

}  // namespace
}  // namespace structlab::graphical_models
