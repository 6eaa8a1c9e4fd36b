#include "kernels/neighbors/label_votes.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>

#include "kernels/neighbors/k_means.h"

namespace structlab::kernels {
namespace {

uint32_t MajorityOf(const std::vector<int>& nearest, const std::vector<uint32_t>& labels) {
  std::map<uint32_t, int> votes;
  for (const int row : nearest) ++votes[labels[row]];
  uint32_t majority = labels[nearest[0]];
  for (const int row : nearest) {
    const uint32_t label = labels[row];
    if (votes[label] > votes[majority]) majority = label;
  }
  return majority;
}

}  // namespace

NeighbourLabels LabelsByNeighbours(const SparseRows& rows, const std::vector<uint32_t>& labels,
                                   const SparseRows& queries, int count) {
  NeighbourLabels result;
  const int most = std::min(count, static_cast<int>(labels.size()));
  for (const std::vector<int>& nearest : NearestRows(rows).Find(queries, most)) {
    result.nearest.push_back(labels[nearest[0]]);
    result.majority.push_back(MajorityOf(nearest, labels));
  }
  return result;
}

int ClassesOfShare(const std::vector<uint32_t>& labels, double share) {
  std::map<uint32_t, int> counts;
  for (const uint32_t label : labels) ++counts[label];
  std::vector<int> sizes;
  for (const auto& [label, count] : counts) sizes.push_back(count);
  std::ranges::sort(sizes, std::greater());
  double covered = 0;
  int classes = 0;
  while (covered < share * static_cast<double>(labels.size())) covered += sizes[classes++];
  return classes;
}

std::vector<uint32_t> LabelsByClusters(const SparseRows& rows, const std::vector<uint32_t>& labels,
                                       const SparseRows& queries, const ClusterVoting& voting) {
  const Clustering clustering = KMeans(rows, voting.clusters, voting.iterations, voting.seed);
  std::vector<std::map<uint32_t, int>> counts(voting.clusters);
  for (size_t i = 0; i < labels.size(); ++i) {
    ++counts[clustering.clusters[i]][labels[i]];
  }
  std::vector<Eigen::Index> filled;
  std::vector<uint32_t> majority, predicted;
  for (size_t cluster = 0; cluster < counts.size(); ++cluster) {
    if (counts[cluster].empty()) continue;
    const auto most = std::ranges::max_element(counts[cluster], {}, &std::pair<const uint32_t, int>::second);
    filled.push_back(static_cast<Eigen::Index>(cluster));
    majority.push_back(most->first);
  }
  const Eigen::MatrixXf centroids = clustering.centroids(Eigen::all, filled);
  for (const int cluster : NearestCentroids(queries, centroids)) {
    predicted.push_back(majority[cluster]);
  }
  return predicted;
}

}  // namespace structlab::kernels
