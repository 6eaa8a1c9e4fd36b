#include "graphical_models/methods/map_methods.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/testing/random_forest.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void ExpectTrue(const MapResult& result, const FactorGraph& graph, double optimum) {
  ASSERT_EQ(result.labeling.size(), static_cast<size_t>(graph.num_variables()));
  EXPECT_EQ(result.energy, graph.Energy(result.labeling));
  EXPECT_GE(result.energy, optimum);
  EXPECT_LE(result.lower_bound, optimum + 1e-9);
  ASSERT_FALSE(result.trace.empty());
  EXPECT_NEAR(result.trace.back().value, result.energy, 1e-9);
  if (result.ending == common::Ending::kOptimal) {
    EXPECT_NEAR(result.energy, optimum, 1e-9);
  }
}

// Returns nothing if the method refuses the graph (too wide, or of a wrong form). A broken promise about a
// result is an error, not a refusal.
std::optional<MapResult> MinimizeIfTaken(const MapMethod& method, const FactorGraph& graph,
                                         const common::RunControl& run) {
  try {
    return method.minimize(graph, run, {});
  } catch (const common::Error& error) {
    if (error.kind() != common::ErrorKind::kUsage) throw;
    return {};
  }
}

TEST(MapMethods, EachTakesWhatItSaysAndKeepsToTheOptimum) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "map methods");
    const int max_arity = 1 + static_cast<int>(seed % 3);
    const FactorGraph graph =
        seed % 4 == 0 ? RandomForest(0, random) : RandomFactorGraph({.max_arity = max_arity}, random);
    const double optimum = BruteForceMap(graph).energy;
    const int max_labels = *std::ranges::max_element(graph.label_counts());
    int found_arity = 0;
    for (int factor = 0; factor < graph.num_factors(); ++factor) {
      found_arity = std::max(found_arity, static_cast<int>(graph.scope(factor).size()));
    }
    for (const MapMethod& method : MapMethods()) {
      SCOPED_TRACE(method.name);
      // Random tables are not metrics.
      if (method.name == "fast-pd" || method.name == "parsimonious") continue;
      const bool takes_pairs_only = method.name == "trws" || method.name == "qpbo" ||
                                    method.name == "alpha-expansion" || method.name == "alpha-beta-swap";
      const bool takes_two_labels_only = method.name == "qpbo";
      if ((takes_pairs_only && found_arity > 2) || (takes_two_labels_only && max_labels > 2)) {
        EXPECT_NE(MessageOf([&] { method.minimize(graph, {}, {}); }), "no error");
      } else if (method.name != "tree" || seed % 4 == 0) {
        ExpectTrue(method.minimize(graph, {.stop = {.iterations = 8}}, {}), graph, optimum);
      }
    }
    const MapMethod& chosen = ChooseMapMethod(graph);
    EXPECT_TRUE(seed % 4 != 0 || chosen.name == "tree");
    ExpectTrue(chosen.minimize(graph, {.stop = {.iterations = 8}}, {}), graph, optimum);
  }
}

// Factors in an order in which the pairwise form does not sum them.
FactorGraph Reversed(const FactorGraph& graph) {
  FactorGraph reversed(std::vector<int>(graph.label_counts().begin(), graph.label_counts().end()));
  for (int factor = graph.num_factors(); factor-- > 0;) {
    reversed.AddFactor(graph.scope(factor), graph.table(factor));
  }
  return reversed;
}

TEST(MapMethods, TheBoundIsNotAboveTheEnergyInWhateverOrderThatIsSummed) {
  int proved = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "order of sums");
    const PairwiseEnergy integers =
        RandomPairwiseEnergy({.max_labels = 2, .potential = PotentialClass::kMetric}, random);
    // Only sums without rounding can prove an optimum.
    const FactorGraph graph =
        Reversed(ToFactorGraph(seed % 2 == 0 ? integers : WithRealCosts(integers, random)));
    for (const char* name : {"qpbo", "trws", "fast-pd"}) {
      SCOPED_TRACE(name);
      const MapResult result = FindMapMethod(name).minimize(graph, {.stop = {.iterations = 8}}, {});
      EXPECT_LE(result.lower_bound, result.energy);
      if (result.ending != common::Ending::kOptimal) continue;
      EXPECT_EQ(result.lower_bound, result.energy);
      ++proved;
    }
  }
  EXPECT_GT(proved, 100);
}

