// Small random graphs for tests, and all labelings of their nodes.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_TESTING_RANDOM_GRAPHS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_TESTING_RANDOM_GRAPHS_H_

#include <cstdint>

#include "structured_learning/problem/brute_force.h"
#include "structured_learning/problem/graph_labeling/graph_labeling_problem.h"

namespace structlab::structured_learning {

struct RandomGraphOptions {
  int graphs = 3;
  int max_nodes = 6;  // at least 1
  int node_features = 2, edge_features = 2;
  // Features and loss weights are small integers, so that sums are exact and ties occur.
  bool integers = false;
  bool grid = false;    // 4-connected grids, which say that they are grids
  bool sparse = false;  // features stored as sparse rows
  bool tree = false;    // edges form a tree
};

// Random features, labels and edges. Edge features are >= 0. About one node in six, but never the first one,
// has the loss weight 0.
GraphSamples RandomGraphs(uint64_t seed, const RandomGraphOptions& options = {});

// Weights within the bounds of the problem; integers from -3 to 3 if asked for, otherwise normal numbers.
DenseVector RandomWeightsWithin(const GraphLabelingProblem& problem, uint64_t seed, bool integers = false);

// All labelings of each graph in lexicographic order.
OutputsOf<GraphLabelingProblem> ListLabelings(const GraphLabelingProblem& problem);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_TESTING_RANDOM_GRAPHS_H_
