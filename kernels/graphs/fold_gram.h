// Gram matrices of graph features that are made within a fold of a cross-validation (Shi 2011,
// section 2.6.3).
#ifndef STRUCTLAB_KERNELS_GRAPHS_FOLD_GRAM_H_
#define STRUCTLAB_KERNELS_GRAPHS_FOLD_GRAM_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "kernels/graphs/sparse_features.h"

namespace structlab::kernels {

// The columns that are not 0 everywhere, in their order: of a hash's 2^20 few are met, and all of them would
// be looked at in each fold.
SparseFeatures WithoutEmptyColumns(const SparseFeatures& features);

// 1 where the feature is above 0.
SparseFeatures PresenceOf(const SparseFeatures& features);

// Each row times its factor, which is >= 0; as many as rows.
SparseFeatures ScaleRows(const SparseFeatures& features, std::span<const double> factors);

// Which features, scaled by the maxima of which rows.
enum class Selection { kAll, kByCorrelation };

// The inner products of features that are divided by their maxima over the rows `by` (ScaleByMaximum, or
// SelectByCorrelation with the classes of these rows); then divided as by DividedByLargest. `classes` has one
// entry a row. Throws as these do.
Eigen::MatrixXd ScaledGram(const SparseFeatures& features, std::span<const int> classes, Selection selection,
                           const std::vector<int>& by, const std::vector<int>& training);

// Divided by the largest number on the diagonal among the training rows, so that costs mean about the same
// for all kernels; as it is where that is 0.
Eigen::MatrixXd DividedByLargest(Eigen::MatrixXd gram, const std::vector<int>& training);

// exp(-d^2 / mean d^2), where d is the distance of two rows and the mean that over all pairs of training
// rows; ones where that is 0. `gram` has their inner products.
Eigen::MatrixXd GaussianOf(const Eigen::MatrixXd& gram, const std::vector<int>& training);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_FOLD_GRAM_H_
