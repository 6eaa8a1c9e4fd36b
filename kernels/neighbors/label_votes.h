// Labels from neighbours and from clusters of a sample: the baselines of Shi 2011, section 2.6.2.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_LABEL_VOTES_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_LABEL_VOTES_H_

#include <cstdint>
#include <vector>

#include "kernels/neighbors/nearest_rows.h"

namespace structlab::kernels {

// Labels of queries: the label of the nearest row, and the most frequent label among the nearest rows. Of
// equally frequent labels, `majority` takes the one whose row is nearest.
struct NeighbourLabels {
  std::vector<uint32_t> nearest, majority;
};
// Labels of queries by their `count` nearest rows (all rows if there are fewer). `labels` has one entry per
// row. A larger count is less sensitive to noise in the labels, but favours frequent labels.
//
//     const NeighbourLabels found = LabelsByNeighbours(rows, labels, queries, /*count=*/10);
//
// Cost and errors as NearestRows::Find.
NeighbourLabels LabelsByNeighbours(const SparseRows& rows, const std::vector<uint32_t>& labels,
                                   const SparseRows& queries, int count);

// The smallest number of classes that together have at least this share of the labels: the most frequent
// classes. 0 < share <= 1.
int ClassesOfShare(const std::vector<uint32_t>& labels, double share);

struct ClusterVoting {
  int clusters, iterations;  // see KMeans
  uint64_t seed;
};
// For each query, the most frequent label in the cluster with the nearest centroid; the smallest of equally
// frequent labels. Compares a query only with centroids, not with all rows, but gives the same label to a
// whole cluster. Clusters that lost all rows have no label and are skipped. Cost and errors as KMeans.
std::vector<uint32_t> LabelsByClusters(const SparseRows& rows, const std::vector<uint32_t>& labels,
                                       const SparseRows& queries, const ClusterVoting& voting);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_LABEL_VOTES_H_