// The same energy with 7 more for each labeling of each pair.
FactorGraph WithShiftedPairs(const FactorGraph& graph) {
  FactorGraph shifted(std::vector<int>(graph.label_counts().begin(), graph.label_counts().end()));
  shifted.AddConstant(graph.constant());
  for (int f = 0; f < graph.num_factors(); ++f) {
    std::vector<double> table(graph.table(f).begin(), graph.table(f).end());
    for (double& entry : table) entry += graph.scope(f).size() == 2 ? 7 : 0;
    shifted.AddFactor(graph.scope(f), table);
  }
  return shifted;
}

void ExpectTakesShiftedPairs(const std::string& method, const FactorGraph& graph) {
  const FactorGraph shifted = WithShiftedPairs(graph);
  const MapResult plain = FindMapMethod(method).minimize(graph, {}, {});
  const MapResult found = FindMapMethod(method).minimize(shifted, {}, {});
  EXPECT_EQ(found.labeling, plain.labeling);
  EXPECT_EQ(found.energy, shifted.Energy(found.labeling));
  if (plain.lower_bound == -kInfinity) {  // the method has no bound
    EXPECT_EQ(found.lower_bound, -kInfinity);
  } else {
    EXPECT_NEAR(found.lower_bound - plain.lower_bound, found.energy - plain.energy, 1e-9);
  }
}

TEST(MapMethods, FastPdTakesDistances) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "distances");
    const FactorGraph graph =
        ToFactorGraph(RandomPairwiseEnergy({.potential = PotentialClass::kSemiMetric}, random));
    ExpectTrue(FindMapMethod("fast-pd").minimize(graph, {}, {}), graph, BruteForceMap(graph).energy);
    ExpectTakesShiftedPairs("fast-pd", graph);
  }
}

TEST(MapMethods, ParsimoniousTakesOneMetric) {
  int taken = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "one metric");
    const PairwiseEnergy energy = RandomPairwiseEnergy(
        {.max_variables = 4, .potential = PotentialClass::kMetric, .max_weight = 1}, random);
    const FactorGraph graph = ToFactorGraph(energy);
    if (ToPairwise(graph).num_potentials() > 1) {
      EXPECT_NE(
          MessageOf([&] { FindMapMethod("parsimonious").minimize(graph, {}, {}); }).find("the distance that"),
          std::string::npos);
      continue;
    }
    ++taken;
    ExpectTrue(FindMapMethod("parsimonious").minimize(graph, {}, {}), graph, BruteForceMap(graph).energy);
    ExpectTakesShiftedPairs("parsimonious", graph);
  }
  EXPECT_GT(taken, 100);
  EXPECT_NE(MessageOf([] {
              FindMapMethod("parsimonious").minimize(FactorGraph({2, 3}), {}, {});
            }),
            "no error");
  EXPECT_EQ(FindMapMethod("parsimonious").minimize(FactorGraph(std::vector<int>()), {}, {}).energy, 0);
}

// A small file must not ask for a table of all pairs of its labels.
TEST(MapMethods, ParsimoniousTakesNoMoreLabelsThanItMayPair) {
  FactorGraph graph({5000});
  graph.AddFactor(std::vector<int>{0}, std::vector<double>(5000, 1.0));
  EXPECT_EQ(
      common::MessageOf(common::ErrorKind::kUsage,
                        [&] { FindMapMethod("parsimonious").minimize(graph, {}, {}); }),
      "parsimonious: expected at most 4096 labels, or a factor of all pairs of them, found 5000 labels");
}

