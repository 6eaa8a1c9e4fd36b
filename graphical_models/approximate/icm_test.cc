#include "graphical_models/approximate/icm.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/testing/worked_examples.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// No change of a single label lowers the energy.
template <class Energy>
void ExpectLocalMinimum(const Energy& energy, const MapResult& result, std::span<const int> label_counts) {
  EXPECT_EQ(result.energy, energy.Energy(result.labeling));
  if (result.energy == kInfinity) return;
  for (size_t v = 0; v < result.labeling.size(); ++v) {
    Labeling other = result.labeling;
    for (other[v] = 0; other[v] < label_counts[v]; ++other[v]) EXPECT_GE(energy.Energy(other), result.energy);
  }
}

TEST(Icm, NeverRisesAndEndsInALocalMinimum) {
  int improved = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "icm");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 3 == 0 ? 0.1 : 0.0}, random);
    const Labeling start = RandomLabeling(graph.label_counts(), random);
    double before = graph.Energy(start);
    for (const double iterations : {0, 1, 2, 3}) {
      const double after =
          IteratedConditionalModes(graph, {.run = {.stop = {.iterations = iterations}}, .start = start})
              .energy;
      EXPECT_LE(after, before);
      before = after;
    }
    const MapResult result = IteratedConditionalModes(graph, {.start = start});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_GE(result.energy, BruteForceMap(graph).energy);
    ExpectLocalMinimum(graph, result, graph.label_counts());
    improved += result.energy < graph.Energy(start);
  }
  EXPECT_GT(improved, 5'000);
}

TEST(Icm, OnGridsIsThatOfTheFactorGraph) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "icm grids");
    const auto grid = RandomGridEnergy<int32_t>({.max_width = 5, .max_height = 4}, random);
    const FactorGraph graph = ToFactorGraph(grid);
    const Labeling start = RandomLabeling(graph.label_counts(), random);
    const MapResult result = IteratedConditionalModes(grid, {.start = start});
    EXPECT_EQ(result.labeling, IteratedConditionalModes(graph, {.start = start}).labeling);
    ExpectLocalMinimum(grid, result, graph.label_counts());
    EXPECT_EQ(IteratedConditionalModes(grid).labeling, IteratedConditionalModes(graph).labeling);
  }
}

// From all 64 labelings: energies in hundredths and the number of runs that end there, from an independent
// computation.
TEST(Icm, EndsWhereTheWorkedIsingGridsEnd) {
  const auto ends = [](const IsingCouplings& couplings) {
    const FactorGraph graph = IsingExample(couplings);
    std::map<int, int> counts;
    ForAllLabelings(graph.label_counts(), [&](const Labeling& start) {
      const double score = -IteratedConditionalModes(graph, {.start = start}).energy;
      ++counts[static_cast<int>(std::lround(100 * score))];
    });
    return counts;
  };
  EXPECT_EQ(ends(kFrustratedCouplings), (std::map<int, int>{{425, 24}, {275, 24}, {265, 8}, {395, 8}}));
  EXPECT_EQ(ends(kAttractiveCouplings),
            (std::map<int, int>{{495, 24}, {485, 8}, {275, 18}, {265, 6}, {175, 8}}));
  const FactorGraph frustrated = IsingExample(kFrustratedCouplings);
  EXPECT_EQ(IteratedConditionalModes(frustrated, {.start = Labeling(6, 1)}).labeling,
            (Labeling{1, 1, 1, 0, 1, 1}));
  EXPECT_EQ(IteratedConditionalModes(frustrated, {.start = Labeling(6, 0)}).labeling,
            (Labeling{1, 1, 0, 0, 0, 0}));
}

// 1e17 + 0 + 8.5 is less than 1e17 + 7 + 2, but the rounded sums are 1e17 + 16 and 1e17.
TEST(Icm, KeepsWhatRoundingMakesTheBest) {
  FactorGraph graph({2});
  graph.AddConstant(1e17);
  graph.AddFactor(std::vector<int>{0}, std::vector<double>{7, 0});
  graph.AddFactor(std::vector<int>{0}, std::vector<double>{2, 8.5});
  const MapResult result = IteratedConditionalModes(graph, {.start = {0}});
  EXPECT_EQ(result.energy, 1e17);
  EXPECT_EQ(result.energy, graph.Energy(result.labeling));
  EXPECT_EQ(result.trace.back().value, result.energy);
}

TEST(Icm, LeavesForbiddenLabelings) {
  FactorGraph graph({2, 2});
  graph.AddFactor({{0}}, {{kInfinity, 1.0}});
  graph.AddFactor({{1}}, {{kInfinity, 1.0}});
  EXPECT_EQ(IteratedConditionalModes(graph, {.start = {0, 0}}).energy, 2);
}

TEST(Icm, EndsAsItSays) {
  const FactorGraph graph = IsingExample(kFrustratedCouplings);
  EXPECT_EQ(IteratedConditionalModes(graph, {.run = {.stop = {.iterations = 0}}}).ending,
            common::Ending::kIterationLimit);
  EXPECT_EQ(IteratedConditionalModes(graph, {.run = {.stop = {.seconds = 0}}}).ending,
            common::Ending::kTimeLimit);
  EXPECT_EQ(IteratedConditionalModes(FactorGraph()).energy, 0);
  EXPECT_EQ(MessageOf([&] {
              IteratedConditionalModes(graph, {.start = {0, 0}});
            }),
            "labeling: expected one label for each of 6 variables, found 2 labels");
}

TEST(Icm, StartsOthersWithinTheTimeThereIs) {
  FactorGraph graph({2, 2});
  graph.AddFactor({{0, 1}}, {{3.0, 2.0, 1.0, 0.0}});
  const Labeling least_unary_costs = {0, 0}, minimum = {1, 1}, given = {1, 0};
  const std::atomic<bool> interrupted = true;
  EXPECT_EQ(StartOrLocalMinimum(graph, {}, {.stop = {.interrupted = &interrupted}}), least_unary_costs);
  EXPECT_EQ(StartOrLocalMinimum(graph, {}, {.stop = {.seconds = 0}}), least_unary_costs);
  EXPECT_EQ(StartOrLocalMinimum(graph, {}, {.stop = {.iterations = 0}}), minimum);
  EXPECT_EQ(StartOrLocalMinimum(graph, given, {}), given);
  EXPECT_EQ(MessageOf([&] { StartOrLocalMinimum(graph, {1}, {}); }),
            "start: expected one label for each of 2 variables, found 1 labels");
}

}  // namespace
}  // namespace structlab::graphical_models
