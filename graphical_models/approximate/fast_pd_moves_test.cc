#include "graphical_models/approximate/fast_pd_moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "common/random_stream.h"
#include "graphical_models/approximate/fast_pd_bound.h"
#include "graphical_models/approximate/fast_pd_scale.h"
#include "graphical_models/approximate/fast_pd_terms.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

// Distances that are symmetric or not, and a metric or not.
PairwiseEnergy RandomEnergy(uint64_t seed, common::RandomStream& random) {
  const bool is_metric = seed % 2 == 0;
  PairwiseEnergy energy = RandomPairwiseEnergy(
      {.max_labels = 4, .potential = is_metric ? PotentialClass::kMetric : PotentialClass::kSemiMetric},
      random);
  if (seed % 4 != 1) return energy;
  const int n = energy.num_variables(), labels = energy.num_labels(0);
  std::vector<double> table(labels * labels);
  for (int i = 0; i < labels * labels; ++i) {
    if (i % (labels + 1) != 0) table[i] = static_cast<double>(random.UniformIndex(20));
  }
  const int potential = energy.AddPotential(LabelTable(labels, labels, table));
  for (int v = 1; v < n; ++v)
    energy.AddEdge(v, v - 1, potential, static_cast<double>(random.UniformIndex(4)));
  return energy;
}

struct Prepared {
  std::vector<double> reaches;
  FastPdScale scale;
  FastPdTerms terms;

  explicit Prepared(const PairwiseEnergy& energy) : terms(FastPdTermsOf(energy)) {
    reaches = FastPdReaches(terms);
    scale = FastPdScale::For(energy, terms, reaches);
  }
};

// The sum over the edges in integers, from its definition; all checks below depend on it.
template <class Cost>
struct Checker {
  const FastPdMoves<Cost>& moves;
  std::vector<Cost> unaries;
  int exponent = moves.exponent();

  Cost Distance(const PairwiseEdge& edge, Label a, Label b) const {
    const double d = moves.terms().potentials[edge.potential](a, b);
    return static_cast<Cost>(std::floor(std::ldexp(edge.weight * d, exponent)));
  }
  int num_variables() const { return moves.terms().num_variables; }
  Label label(int v) const { return moves.labeling()[v]; }

  Cost Energy(const Labeling& labeling) const {
    Cost sum = 0;
    for (int v = 0; v < num_variables(); ++v) {
      sum += unaries[labeling[v] * num_variables() + v];
    }
    for (const PairwiseEdge& edge : moves.terms().edges) {
      sum += Distance(edge, labeling[edge.p], labeling[edge.q]);
    }
    return sum;
  }

  // Heights have their defined values, and the loads of the current labels are balanced.
  void ExpectInvariants() const {
    std::vector<Cost> heights = unaries;
    for (Label a = 0; a < moves.terms().num_labels; ++a) {
      for (size_t e = 0; e < moves.terms().edges.size(); ++e) {
        const PairwiseEdge& edge = moves.terms().edges[e];
        heights[a * num_variables() + edge.p] += moves.loads(a)[e];
        heights[a * num_variables() + edge.q] -= moves.loads(a)[e];
      }
      for (int v = 0; v < num_variables(); ++v) {
        EXPECT_EQ(moves.heights(a)[v], heights[a * num_variables() + v]);
      }
    }
    for (size_t e = 0; e < moves.terms().edges.size(); ++e) {
      const PairwiseEdge& edge = moves.terms().edges[e];
      const Label a = label(edge.p), b = label(edge.q);
      EXPECT_EQ(moves.loads(a)[e] - moves.loads(b)[e], Distance(edge, a, b));
    }
    EXPECT_EQ(moves.SumOfOwnHeights(), static_cast<double>(Energy(moves.labeling())));
  }

  // Relaxed complementary slackness: the current labels have the least heights, and the loads of an edge
  // differ by at most twice the largest distance.
  void ExpectSlackness() const {
    for (int v = 0; v < num_variables(); ++v) {
      for (Label a = 0; a < moves.terms().num_labels; ++a) {
        EXPECT_LE(moves.heights(label(v))[v], moves.heights(a)[v]);
      }
    }
    for (size_t e = 0; e < moves.terms().edges.size(); ++e) {
      Cost most = 0, min_load = moves.loads(0)[e], max_load = min_load;
      for (Label a = 0; a < moves.terms().num_labels; ++a) {
        min_load = std::min(min_load, moves.loads(a)[e]);
        max_load = std::max(max_load, moves.loads(a)[e]);
        for (Label b = 0; b < moves.terms().num_labels; ++b) {
          most = std::max(most, Distance(moves.terms().edges[e], a, b));
        }
      }
      EXPECT_LE(max_load - min_load, 2 * most);
    }
  }

  // All loads are 0, except those that balance the current labels.
  void ExpectForgottenLoads() const {
    for (size_t e = 0; e < moves.terms().edges.size(); ++e) {
      for (Label a = 0; a < moves.terms().num_labels; ++a) {
        if (a == label(moves.terms().edges[e].p)) continue;
        EXPECT_EQ(moves.loads(a)[e], 0);
      }
    }
  }

