// Random trees over labels whose distances dominate a metric.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CLUSTER_TREE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CLUSTER_TREE_H_

#include <span>

#include "common/random_stream.h"
#include "graphical_models/model/cliques/label_tree.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// How long the edges of a tree of clusters are.
enum class TreeHeights {
  // Edges below level i have the length 2^i: a 2-hierarchically well separated tree with equally deep leaves,
  // whose expected distances are at most O(log labels) times the metric's.
  kGeometric,
  // The distance of two labels is the diameter of the smallest cluster that holds both: the least that
  // dominates the metric with these clusters, and much nearer to it. Lengths need not shrink by any factor,
  // and are 0 where a cluster is not split.
  kTight,
};

// A tree with d_tree(a, b) >= d(a, b) for all labels, but for rounding (Fakcharoenphol, Rao, Talwar: A tight
// bound on approximating arbitrary metrics by tree metrics, 2004). In units in which the smallest positive
// distance is 2 and the largest at most 2^L, the cluster of level L holds all labels; level i splits every
// cluster above it into those within beta 2^(i-1) of the first label of the permutation, then of the second,
// and so on. Labels at distance 0 stay together. Children are in the order of their lowest labels, so that
// the permutation decides on clusters alone: trees of the same clusters are the same, node by node.
//
// Throws common::Error(kUsage) unless there is a label and the distance is a metric (label_metric.h) of
// finite values, the permutation one of the labels, and 1 <= beta <= 2. O(labels^2 log(largest / smallest)),
// and O(labels^3) for a table, which is checked.
LabelTree ClusterTree(const PairwisePotential& distance, std::span<const int> permutation, double beta,
                      TreeHeights heights);

// The same with a permutation of which all are equally likely, and a beta of density 1 / (beta log 2).
LabelTree RandomClusterTree(const PairwisePotential& distance, int num_labels, TreeHeights heights,
                            common::RandomStream& random);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CLUSTER_TREE_H_