// The tree-width is small, but the first cluster has 2^32 joint labels.
TEST(MapMethods, LargeClustersAreNotEliminatedByThemselves) {
  std::vector<int> counts(4, 256);
  FactorGraph graph(counts);
  graph.AddFactor(std::vector<int>{0, 1}, std::vector<double>(65536, 1.0));
  for (const auto& [a, b] : {std::pair{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}) {
    graph.AddFactorSharing(std::vector<int>{a, b}, 0);
  }
  EXPECT_EQ(ChooseMapMethod(graph).name, "subgraph-descent");
}

// Costs of a grid are integers, so that sums are exact in both forms.
TEST(MapMethods, TakeGridsAsTheyAreOrAsTables) {
  std::set<std::string> seen, with_tables;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "grids");
    const auto grid = RandomGridEnergy<int32_t>({.potential = PotentialClass::kMetric}, random);
    const FactorGraph graph = ToFactorGraph(grid);
    const double optimum = BruteForceMap(graph).energy;
    for (const MapMethod& method : MapMethods()) {
      SCOPED_TRACE(method.name);
      MapResult result;
      const std::string refusal =
          MessageOf([&] { result = MinimizeGrid(method, grid, {.stop = {.iterations = 8}}); });
      EXPECT_EQ(refusal,
                method.minimize_grid ? "no error" : MessageOf([&] { method.minimize(graph, {}, {}); }));
      if (refusal != "no error") continue;
      (method.minimize_grid ? seen : with_tables).insert(method.name);
      ExpectTrue(result, graph, optimum);
    }
  }
  EXPECT_EQ(seen, (std::set<std::string>{"alpha-beta-swap", "alpha-expansion", "fast-pd", "icm",
                                         "parsimonious", "subgraph-descent", "trws"}));
  EXPECT_EQ(with_tables, (std::set<std::string>{"brute-force", "bucket-elimination", "max-product",
                                                "mean-field", "qpbo", "tree"}));
}

TEST(MapMethods, RefuseGridsWhoseTablesWouldBeReadForTooLong) {
  const GridShape shape = {.width = 200, .height = 200, .labels = 256};
  const GridEnergy<int32_t> grid(
      shape, std::vector<int32_t>(static_cast<size_t>(shape.num_pixels()) * 256, 0), Potts{}, 1);
  EXPECT_TRUE(MessageOf([&] {
                MinimizeGrid(FindMapMethod("max-product"), grid, {});
              }).starts_with("an image as tables: expected at most 500000000 costs to read"));
  EXPECT_EQ(MinimizeGrid(FindMapMethod("icm"), grid, {}).energy, 0);
}

// size x size variables with pairs between neighbours: a tree-width of `size`.
FactorGraph Grid(int size, int labels = 8) {
  FactorGraph graph(std::vector<int>(size * size, labels));
  const std::vector<double> pair(labels * labels, 1);
  for (int v = 0; v < size * size; ++v) {
    if (v % size + 1 < size) graph.AddFactor({{v, v + 1}}, pair);
    if (v + size < size * size) graph.AddFactor({{v, v + size}}, pair);
  }
  return graph;
}

TEST(MapMethods, TheChoiceFollowsTheForm) {
  const std::vector<double> pair(4, 1);
  FactorGraph graph({2, 2, 2});
  EXPECT_EQ(ChooseMapMethod(graph).name, "tree");
  graph.AddFactor({{0}}, {{0.0, 1.0}});
  graph.AddFactor({{0, 1}}, pair);
  graph.AddFactor({{2, 1}}, pair);
  EXPECT_EQ(ChooseMapMethod(graph).name, "tree");
  graph.AddFactor({{1, 0}}, pair);
  EXPECT_EQ(ChooseMapMethod(graph).name, "bucket-elimination");
  EXPECT_EQ(ChooseMapMethod(Grid(4)).name, "bucket-elimination");
  EXPECT_EQ(ChooseMapMethod(Grid(12)).name, "subgraph-descent");
  EXPECT_EQ(ChooseMapMethod(Grid(30, 2)).name, "subgraph-descent");
}

