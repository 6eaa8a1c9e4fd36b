// Random trees over labels whose distances are never below those of a metric.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CLUSTER_TREE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CLUSTER_TREE_H_

#include <span>

#include "common/random_stream.h"
#include "graphical_models/model/cliques/label_tree.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// The lengths of the edges of a tree of clusters.
enum class TreeHeights {
  // Edges below level i have the length 2^i. This gives a 2-hierarchically well separated tree whose leaves
  // are equally deep, and whose expected distances are at most O(log labels) times the metric's.
  kGeometric,
  // The distance of two labels is the diameter of the smallest cluster that contains both. With these
  // clusters it is the least distance that is nowhere below the metric, and much nearer to it. Lengths need
  // not shrink by any factor, and are 0 where a cluster is not split.
  kTight,
};

// A tree with d_tree(a, b) >= d(a, b) for all labels, apart from rounding (Fakcharoenphol, Rao, Talwar: A
// tight bound on approximating arbitrary metrics by tree metrics, 2004).
//
// The unit is such that the smallest positive distance is 2 and the largest is at most 2^L. The cluster of
// level L contains all labels. Level i splits every cluster above it into the labels within beta 2^(i-1) of
// the first label of the permutation, then of the second, and so on. Labels at distance 0 stay together.
// Children are in the order of their lowest labels, so the permutation only decides the clusters: trees with
// the same clusters are equal, node by node.
//
//   const std::vector<int> permutation = {2, 0, 1};
//   const LabelTree tree = ClusterTree(TruncatedLinear{1, 5}, permutation, 1.5, TreeHeights::kTight);
//
// Throws common::Error(kUsage) unless there is at least one label, the distance is a metric (label_metric.h)
// with finite values, the permutation contains each label once, and 1 <= beta <= 2. Time: O(labels^2
// log(largest / smallest)), and O(labels^3) for checking a table.
LabelTree ClusterTree(const PairwisePotential& distance, std::span<const int> permutation, double beta,
                      TreeHeights heights);

// The same with a uniformly random permutation and a beta with the density 1 / (beta log 2).
LabelTree RandomClusterTree(const PairwisePotential& distance, int num_labels, TreeHeights heights,
                            common::RandomStream& random);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CLUSTER_TREE_H_
