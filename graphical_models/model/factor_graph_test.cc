#include "graphical_models/model/factor_graph.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Scope = std::vector<int>;
using Table = std::vector<double>;

TEST(FactorGraph, SumsItsTablesWithTheLastVariableFastest) {
  FactorGraph graph({2, 3});
  EXPECT_EQ(graph.AddFactor(Scope{1}, Table{0, 10, 20}), 0);
  EXPECT_EQ(graph.AddFactor(Scope{0, 1}, Table{0, 1, 2, 3, 4, 5}), 1);
  EXPECT_EQ(graph.AddFactor(Scope{1, 0}, Table{100, 200, 300, 400, 500, 600}), 2);
  graph.AddConstant(7000);
  EXPECT_EQ(graph.Energy(Labeling{0, 0}), 7100);
  EXPECT_EQ(graph.Energy(Labeling{0, 2}), 7522);
  EXPECT_EQ(graph.Energy(Labeling{1, 1}), 7414);
}

TEST(FactorGraph, InfinityStaysExact) {
  FactorGraph graph({2, 2});
  graph.AddFactor(Scope{0}, Table{kInfinity, -1e290});
  graph.AddFactor(Scope{1}, Table{-1e290, kInfinity});
  EXPECT_EQ(graph.Energy(Labeling{0, 0}), kInfinity);
  EXPECT_EQ(graph.Energy(Labeling{0, 1}), kInfinity);
  EXPECT_EQ(graph.Energy(Labeling{1, 0}), -2e290);
}

TEST(FactorGraph, WithoutVariablesHasOneLabeling) {
  FactorGraph graph;
  EXPECT_EQ(graph.Energy(Labeling{}), 0);
  graph.AddConstant(3);
  EXPECT_EQ(graph.Energy(Labeling{}), 3);
}

TEST(FactorGraph, FactorsShareATable) {
  FactorGraph graph({2, 3, 2, 3});
  graph.AddFactor(Scope{0}, Table{0, 1});
  const int first = graph.AddFactor(Scope{0, 1}, Table{0, 1, 2, 3, 4, 5});
  const int second = graph.AddFactorSharing(Scope{2, 3}, first);
  EXPECT_EQ(graph.num_tables(), 2);
  EXPECT_EQ(graph.table_index(second), graph.table_index(first));
  EXPECT_EQ(graph.table(second).data(), graph.table(first).data());
  EXPECT_EQ(graph.Energy(Labeling{0, 0, 1, 2}), 5);
  EXPECT_EQ(MessageOf([&] {
              graph.AddFactorSharing(Scope{1, 2}, first);
            }),
            "factor 3: expected variables with the label counts of those of factor 1, 2 x 3, found 3 x 2");
  EXPECT_EQ(MessageOf([&] { graph.AddFactorSharing(Scope{1}, 3); }),
            "factor 3: expected the table of a factor that exists, found factor 3");
}

TEST(FactorGraph, RefusesWrongFactorsAndStaysAsItWas) {
  FactorGraph graph({2, 3});
  const FactorGraph before = graph;
  const auto message = [&](Scope scope, Table table) {
    return MessageOf([&] { graph.AddFactor(scope, table); });
  };
  EXPECT_EQ(message({}, {1}),
            "factor 0: expected at least one variable, found an empty scope; add it as a constant");
  EXPECT_EQ(message({2}, {1, 2}), "factor 0: expected a variable from 0 to 1, found 2");
  EXPECT_EQ(message({-1}, {1, 2}), "factor 0: expected a variable from 0 to 1, found -1");
  EXPECT_EQ(
      message({1, 0, 1}, Table(18)),
      "factor 0: expected different variables, found variable 1 twice; use the diagonal of the table as "
      "a factor of fewer variables");
  EXPECT_EQ(message({0, 1}, {1, 2, 3}), "factor 0: expected a table of 6 entries, found 3");
  EXPECT_EQ(message({0}, {1, std::numeric_limits<double>::quiet_NaN()}),
            "factor 0, table entry 1: expected an energy of at most 1e290 in magnitude, or plus infinity, "
            "found nan");
  EXPECT_EQ(message({0}, {-kInfinity, 1}),
            "factor 0, table entry 0: expected an energy of at most 1e290 in magnitude, or plus infinity, "
            "found -inf");
  EXPECT_EQ(MessageOf([&] { graph.AddConstant(-kInfinity); }),
            "constant: expected an energy of at most 1e290 in magnitude, or plus infinity, found -inf");
  EXPECT_EQ(MessageOf([] {
              FactorGraph({3, 0});
            }),
            "label counts: expected at least one label for variable 1, found 0");
  EXPECT_EQ(MessageOf([&] {
              graph.Energy(Labeling{0, 3});
            }),
            "labeling: expected a label from 0 to 2 for variable 1, found 3");
  EXPECT_EQ(graph, before);
}

