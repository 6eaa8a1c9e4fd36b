#include "graphical_models/exact/determined_variables.h"

#include <gtest/gtest.h>

#include <set>

#include "common/random_stream.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

// Some pairs, in which each label of one variable allows at most one label of the other.
void BindPairs(common::RandomStream& random, FactorGraph& graph) {
  if (graph.num_variables() < 2) return;
  const auto bonds = random.UniformIndex(4);
  for (uint64_t bond = 0; bond < bonds; ++bond) {
    const std::vector<int> pair = random.SampleWithoutReplacement(graph.num_variables(), 2);
    const int rows = graph.num_labels(pair[0]), columns = graph.num_labels(pair[1]);
    std::vector<double> table(rows * columns, kInfinity);
    for (int row = 0; row < rows; ++row) {
      const auto column = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(columns) + 1));
      if (column == columns) continue;
      table[row * columns + column] = static_cast<double>(random.UniformIndex(5));
    }
    graph.AddFactor(pair, table);
  }
}

// Expects that the labelings of the reduced graph are all labelings of finite energy, each once, with the
// same energies.
TEST(DeterminedVariables, KeepEveryAllowedLabelingAndItsEnergy) {
  int substituted = 0, allowed = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "determined variables");
    FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 2 == 0 ? 0.1 : 0.0}, random);
    BindPairs(random, graph);
    const auto result = SubstituteDeterminedVariables(graph);
    if (!result) continue;
    ++substituted;
    EXPECT_LT(result->graph.num_variables(), graph.num_variables());
    EXPECT_EQ(result->graph.num_factors(), graph.num_factors());
    for (int factor = 0; factor < graph.num_factors(); ++factor) {
      EXPECT_LE(result->graph.table(factor).size(), graph.table(factor).size());
    }
    std::set<Labeling> expected, found;
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      if (graph.Energy(labeling) < kInfinity) expected.insert(labeling);
    });
    ForAllLabelings(result->graph.label_counts(), [&](const Labeling& labeling) {
      const Labeling restored = result->Restore(labeling);
      const double energy = result->graph.Energy(labeling);
      ASSERT_EQ(energy, graph.Energy(restored));
      if (energy == kInfinity) return;
      EXPECT_TRUE(found.insert(restored).second);
    });
    EXPECT_EQ(found, expected);
    allowed += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(substituted, 3'000);
  EXPECT_GT(allowed, 1'000);
}

// As in frequency assignment, where pairs of variables have a fixed distance.
TEST(DeterminedVariables, OneOfTwoAtAFixedDistanceIsLeft) {
  FactorGraph graph({4, 4, 4});
  std::vector<double> distance_of_two(16, kInfinity);
  for (const int entry : {0 * 4 + 2, 1 * 4 + 3, 2 * 4 + 0, 3 * 4 + 1}) distance_of_two[entry] = 0;
  graph.AddFactor({{1, 2}}, distance_of_two);
  std::vector<double> costs(16);
  for (size_t i = 0; i < costs.size(); ++i) costs[i] = static_cast<double>(i);
  graph.AddFactor({{0, 2}}, costs);
  const auto result = SubstituteDeterminedVariables(graph);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->graph.num_variables(), 2);
  EXPECT_EQ(result->Restore({3, 1}), (Labeling{3, 1, 3}));
  EXPECT_EQ(result->graph.Energy(Labeling{3, 1}), 15);
}

// [label]: allowed where the other variable has the label plus `shift`, modulo the number of labels.
std::vector<double> Shift(int labels, int shift) {
  std::vector<double> table(labels * labels, kInfinity);
  for (int a = 0; a < labels; ++a) {
    table[a * labels + (a + shift) % labels] = 0;
  }
  return table;
}