  // Over all labelings in which some variables have taken the label.
  Cost LeastExpansion(Label taken) const {
    Cost least = Energy(moves.labeling());
    for (int subset = 0; subset < 1 << num_variables(); ++subset) {
      Labeling labeling = moves.labeling();
      for (int v = 0; v < num_variables(); ++v) {
        if ((subset >> v & 1) != 0) labeling[v] = taken;
      }
      least = std::min(least, Energy(labeling));
    }
    return least;
  }
};

template <class Cost>
void ExpectAPrimalDualSchema(const PairwiseEnergy& energy, const Labeling& start, int exponent,
                             double max_reach, bool is_metric, bool forgets = false) {
  Prepared prepared(energy);
  FastPdMoves<Cost> moves(prepared.terms, exponent);
  StoreUnaries(energy, prepared.reaches, exponent, moves.unaries());
  const Checker<Cost> checker{moves, {moves.unaries().begin(), moves.unaries().end()}};
  moves.Start(start, max_reach);
  checker.ExpectInvariants();
  const int labels = prepared.terms.num_labels;
  for (int unchanged = 0, moved = 0; unchanged < labels; ++moved) {
    ASSERT_LT(moved, 1000);
    const Label label = moved % labels;
    const Cost before = checker.Energy(moves.labeling());
    const Cost least = checker.LeastExpansion(label);
    const bool changed = moves.Expand(label);
    const Cost after = checker.Energy(moves.labeling());
    EXPECT_EQ(changed, after < before);
    EXPECT_LE(after, before);
    EXPECT_GE(after, least);
    // Without the triangle inequality there may be a better move.
    if (is_metric) {
      EXPECT_EQ(after, least);
    }
    checker.ExpectInvariants();
    if (changed && forgets) checker.ExpectForgottenLoads();
    unchanged = changed ? 0 : unchanged + 1;
  }
  checker.ExpectSlackness();
}

TEST(FastPdMoves, KeepTheConditionsOfThePrimalDualSchema) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd schema");
    const PairwiseEnergy energy = RandomEnergy(seed, random);
    const Labeling start = RandomLabeling(energy.label_counts(), random);
    const double reach = Prepared(energy).scale.max_reach;
    ExpectAPrimalDualSchema<int32_t>(energy, start, 0, reach, seed % 2 == 0);
    ExpectAPrimalDualSchema<int64_t>(energy, start, 20, reach, seed % 2 == 0);
  }
}

// A reach of a quarter of the largest height leaves room for only one change of labels.
TEST(FastPdMoves, MayForgetTheirLoadsAfterEveryChange) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd forgets");
    const PairwiseEnergy energy = RandomEnergy(seed, random);
    const Labeling start = RandomLabeling(energy.label_counts(), random);
    ExpectAPrimalDualSchema<int32_t>(energy, start, 0, (1 << 26) - 1000, seed % 2 == 0, true);
  }
}

TEST(FastPdMoves, ContinueWithAnotherEnergy) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd continues");
    const PairwiseEnergy energy = RandomEnergy(seed, random);
    const Prepared prepared(energy);
    FastPdMoves<int32_t> moves(prepared.terms, 0);
    StoreUnaries(energy, prepared.reaches, 0, moves.unaries());
    moves.Start(Labeling(static_cast<size_t>(energy.num_variables()), 0), prepared.scale.max_reach);
    for (Label label = 0; label < prepared.terms.num_labels; ++label) moves.Expand(label);
    PairwiseEnergy other(std::vector<int>(energy.label_counts().begin(), energy.label_counts().end()));
    for (int v = 0; v < energy.num_variables(); ++v) {
      std::vector<double> unary(energy.unary(v).begin(), energy.unary(v).end());
      for (double& cost : unary) cost += static_cast<double>(random.UniformIndex(10));
      other.AddUnary(v, unary);
    }
    for (int i = 0; i < energy.num_potentials(); ++i) other.AddPotential(energy.potential(i));
    for (const PairwiseEdge& edge : energy.edges()) {
      other.AddEdge(edge.p, edge.q, edge.potential, static_cast<double>(random.UniformIndex(4)));
    }
    const Prepared changed(other);
    const Labeling labeling = moves.labeling();
    StoreUnaries(other, changed.reaches, 0, moves.unaries());
    const Checker<int32_t> checker{moves, {moves.unaries().begin(), moves.unaries().end()}};
    moves.Continue(changed.terms, changed.scale.max_reach);
    EXPECT_EQ(moves.labeling(), labeling);
    checker.ExpectInvariants();
  }
}

