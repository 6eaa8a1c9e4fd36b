// Classification by distances between features: baselines for recognition by sparse codes.
#ifndef STRUCTLAB_KERNELS_SPARSE_NEAREST_CLASSIFIERS_H_
#define STRUCTLAB_KERNELS_SPARSE_NEAREST_CLASSIFIERS_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

// k nearest neighbours: for each query (a column), the most frequent class among the `neighbors` nearest
// training examples (columns), by Euclidean distance. Of equally frequent classes it takes the one of the
// nearest example; of examples at the same distance, the first. More neighbours are less sensitive to noise
// in the labels, but favour frequent classes.
//
//     const std::vector<int> found = NearestNeighborLabels(training, labels, queries, /*neighbors=*/1);
//
// Computes all distances, O(d) each: search trees save nothing for tens of features or more. Deterministic.
// Throws common::Error(kUsage) for another number of labels than examples; unless neighbors is from 1 to the
// number of examples; for queries of another dimension; for numbers that are not finite or above 1e100 in
// magnitude; and for examples whose largest magnitude is not 0 but below 1e-100, since squared distances
// would underflow.
std::vector<int> NearestNeighborLabels(const Eigen::Ref<const Eigen::MatrixXd>& training,
                                       std::span<const int> labels,
                                       const Eigen::Ref<const Eigen::MatrixXd>& queries, int neighbors);

// Nearest subspace: a class is the linear span of its examples, or of its first directions of least squared
// error; a query belongs to the class with the nearest span, the smallest label of several (Ho et al.,
// Clustering appearances of objects under varying illumination conditions, 2003; Wright et al. 2009). Take it
// instead of nearest neighbours if a class is closed under linear combinations, as images of a face under
// changing light nearly are.
//
//     const NearestSubspaces subspaces(training, labels, /*max_dimensions=*/9);
//     const std::vector<int> found = subspaces.Labels(queries);
//
// Immutable, so thread-safe.
class NearestSubspaces {
 public:
  // `max_dimensions` bounds the dimension of each span; 0: as many as the examples of the class have
  // (singular values above 1e-10 of the largest). O(d n_k^2) for a class of n_k examples. Throws
  // common::Error(kUsage) for another number of labels than examples, no examples, a negative dimension,
  // and numbers that NearestNeighborLabels refuses.
  NearestSubspaces(const Eigen::Ref<const Eigen::MatrixXd>& training, std::span<const int> labels,
                   int max_dimensions);

  const std::vector<int>& classes() const { return classes_; }  // ascending

  // Distances of queries (columns) to the spans of classes (rows). O(d * sum of the dimensions) per query.
  // Throws common::Error(kUsage) for queries of another dimension or with numbers that
  // NearestNeighborLabels refuses.
  Eigen::MatrixXd Distances(const Eigen::Ref<const Eigen::MatrixXd>& queries) const;

  std::vector<int> Labels(const Eigen::Ref<const Eigen::MatrixXd>& queries) const;

 private:
  std::vector<int> classes_;
  std::vector<Eigen::MatrixXd> bases_;  // d x dimensions, orthonormal columns; one per class
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_NEAREST_CLASSIFIERS_H_