// Once the second variable equals the first, the factor of three variables becomes a pair and determines the
// third.
TEST(DeterminedVariables, FactorsThatBecomePairsBindToo) {
  FactorGraph graph({2, 2, 2, 3});
  graph.AddFactor({{0, 1}}, Shift(2, 1));
  std::vector<double> triple(8, kInfinity);
  triple[0b011] = 5;
  triple[0b100] = 7;
  triple[0b111] = triple[0b000] = triple[0b001] = 1;  // for labels that the pair forbids
  graph.AddFactor({{0, 1, 2}}, triple);
  graph.AddFactor({{2, 3}}, {{0, 1, 2, 3, 4, 5}});
  const auto result = SubstituteDeterminedVariables(graph);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->graph.num_variables(), 2);
  EXPECT_EQ(result->Restore({0, 2}), (Labeling{0, 1, 1, 2}));
  EXPECT_EQ(result->Restore({1, 2}), (Labeling{1, 0, 0, 2}));
  EXPECT_EQ(result->graph.Energy(Labeling{0, 2}), 5 + 5);
  EXPECT_EQ(result->graph.Energy(Labeling{1, 2}), 7 + 2);
}

// Factors f(w_i, s, t) share a table; w_i = u_i + 1.
TEST(DeterminedVariables, WhatIsSharedAndChangedAlikeIsSharedStill) {
  constexpr int kCopies = 5;
  FactorGraph graph(std::vector<int>(2 * kCopies + 2, 3));
  std::vector<double> costs(27);
  for (size_t i = 0; i < costs.size(); ++i) costs[i] = static_cast<double>(i);
  const int s = 2 * kCopies, t = s + 1;
  const int unchanged = graph.AddFactor({{0, s, t}}, costs), bond = graph.AddFactor({{0, 1}}, Shift(3, 1));
  graph.AddFactorSharing({{1, s, t}}, unchanged);
  for (int u = 2; u < s; u += 2) {
    graph.AddFactorSharing({{u, u + 1}}, bond);
    graph.AddFactorSharing({{u + 1, s, t}}, unchanged);
  }
  const auto result = SubstituteDeterminedVariables(graph);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->graph.num_variables(), kCopies + 2);
  EXPECT_EQ(result->graph.num_tables(), 3) << "the one as it was, the one with the shift, and the bond";
  const Labeling labeling = {2, 1, 0, 2, 1, 2, 0};
  EXPECT_EQ(result->graph.Energy(labeling), graph.Energy(result->Restore(labeling)));
}

// 20 factors share a table of 64 x 64 x 64 entries, and each would need a different change.
TEST(DeterminedVariables, NothingIfTheTablesWouldTakeTooMuch) {
  constexpr int kCopies = 20, kLabels = 64;
  FactorGraph graph(std::vector<int>(2 * kCopies + 2, kLabels));
  const int s = 2 * kCopies, t = s + 1;
  int shared = -1;
  for (int copy = 0; copy < kCopies; ++copy) {
    graph.AddFactor({{2 * copy, 2 * copy + 1}}, Shift(kLabels, copy));
    const int scope[] = {2 * copy + 1, s, t};
    if (shared < 0) {
      shared = graph.AddFactor(scope, std::vector<double>(kLabels * kLabels * kLabels, 1));
    } else {
      graph.AddFactorSharing(scope, shared);
    }
  }
  EXPECT_FALSE(SubstituteDeterminedVariables(graph));
}

// Each variable of a long chain follows from the one before, in the order with the longest paths to the
// first; and there is a factor for each pair of distant variables.
TEST(DeterminedVariables, TakesLongChains) {
  constexpr int kVariables = 100'000;
  FactorGraph graph(std::vector<int>(kVariables, 3));
  const int bond = graph.AddFactor({{kVariables - 2, kVariables - 1}}, Shift(3, 1));
  for (int v = kVariables - 2; v-- > 0;) graph.AddFactorSharing({{v, v + 1}}, bond);
  std::vector<double> costs(9);
  for (size_t i = 0; i < costs.size(); ++i) costs[i] = static_cast<double>(i);
  const int pair = graph.AddFactor({{0, kVariables / 2}}, costs);
  for (int v = 1; v < kVariables / 2; ++v) graph.AddFactorSharing({{v, v + kVariables / 2}}, pair);
  const auto result = SubstituteDeterminedVariables(graph);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->graph.num_variables(), 1);
  const Labeling restored = result->Restore({1});
  for (size_t v = 0; v < restored.size(); ++v) ASSERT_EQ(restored[v], static_cast<Label>((v + 1) % 3));
  EXPECT_EQ(result->graph.Energy(Labeling{1}), graph.Energy(restored));
}

