// Classes by distances in the space of features: the baselines of recognition by sparse codes.
#ifndef STRUCTLAB_KERNELS_SPARSE_NEAREST_CLASSIFIERS_H_
#define STRUCTLAB_KERNELS_SPARSE_NEAREST_CLASSIFIERS_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

// For each query (a column) the class that most of its `neighbors` nearest training examples (columns) have,
// by Euclidean distance; of classes with equally many that of the nearest example; of examples at the same
// distance the first. All distances are computed, O(d) each: with tens of features and more, trees of boxes
// save nothing. Deterministic. Throws common::Error (usage) for another number of labels than examples,
// neighbors that are not 1 to the number of examples, queries of another dimension, numbers that are not
// finite or above 1e100 in size, and examples whose largest number is not 0 but below 1e-100 in size: their
// distances would have no squares.
std::vector<int> NearestNeighborLabels(const Eigen::Ref<const Eigen::MatrixXd>& training,
                                       std::span<const int> labels,
                                       const Eigen::Ref<const Eigen::MatrixXd>& queries, int neighbors);

// A class is the linear span of its examples, or of the directions that come nearest to them all; a query is
// of the class whose span is nearest, the least label of several (Ho et al., Clustering appearances of
// objects under varying illumination conditions, 2003; Wright et al. 2009). Immutable: safe to use from
// several threads.
class NearestSubspaces {
 public:
  // `max_dimensions` of each span; 0 for as many as the examples have (singular values above 1e-10 of the
  // largest). O(d n_k^2) a class of n_k examples. Throws common::Error (usage) for another number of labels
  // than examples, no examples, a negative dimension, and such numbers.
  NearestSubspaces(const Eigen::Ref<const Eigen::MatrixXd>& training, std::span<const int> labels,
                   int max_dimensions);

  const std::vector<int>& classes() const { return classes_; }  // ascending

  // Distances, a row a class and a column a query. O(d * sum of the dimensions) a query. Throws common::Error
  // (usage) for queries of another dimension or with such numbers.
  Eigen::MatrixXd Distances(const Eigen::Ref<const Eigen::MatrixXd>& queries) const;

  std::vector<int> Labels(const Eigen::Ref<const Eigen::MatrixXd>& queries) const;

 private:
  std::vector<int> classes_;
  std::vector<Eigen::MatrixXd> bases_;  // d x dimensions, orthonormal columns; one a class
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_NEAREST_CLASSIFIERS_H_
