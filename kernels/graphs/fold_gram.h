// Gram matrices of graph features inside a fold of a cross-validation (Shi 2011, section 2.6.3).
#ifndef STRUCTLAB_KERNELS_GRAPHS_FOLD_GRAM_H_
#define STRUCTLAB_KERNELS_GRAPHS_FOLD_GRAM_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "kernels/graphs/sparse_features.h"

namespace structlab::kernels {

// The columns that are not 0 everywhere, in their order. Hashed features use only few of 2^20 columns;
// without this, each fold would look at all of them.
SparseFeatures WithoutEmptyColumns(const SparseFeatures& features);

// Replaces values above 0 by 1.
SparseFeatures PresenceOf(const SparseFeatures& features);

// Multiplies each row by its factor >= 0; there must be one factor per row.
SparseFeatures ScaleRows(const SparseFeatures& features, std::span<const double> factors);

// Which features are used: all, or those that SelectByCorrelation (sparse_features.h) keeps.
enum class Selection { kAll, kByCorrelation };

// Inner products of features that are divided by their maxima over the rows `scaling_rows`, by ScaleByMaximum
// or by SelectByCorrelation with the classes of these rows; then divided by DividedByLargest. For a fair
// estimate, `scaling_rows` must be the training rows. `classes` has one entry per row.
//
//     const Eigen::MatrixXd gram =
//         ScaledGram(WithoutEmptyColumns(features), classes, Selection::kAll, training, training);
//
// Throws as these functions.
Eigen::MatrixXd ScaledGram(const SparseFeatures& features, std::span<const int> classes, Selection selection,
                           const std::vector<int>& scaling_rows, const std::vector<int>& training);

// Divides by the largest diagonal entry of the training rows, so that a cost of a support vector machine
// means about the same for all kernels. Returns the matrix unchanged if this entry is 0.
Eigen::MatrixXd DividedByLargest(Eigen::MatrixXd gram, const std::vector<int>& training);

// A Gaussian kernel from the inner products in `gram`: exp(-d^2 / m), where d is the distance of two rows and
// m the mean of d^2 over all pairs of training rows (each row with itself included). All ones if m is 0.
Eigen::MatrixXd GaussianOf(const Eigen::MatrixXd& gram, const std::vector<int>& training);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_FOLD_GRAM_H_