// Labels 0 and 1 determine a variable from the one before, label 2 does not. So each variable is determined
// only after the one before it, which comes later in the graph.
TEST(DeterminedVariables, EndsWhereEveryTimeBringsOneMore) {
  constexpr int kVariables = 300;
  std::vector<int> label_counts(kVariables, 3);
  label_counts[0] = 2;
  FactorGraph graph(label_counts);
  for (int v = kVariables - 1; v-- > 1;) {
    graph.AddFactor({{v, v + 1}}, {{0, kInfinity, kInfinity, kInfinity, 1, kInfinity, 2, 3, 4}});
  }
  graph.AddFactor({{0, 1}}, {{0, kInfinity, kInfinity, kInfinity, 1, kInfinity}});
  const auto result = SubstituteDeterminedVariables(graph);
  ASSERT_TRUE(result);
  EXPECT_LE(result->graph.num_variables(), kVariables - 100);
  const Labeling ones(result->graph.num_variables(), 1);
  EXPECT_EQ(result->graph.Energy(ones), kVariables - 1);
  EXPECT_EQ(graph.Energy(result->Restore(ones)), kVariables - 1);
}

// A chain of factors that share the table of a permutation, and the same chain with one table per factor.
TEST(DeterminedVariables, WhatASharedTableSaysIsTheSame) {
  common::RandomStream random(1, "shared table");
  constexpr int kLabels = 20, kVariables = 7;
  const std::vector<int> permutation = random.Permutation(kLabels);
  std::vector<double> table(kLabels * kLabels, kInfinity);
  for (size_t a = 0; a < kLabels; ++a) {
    table[a * kLabels + static_cast<size_t>(permutation[a])] = static_cast<double>(a);
  }
  FactorGraph shared(std::vector<int>(kVariables, kLabels)), separate = shared;
  for (int v = 0; v + 1 < kVariables; ++v) {
    const std::vector<int> scope = v % 2 == 0 ? std::vector<int>{v, v + 1} : std::vector<int>{v + 1, v};
    separate.AddFactor(scope, table);
    v == 0 ? shared.AddFactor(scope, table) : shared.AddFactorSharing(scope, 0);
  }
  const auto of_shared = SubstituteDeterminedVariables(shared),
             of_separate = SubstituteDeterminedVariables(separate);
  ASSERT_TRUE(of_shared && of_separate);
  EXPECT_EQ(of_shared->variable_of, of_separate->variable_of);
  EXPECT_EQ(of_shared->label_of, of_separate->label_of);
  EXPECT_EQ(of_shared->graph.num_variables(), 1);
}

// Otherwise this would take minutes.
TEST(DeterminedVariables, ReadATableThatFactorsShareOnce) {
  constexpr int kLabels = 1000, kVariables = 30;
  std::vector<double> table(kLabels * kLabels, kInfinity);
  for (size_t a = 0; a < kLabels; ++a) table[a * kLabels + a] = 0;
  table.end()[-2] = 0;  // the last label allows two
  FactorGraph graph(std::vector<int>(kVariables, kLabels));
  graph.AddFactor(std::vector<int>{0, 1}, table);
  for (int i = 1; i < 100'000; ++i) {
    graph.AddFactorSharing(std::vector<int>{i % kVariables, (i + 1) % kVariables}, 0);
  }
  EXPECT_FALSE(SubstituteDeterminedVariables(graph).has_value());
}

TEST(DeterminedVariables, AreLeftWhereItMustStop) {
  FactorGraph graph({2, 2});
  graph.AddFactor(std::vector<int>{0, 1}, std::vector<double>{kInfinity, 0, 0, kInfinity});
  EXPECT_TRUE(SubstituteDeterminedVariables(graph, [] { return false; }).has_value());
  EXPECT_FALSE(SubstituteDeterminedVariables(graph, [] { return true; }).has_value());
}

TEST(DeterminedVariables, NoneIsNothing) {
  FactorGraph graph({2, 3, 2});
  graph.AddFactor({{0, 1}}, {{0, 1, 2, 3, 4, kInfinity}});
  // The label of the second variable follows from the third, but takes fewer values.
  graph.AddFactor({{1, 2}}, {{0, kInfinity, kInfinity, 0, 0, kInfinity}});
  EXPECT_FALSE(SubstituteDeterminedVariables(graph));
  EXPECT_FALSE(SubstituteDeterminedVariables(FactorGraph()));
}

}  // namespace
}  // namespace structlab::graphical_models
