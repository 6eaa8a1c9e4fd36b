#include "graphical_models/methods/known_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

// Forbids all other labels of a variable.
void Forbid(FactorGraph& graph, const Observation& observed) {
  std::vector<double> costs(static_cast<size_t>(graph.num_labels(observed.variable)),
                            std::numeric_limits<double>::infinity());
  costs[static_cast<size_t>(observed.label)] = 0;
  graph.AddFactor({{observed.variable}}, costs);
}

TEST(MinimizeUnknown, FindsTheMinimumOfWhatIsLeft) {
  int with_one_label = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "known-labels");
    const FactorGraph graph = RandomFactorGraph({}, random);
    std::vector<Observation> evidence;
    FactorGraph forbidding = graph;
    for (int v = 0; v < graph.num_variables(); ++v) {
      with_one_label += graph.num_labels(v) == 1;
      if (random.Uniform() > 0.3) continue;
      const auto labels = static_cast<uint64_t>(graph.num_labels(v));
      evidence.push_back({v, static_cast<Label>(random.UniformIndex(labels))});
      Forbid(forbidding, evidence.back());
    }
    const MapResult result = MinimizeUnknown(graph, evidence, [](const FactorGraph& unknown) {
      for (int v = 0; v < unknown.num_variables(); ++v) EXPECT_GT(unknown.num_labels(v), 1);
      return BruteForceMap(unknown);
    });
    const MapResult expected = BruteForceMap(forbidding);
    EXPECT_EQ(result.labeling, expected.labeling);
    EXPECT_EQ(result.energy, expected.energy);
    EXPECT_EQ(result.lower_bound, result.energy);
    EXPECT_EQ(result.ending, common::Ending::kOptimal);
  }
  EXPECT_GT(with_one_label, 500);
}

// A bound is that of the whole graph, and never above the energy.
TEST(MinimizeUnknown, KeepsABoundBelowTheEnergy) {
  FactorGraph graph({1, 2});
  graph.AddFactor({{0}}, std::vector<double>{5});
  graph.AddFactor({{0, 1}}, std::vector<double>{1, 2});
  for (const double bound : {6.0, 9.0}) {
    const MapResult result = MinimizeUnknown(graph, {}, [&](const FactorGraph& unknown) {
      MapResult found = BruteForceMap(unknown);
      EXPECT_EQ(found.energy, 6);
      found.labeling = {1};
      found.ending = common::Ending::kIterationLimit;
      found.lower_bound = bound;
      return found;
    });
    EXPECT_EQ(result.labeling, (Labeling{0, 1}));
    EXPECT_EQ(result.energy, 7);
    EXPECT_EQ(result.lower_bound, std::min(bound, 7.0));
  }
}

TEST(MinimizeUnknown, NamesEvidenceThatDoesNotFit) {
  FactorGraph graph({1, 2});
  for (const Observation& wrong : {Observation{2, 0}, Observation{-1, 0}, Observation{1, 2}}) {
    EXPECT_NE(common::MessageOf(common::ErrorKind::kUsage,
                                [&] {
                                  MinimizeUnknown(graph, {wrong}, [](const FactorGraph& unknown) {
                                    return BruteForceMap(unknown);
                                  });
                                }),
              "no error");
  }
}

}  // namespace
}  // namespace structlab::graphical_models
