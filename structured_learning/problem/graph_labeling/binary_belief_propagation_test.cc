#include "structured_learning/problem/graph_labeling/binary_belief_propagation.h"

#include <memory>

#include "graphical_models/approximate/loopy_belief_propagation.h"
#include "graphical_models/model/conversion.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/graph_labeling/testing/random_graphs.h"

namespace structlab::structured_learning {
namespace {

BinaryLabels General(const BinaryGraphEnergy& energy, const BinaryBeliefOptions& options) {
  graphical_models::LoopyOptions general;
  general.run.stop.iterations = static_cast<double>(options.rounds);
  general.damping = options.damping;
  const auto found = graphical_models::LoopyMaxProduct(ToFactorGraph(ToPairwise(energy)), general);
  return {found.labeling.begin(), found.labeling.end()};
}

// Frustrated and submodular graphs with many cycles, after few and after many rounds. No two labels tie.
TEST(BinaryLoopyMaxProduct, AgreesWithTheGeneralMethod) {
  int different_from_start = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    const GraphLabelingProblem problem(
        RandomGraphs(seed, {.max_nodes = 40, .grid = seed % 3 == 0}),
        {.pairwise = seed % 2 == 0 ? PairwiseWeights::kUnconstrained : PairwiseWeights::kNonNegative,
         .inference = "qpbo"});
    const DenseVector weights = RandomWeightsWithin(problem, seed);
    for (int i = 0; i < problem.size(); ++i) {
      const BinaryGraphEnergy energy = problem.LossAugmentedEnergyOf(i, weights);
      for (const BinaryBeliefOptions& options :
           {BinaryBeliefOptions{.rounds = 1}, BinaryBeliefOptions{.rounds = 3, .damping = 0},
            BinaryBeliefOptions{}, BinaryBeliefOptions{.rounds = 7, .damping = 0.9}}) {
        const BinaryLabels found = BinaryLoopyMaxProduct(energy, options);
        EXPECT_EQ(found, General(energy, options));
        different_from_start += found != BinaryLabels(found.size(), 0);
      }
    }
  }
  EXPECT_GT(different_from_start, 500);
}

TEST(BinaryLoopyMaxProduct, TakesGraphsWithoutEdges) {
  GraphSample graph;
  const BinaryGraphEnergy energy{.graph = &graph, .constant = 1, .cost_of_one = {-1, 2, 0}};
  EXPECT_EQ(BinaryLoopyMaxProduct(energy), (BinaryLabels{1, 0, 0}));
}

}  // namespace
}  // namespace structlab::structured_learning