// Neighbours that change their labels one after the other, always in the same order, increase the loads of
// their edge more and more. On a chain in the order of its variables the sweep is still exact.
TEST(FastPdBound, StaysExactHoweverFarLoadsAreDriven) {
  constexpr int kLabels = 5, kFrames = 20'000;
  const auto frame = [&](const Labeling& wanted) {
    PairwiseEnergy energy({kLabels, kLabels, kLabels});
    for (int v = 0; v < 3; ++v) {
      std::vector<double> unary(kLabels, 37);
      unary[wanted[v]] = 0;
      energy.AddUnary(v, unary);
    }
    const int potential = energy.AddPotential(TruncatedLinear{1, 3});
    energy.AddEdge(0, 1, potential, 11);
    energy.AddEdge(1, 2, potential, 11);
    return energy;
  };
  // The middle variable changes first.
  const std::vector<PairwiseEnergy> cycle = {frame({0, 3, 0}), frame({3, 3, 3}), frame({3, 0, 3}),
                                             frame({0, 0, 0})};
  const std::vector<double> optima = {37, 0, 37, 0};
  const Prepared prepared(cycle[0]);
  FastPdMoves<int32_t> moves(prepared.terms, 0);
  StoreUnaries(cycle[3], prepared.reaches, 0, moves.unaries());
  moves.Start(Labeling{0, 0, 0}, prepared.scale.max_reach);
  int32_t farthest = 0;
  for (size_t i = 0; i < kFrames; ++i) {
    const PairwiseEnergy& energy = cycle[i % cycle.size()];
    StoreUnaries(energy, prepared.reaches, 0, moves.unaries());
    moves.Continue(prepared.terms, prepared.scale.max_reach);
    for (int pass = 0; pass < 2; ++pass) {
      for (Label label = 0; label < kLabels; ++label) moves.Expand(label);
    }
    farthest = std::max(farthest, std::abs(moves.loads(0)[0]));
    const double bound = FastPdBound<int32_t>(moves, [&](int v, std::span<double> unary) {
      std::copy(energy.unary(v).begin(), energy.unary(v).end(), unary.begin());
    });
    ASSERT_NEAR(bound, optima[i % cycle.size()], 1e-12) << i;
  }
  EXPECT_GT(farthest, 100'000);
}

TEST(FastPdBound, IsThatOfAFeasibleDual) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd dual");
    const PairwiseEnergy energy = RandomEnergy(seed, random);
    const Prepared prepared(energy);
    FastPdMoves<int32_t> moves(prepared.terms, 0);
    StoreUnaries(energy, prepared.reaches, 0, moves.unaries());
    moves.Start(Labeling(static_cast<size_t>(energy.num_variables()), 0), prepared.scale.max_reach);
    // Also before the end, where the dual of the moves is even less feasible.
    const int expansions = static_cast<int>(random.UniformIndex(8));
    for (int i = 0; i < expansions; ++i) moves.Expand(i % prepared.terms.num_labels);
    FittedDual dual;
    const double bound = FastPdBound<int32_t>(
        moves,
        [&](int v, std::span<double> unary) {
          std::copy(energy.unary(v).begin(), energy.unary(v).end(), unary.begin());
        },
        &dual);
    constexpr double kRounding = 1e-10;  // of sums of a few dozen terms of at most about 100 each
    std::vector<std::vector<double>> sums;
    for (int v = 0; v < energy.num_variables(); ++v) {
      sums.emplace_back(energy.unary(v).begin(), energy.unary(v).end());
    }
    for (int e = 0; e < energy.num_edges(); ++e) {
      const PairwiseEdge& edge = energy.edges()[e];
      const std::vector<double>& first = dual.first[e];
      const std::vector<double>& second = dual.second[e];
      for (Label a = 0; a < prepared.terms.num_labels; ++a) {
        sums[edge.p][a] += first[a];
        sums[edge.q][a] += second[a];
        for (Label b = 0; b < prepared.terms.num_labels; ++b) {
          EXPECT_LE(first[a] + second[b], energy.EdgeEnergy(edge, a, b) + kRounding);
        }
      }
    }
    double sum = 0;
    for (const std::vector<double>& of_variable : sums) {
      sum += *std::min_element(of_variable.begin(), of_variable.end());
    }
    EXPECT_NEAR(bound, sum, kRounding);
  }
}

TEST(FastPdScale, ChoosesTheIntegers) {
  const auto scale_of = [](double unary, double weight) {
    PairwiseEnergy energy({2, 2});
    energy.AddUnary(0, {{0.0, unary}});
    energy.AddEdge(0, 1, energy.AddPotential(Potts{}), weight);
    return Prepared(energy).scale;
  };
  EXPECT_TRUE(scale_of(3, 5).fits_32_bits);
  EXPECT_EQ(scale_of(3, 5).max_reach, 10);
  // Cut, and therefore without effect.
  EXPECT_TRUE(scale_of(1e12, 5).fits_32_bits);
  EXPECT_TRUE(scale_of(10.5, 5).fits_32_bits);
  EXPECT_FALSE(scale_of(9.5, 5).fits_32_bits);
  EXPECT_FALSE(scale_of(3, 5.5).fits_32_bits);
  EXPECT_TRUE(scale_of(3, 1 << 17).fits_32_bits);
  EXPECT_FALSE(scale_of(3, (1 << 17) + 1).fits_32_bits);
  EXPECT_EQ(scale_of(3, (1 << 17) + 1).exponent, 0);
  EXPECT_EQ(scale_of(0.5, 0.5).exponent, 42);
  EXPECT_EQ(scale_of(3, 0x1p50).exponent, 42 - 51);
}

}  // namespace
}  // namespace structlab::graphical_models
