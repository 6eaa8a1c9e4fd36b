// A part of a graph.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_SUBGRAPH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_SUBGRAPH_H_

#include <vector>

#include "structured_learning/problem/graph_labeling/graph_sample.h"

namespace structlab::structured_learning {

// The nodes with is_kept, in their order, and the edges between two of them; features stay as they are. The
// result has no grid, unless all nodes are kept. For training on graphs with nodes whose label is unknown: a
// loss weight of 0 makes their label cheap, but the joint feature of the true labeling contains it, so a
// learner would still learn it. is_kept has an entry for each node.
//
// Time: O(nodes + edges + features).
GraphSample Subgraph(const GraphSample& sample, const std::vector<bool>& is_kept);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_SUBGRAPH_H_
