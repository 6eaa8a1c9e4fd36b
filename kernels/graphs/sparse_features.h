// Features of graphs as sparse rows: scaled, selected, and multiplied to a Gram matrix.
#ifndef STRUCTLAB_KERNELS_GRAPHS_SPARSE_FEATURES_H_
#define STRUCTLAB_KERNELS_GRAPHS_SPARSE_FEATURES_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <span>
#include <vector>

namespace structlab::kernels {

// A row an example, a column a feature; values are finite and >= 0. Most columns may be empty.
using SparseFeatures = Eigen::SparseMatrix<double, Eigen::RowMajor>;

// The features that are kept and their largest values, both from training rows alone.
struct FeatureScaling {
  std::vector<int> columns;    // ascending
  std::vector<double> maxima;  // above 0, one a column
};

// All features that are not 0 in all rows of `training`. Throws common::Error(kUsage) for a row that does not
// exist, and for values in these rows that are not finite or below 0. O(non-zeros + columns).
FeatureScaling ScaleByMaximum(const SparseFeatures& features, std::span<const int> training);

// Those whose absolute correlation with the target is above the median of all that are not constant (Shi
// 2011, section 2.6.3; with an even number of them the median lies half way between the two in the middle).
// Constant features are left out before the median is taken: they have no correlation. What is above it by
// less than a part in 10^9, or by 10^-12, counts as equal to it, and is not kept: the many features that
// occur in one row of a class have the same correlation whatever their value, but for rounding, and stay or
// go together. `targets` has one value a row of `training`, for two classes any two numbers. To be called
// inside each fold, for it looks at the targets. Throws common::Error(kUsage) also for another number of
// targets, and for targets that are not finite or all the same. O(non-zeros + columns).
FeatureScaling SelectByCorrelation(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const double> targets);

// For any number of classes, whatever their numbers: the largest absolute correlation with a class, as 1 in
// its rows and 0 in the others. With two classes the same as above. O(classes (non-zeros + columns)).
FeatureScaling SelectByCorrelation(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const int> classes);

// The absolute correlation of each column over the rows of `training` with the targets; -1 for constant ones.
// Computed from what is above the means: exact to rounding for large values that differ little. Errors as
// above.
std::vector<double> CorrelationScores(const SparseFeatures& features, std::span<const int> training,
                                      std::span<const double> targets);
std::vector<double> CorrelationScores(const SparseFeatures& features, std::span<const int> training,
                                      std::span<const int> classes);

// All rows with the features that are kept, as columns 0, 1, ..., each divided by its maximum; what is above
// 1 then, in rows that were not among the training rows, becomes 1. Throws common::Error(kUsage) for columns
// that do not exist or do not ascend, for other maxima than FeatureScaling says, and for values that are not
// finite or below 0.
SparseFeatures ApplyScaling(const SparseFeatures& features, const FeatureScaling& scaling);

// Inner products of all pairs of rows. Columns that are not 0 in more than 1/16 of the rows are multiplied as
// a dense matrix, n^2 operations each, the others as lists of c rows, c^2 each. Deterministic.
Eigen::MatrixXd LinearGram(const SparseFeatures& features);

// K(i, j) / sqrt(K(i, i) K(j, j)), and 0 where one of these is 0. Throws common::Error(kUsage) for a matrix
// that is not square or has a number on its diagonal that is negative or not finite.
Eigen::MatrixXd NormalizeGram(const Eigen::Ref<const Eigen::MatrixXd>& gram);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_SPARSE_FEATURES_H_
