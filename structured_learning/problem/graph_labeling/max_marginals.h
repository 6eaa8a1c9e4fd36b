// Max-marginals of the scores of labelings: what the best labeling with a given label of one node scores.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_MAX_MARGINALS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_MAX_MARGINALS_H_

#include <array>
#include <vector>

#include "structured_learning/problem/graph_labeling/binary_graph_energy.h"

namespace structlab::structured_learning {

// For each node i and label l, the minimum of E(y) over all y with y_i = l: minus the max-marginal of the
// score that GraphLabelingProblem::EnergyOf stands for. The score by which HOB-SVM ranks node i is the
// difference of its max-marginals m_i^+ - m_i^- (Dokania 2016, 4.12), so
//   score_i = marginals[i][0] - marginals[i][1].
//
//     const auto marginals = MinMarginalsOf(problem.EnergyOf(0, result.weights));
//
// Components of at most 12 nodes are enumerated, whatever the signs of their disagreements; larger ones are
// solved by SubmodularEnergy::MinMarginals. Throws common::Error (usage), which names the edge, if a larger
// component is not submodular. Time: O(2^12 n) at most for small components, see there for others. Exact up
// to rounding. Deterministic, thread-safe.
std::vector<std::array<double, 2>> MinMarginalsOf(const BinaryGraphEnergy& energy);

// A connected part of a graph, and for each of its nodes the best labelings of the part with each label
// there.
struct ComponentMarginals {
  std::vector<int> nodes;  // in the graph, in rising order
  std::vector<int> edges;  // in the graph
  // [place in `nodes`][label]: the minimum of the energy of this part alone, sum_i cost_of_one_i y_i + sum_ij
  // disagreement_ij [y_i != y_j], and a labeling of its nodes that has it.
  std::vector<std::array<double, 2>> minimum;
  std::vector<std::array<BinaryLabels, 2>> labels;
};
// Components in the order of their first nodes; errors as MinMarginalsOf. Larger components take a dynamic
// cut a node.
std::vector<ComponentMarginals> MarginalLabelings(const BinaryGraphEnergy& energy);

// The number of the component of each node, counted from 0 in the order of their first nodes. O(n + m).
std::vector<int> ComponentsOf(int num_nodes, const std::vector<NodePair>& edges);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_MAX_MARGINALS_H_