// Each variable is joined to the next six: each elimination leaves a message of 4^6 entries.
FactorGraph Band(int variables) {
  FactorGraph graph(std::vector<int>(variables, 4));
  graph.AddFactor({{0, 1}}, std::vector<double>(16, 1));
  for (int v = 0; v < variables; ++v) {
    for (int other = v + 1; other < std::min(v + 7, variables); ++other) {
      if (other > 1) graph.AddFactorSharing({{v, other}}, 0);
    }
  }
  return graph;
}

// Both read fewer than 3 * 10^9 costs; the messages of the second would take 655 MB.
TEST(MapMethods, EliminationIsChosenUpToHalfAGigabyte) {
  EXPECT_EQ(ChooseMapMethod(Band(15'000)).name, "bucket-elimination");
  EXPECT_EQ(ChooseMapMethod(Band(20'000)).name, "subgraph-descent");
}

// Starts with roof duality if it takes the graph, otherwise with messages; for pairs both give a bound.
TEST(MapMethods, TheDescentGoesOnWhereAnotherMethodEnds) {
  FactorGraph binary = Grid(20, 2);
  common::RandomStream random(1, "pairs");
  const auto add_random_pairs = [&random](FactorGraph& graph) {
    const int labels = graph.num_labels(0);
    for (int v = 0; v + 7 < graph.num_variables(); ++v) {
      std::vector<double> costs(labels * labels);
      for (double& cost : costs) cost = random.Normal();
      graph.AddFactor({{v, v + 7}}, costs);
      graph.AddFactor({{v + 1, v + 7}}, costs);
    }
  };
  add_random_pairs(binary);
  FactorGraph restricted = binary;
  restricted.AddFactor({{0, 1}}, {{0.0, kInfinity, 0.0, 0.0}});
  FactorGraph wide = Grid(8, 4);
  add_random_pairs(wide);
  FactorGraph large = wide;
  large.AddFactor({{0, 1, 2}}, std::vector<double>(64, 1));
  const std::pair<const FactorGraph*, const char*> graphs[] = {
      {&binary, "qpbo"}, {&restricted, "trws"}, {&wide, "trws"}, {&large, "max-product"}};
  for (const auto& [graph, name] : graphs) {
    SCOPED_TRACE(name);
    const MapResult first = FindMapMethod(name).minimize(*graph, {.stop = {.iterations = 8}}, {});
    // A third is for the first stage.
    const MapResult result =
        FindMapMethod("subgraph-descent").minimize(*graph, {.stop = {.iterations = 24}}, {});
    EXPECT_EQ(result.trace.back().iteration, 24);
    EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
    EXPECT_LT(result.energy, first.energy);
    EXPECT_EQ(result.lower_bound, first.lower_bound);
    ASSERT_GT(result.trace.size(), first.trace.size());
    for (size_t i = 0; i < result.trace.size(); ++i) {
      const common::TracePoint& point = result.trace[i];
      if (i < first.trace.size()) {
        EXPECT_EQ(point.value, first.trace[i].value);
      }
      if (i == 0) continue;
      EXPECT_GE(point.seconds, result.trace[i - 1].seconds);
      EXPECT_GE(point.iteration, result.trace[i - 1].iteration);
      EXPECT_LE(point.value, result.trace[i - 1].value);
      EXPECT_EQ(point.bound, std::max(point.bound, result.trace[i - 1].bound));
    }
  }
}

TEST(MapMethods, AreFoundByName) {
  std::set<std::string> names;
  for (const MapMethod& method : MapMethods()) {
    EXPECT_TRUE(names.insert(method.name).second) << method.name;
    EXPECT_EQ(&FindMapMethod(method.name), &method);
  }
  EXPECT_EQ(MessageOf([] { FindMapMethod("trw"); }).substr(0, 29), "method: expected one of trws,");
}

class Energies {
 public:
  bool operator()(const common::TracePoint& point) {
    energies.push_back(point.value);
    return true;
  }
  std::vector<double> energies;
};

TEST(MapMethods, TellTheObserverEveryPoint) {
  common::RandomStream random(3, "observer");
  const FactorGraph graph = RandomFactorGraph({.max_labels = 2, .max_arity = 2}, random);
  for (const MapMethod& method : MapMethods()) {
    // The first method has one point, the others need metrics.
    if (std::set<std::string>{"tree", "fast-pd", "parsimonious"}.contains(method.name)) continue;
    SCOPED_TRACE(method.name);
    Energies seen;
    const MapResult result =
        method.minimize(graph, {.stop = {.iterations = 5}, .observer = std::ref(seen)}, {});
    ASSERT_EQ(seen.energies.size(), result.trace.size());
    for (size_t i = 0; i < result.trace.size(); ++i) EXPECT_EQ(seen.energies[i], result.trace[i].value);
  }
}

// Exact methods may have ended by themselves at the point that was refused.
TEST(MapMethods, TheObserverMayStopThem) {
  FactorGraph graph({2, 2, 2});
  graph.AddFactor({{0}}, {{1.0, 0.0}});
  graph.AddFactor({{0, 1}}, {{0.0, 5.0, 5.0, 0.0}});
  graph.AddFactorSharing({{1, 2}}, 1);
  for (const MapMethod& method : MapMethods()) {
    SCOPED_TRACE(method.name);
    int points = 0;
    const common::Observer refuse = [&points](const common::TracePoint&) { return ++points < 1; };
    const MapResult result = method.minimize(graph, {.observer = refuse}, {});
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
    EXPECT_LE(points, 2) << "the last point may be that of the labeling it ends with";
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
  }
}

TEST(MapMethods, TakeTheirOwnOptionsAndNoOthers) {
  common::RandomStream random(5, "options");
  const FactorGraph graph = RandomFactorGraph({.max_labels = 2, .max_arity = 2}, random);
  const MapMethod& max_product = FindMapMethod("max-product");
  common::OptionValues values(max_product.name, max_product.options);
  values.Parse("tolerance=1e100");  // any change of messages is small enough
  EXPECT_EQ(max_product.minimize(graph, {}, values).trace.back().iteration, 1);
  EXPECT_EQ(MessageOf([&] { FindMapMethod("icm").minimize(graph, {}, values); }),
            "option of icm: expected nothing, as it has no options, found 'tolerance'");
  for (const MapMethod& method : MapMethods()) {
    SCOPED_TRACE(method.name);
    for (const common::OptionDeclaration& option : method.options) {
      EXPECT_FALSE(option.help.empty());
      EXPECT_EQ(option.help.find('\n'), option.help.npos);
    }
  }
}

// They stop at their start, before anything is proved.
TEST(MapMethods, HeedTheStopRule) {
  FactorGraph graph({2, 2, 2});
  graph.AddFactor({{0}}, {{1.0, 0.0}});
  graph.AddFactor({{1}}, {{0.0, 1.0}});
  graph.AddFactor({{0, 1}}, {{0.0, 5.0, 5.0, 0.0}});
  graph.AddFactorSharing({{1, 2}}, 2);
  const std::atomic<bool> interrupted = true;
  for (const MapMethod& method : MapMethods()) {
    SCOPED_TRACE(method.name);
    const MapResult result = method.minimize(graph, {.stop = {.interrupted = &interrupted}}, {});
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_EQ(method.minimize(graph, {.stop = {.seconds = 0}}, {}).ending, common::Ending::kTimeLimit);
  }
}

// Label 0 everywhere, the start of exact methods, is forbidden.
TEST(MapMethods, StoppedExactMethodsGiveALabelingThatMayBeTaken) {
  FactorGraph graph({2, 2});
  graph.AddFactor({{0}}, {{kInfinity, 0.0}});
  graph.AddFactor({{0, 1}}, {{0.0, 0.0, 5.0, 1.0}});
  const std::atomic<bool> interrupted = true;
  for (const char* name : {"tree", "bucket-elimination"}) {
    SCOPED_TRACE(name);
    const MapResult result = FindMapMethod(name).minimize(graph, {.stop = {.interrupted = &interrupted}}, {});
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
    EXPECT_EQ(result.labeling, Labeling({1, 1}));
    EXPECT_EQ(result.energy, 1);
    EXPECT_EQ(result.trace.back().value, 1);
  }
}

// Interrupts the run it observes as soon as the trace has the given number of points, and keeps the energy
// there.
class Interrupter {
 public:
  explicit Interrupter(int points) : points_(points) {}
  bool operator()(const common::TracePoint& point) {
    if (--points_ != 0) return true;
    energy = point.value;
    interrupted = true;
    return true;
  }

  std::atomic<bool> interrupted = false;
  double energy = kInfinity;

 private:
  int points_;
};

// A run that is interrupted returns its best labeling so far, which is at most as high as the trace reported.
TEST(MapMethods, GiveTheBestSoFarWhenInterruptedInTheirMidst) {
  common::RandomStream random(1, "interrupted");
  FactorGraph graph(std::vector<int>(400, 3));
  const auto costs = [&](int n) {
    std::vector<double> table;
    for (int i = 0; i < n; ++i) table.push_back(random.Uniform(-1, 1));
    return table;
  };
  for (int v = 0; v < 400; ++v) {
    graph.AddFactor({{v}}, costs(3));
    if (v % 20 != 19) graph.AddFactor({{v, v + 1}}, costs(9));
    if (v < 380) graph.AddFactor({{v, v + 20}}, costs(9));
  }
  int interrupted = 0;
  for (const MapMethod& method : MapMethods()) {
    SCOPED_TRACE(method.name);
    for (const int points : {2, 3}) {
      Interrupter interrupter(points);
      const auto result = MinimizeIfTaken(
          method, graph,
          {.stop = {.interrupted = &interrupter.interrupted}, .observer = std::ref(interrupter)});
      if (!result) continue;
      EXPECT_EQ(result->energy, graph.Energy(result->labeling));
      EXPECT_LE(result->energy, interrupter.energy + 1e-9);
      EXPECT_NEAR(result->energy, result->trace.back().value, 1e-9);
      // A method that had just ended reports that.
      interrupted += result->ending == common::Ending::kInterrupted;
    }
  }
  EXPECT_GE(interrupted, 12);  // all methods that take it, except those that end at once
}

// All pairs of 80 variables: methods that are exact for small clusters cannot solve it.
TEST(MapMethods, KeepTheirPromisesOnDenseGraphs) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    const int num_labels = seed < 2 ? 2 : 3;
    common::RandomStream random(seed, "dense");
    FactorGraph graph(std::vector<int>(80, num_labels));
    for (int a = 0; a < graph.num_variables(); ++a) {
      for (int b = a + 1; b < graph.num_variables(); ++b) {
        std::vector<double> costs(num_labels * num_labels, random.Normal());
        for (int label = 0; label < num_labels; ++label) costs[label * (num_labels + 1)] *= -1;
        graph.AddFactor({{a, b}}, costs);
      }
    }
    int taken = 0;
    for (const MapMethod& method : MapMethods()) {
      SCOPED_TRACE(testing::Message() << method.name << ", graph " << seed);
      const auto result = MinimizeIfTaken(method, graph, {.stop = {.iterations = 300}});
      if (!result) continue;
      ++taken;
      EXPECT_EQ(result->energy, graph.Energy(result->labeling));
      EXPECT_NEAR(result->energy, result->trace.back().value, 1e-9);
    }
    EXPECT_GE(taken, 5);
  }
}

TEST(MapMethods, WhatIsForbiddenThroughoutStaysSo) {
  FactorGraph graph({2});
  graph.AddFactor({{0}}, {{kInfinity, kInfinity}});
  for (const MapMethod& method : MapMethods()) {
    EXPECT_EQ(method.minimize(graph, {.stop = {.iterations = 3}}, {}).energy, kInfinity) << method.name;
  }
}

}  // namespace
}  // namespace structlab::graphical_models
