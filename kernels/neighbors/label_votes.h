// Labels from neighbours and from clusters of a sample: the baselines of Shi 2011, section 2.6.2.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_LABEL_VOTES_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_LABEL_VOTES_H_

#include <cstdint>
#include <vector>

#include "kernels/neighbors/nearest_rows.h"

namespace structlab::kernels {

// Of each query: the label of the nearest row, and the most frequent one among the nearest; of equally
// frequent ones that of the nearest row.
struct NeighbourLabels {
  std::vector<uint32_t> nearest, majority;
};
// By `count` rows, or all if there are fewer. `labels` has one entry a row. Cost and errors as
// NearestRows::Find.
NeighbourLabels LabelsByNeighbours(const SparseRows& rows, const std::vector<uint32_t>& labels,
                                   const SparseRows& queries, int count);

// The least number of classes that together have at least this share of the labels, the largest ones.
// 0 < share <= 1.
int ClassesOfShare(const std::vector<uint32_t>& labels, double share);

struct ClusterVoting {
  int clusters, iterations;  // of KMeans
  uint64_t seed;
};
// Of each query the most frequent label, the least of equally frequent ones, in the cluster whose centroid is
// nearest. A cluster that lost all its rows has no label to give and is left out. Cost and errors as KMeans.
std::vector<uint32_t> LabelsByClusters(const SparseRows& rows, const std::vector<uint32_t>& labels,
                                       const SparseRows& queries, const ClusterVoting& voting);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_LABEL_VOTES_H_