TEST(FactorGraph, ATableCanBeTooLargeToCount) {
  const std::vector<int> counts(3, std::numeric_limits<int>::max());
  EXPECT_EQ(TableSize(Scope{0, 1}, counts), int64_t{std::numeric_limits<int>::max()} * counts[0]);
  EXPECT_EQ(TableSize(Scope{0, 1, 2}, counts), -1);
  FactorGraph graph(counts);
  EXPECT_EQ(MessageOf([&] {
              graph.AddFactor(Scope{0, 1, 2}, Table{1});
            }),
            "factor 0: expected a table too large for any memory, found 1");
}

TEST(Condition, LeavesTheEnergyOfTheCompletedLabeling) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "condition");
    const FactorGraph graph = RandomFactorGraph({.max_arity = 4, .infinite_probability = 0.1}, random);
    const Labeling truth = RandomLabeling(graph.label_counts(), random);
    std::vector<Observation> evidence;
    for (const int v : random.Permutation(graph.num_variables())) {
      if (random.Uniform() < 0.4) evidence.push_back({v, truth[v]});
    }
    const ConditionedGraph conditioned = Condition(graph, evidence);
    ASSERT_EQ(conditioned.graph.num_variables() + static_cast<int>(evidence.size()), graph.num_variables());
    ForAllLabelings(conditioned.graph.label_counts(), [&](const Labeling& free_labels) {
      const Labeling completed = conditioned.Complete(free_labels);
      for (const auto& [variable, label] : evidence) EXPECT_EQ(completed[variable], label);
      for (size_t i = 0; i < free_labels.size(); ++i) {
        EXPECT_EQ(completed[conditioned.variables[i]], free_labels[i]);
      }
      EXPECT_EQ(conditioned.graph.Energy(free_labels), graph.Energy(completed));
    });
  }
}

TEST(Condition, KeepsSharedTablesShared) {
  FactorGraph graph({2, 2, 2});
  const int first = graph.AddFactor(Scope{0, 1}, Table{0, 1, 2, 3});
  graph.AddFactorSharing(Scope{1, 2}, first);
  graph.AddFactorSharing(Scope{0, 2}, first);
  EXPECT_EQ(Condition(graph, {}).graph, graph);
  // Slices too, where they are the same.
  const std::vector<Observation> middle = {{1, 1}}, last = {{2, 1}};
  EXPECT_EQ(Condition(graph, middle).graph.num_tables(), 3);
  const FactorGraph conditioned = Condition(graph, last).graph;
  EXPECT_EQ(conditioned.num_tables(), 2);
  FactorGraph expected({2, 2});
  expected.AddFactor(Scope{0, 1}, Table{0, 1, 2, 3});
  expected.AddFactorSharing(Scope{0}, expected.AddFactor(Scope{1}, Table{1, 3}));
  EXPECT_EQ(conditioned, expected);
}

TEST(Condition, RefusesWrongEvidence) {
  const FactorGraph graph({2, 3});
  const auto message = [&](std::vector<Observation> evidence) {
    return MessageOf([&] { Condition(graph, evidence); });
  };
  EXPECT_EQ(message({{2, 0}}), "evidence: expected a variable from 0 to 1, found 2");
  EXPECT_EQ(message({{-1, 0}}), "evidence: expected a variable from 0 to 1, found -1");
  EXPECT_EQ(message({{1, 3}}), "evidence on variable 1: expected a label from 0 to 2, found 3");
  EXPECT_EQ(message({{1, 0}, {1, 0}}),
            "evidence on variable 1: expected one observation, found label 0 and label 0");
  const std::vector<Observation> all = {{0, 1}, {1, 1}};
  EXPECT_EQ(Condition(graph, all).Complete(Labeling{}), (Labeling{1, 1}));
  EXPECT_EQ(MessageOf([&] { Condition(graph, all).Complete(Labeling{0}); }),
            "labeling of the free variables: expected one label for each of 0 variables, found 1 labels");
}

}  // namespace
}  // namespace structlab::graphical_models
