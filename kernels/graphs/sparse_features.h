// Features of graphs as sparse rows: scaling, selection, and Gram matrices.
#ifndef STRUCTLAB_KERNELS_GRAPHS_SPARSE_FEATURES_H_
#define STRUCTLAB_KERNELS_GRAPHS_SPARSE_FEATURES_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <span>
#include <vector>

namespace structlab::kernels {

// One row per example, one column per feature. Values are finite and >= 0. Most columns may be empty.
using SparseFeatures = Eigen::SparseMatrix<double, Eigen::RowMajor>;

// The features that are kept and their largest values, both computed only from training rows.
struct FeatureScaling {
  std::vector<int> columns;    // ascending
  std::vector<double> maxima;  // above 0, one per column
};

// Keeps all features that are not 0 in all rows of `training`.
//
//     const FeatureScaling scaling = ScaleByMaximum(features, training);
//     const Eigen::MatrixXd gram = LinearGram(ApplyScaling(features, scaling));
//
// Throws common::Error(kUsage) for a row that does not exist, and for values in these rows that are not
// finite or below 0. O(non-zeros + columns).
FeatureScaling ScaleByMaximum(const SparseFeatures& features, std::span<const int> training);

// Keeps the features whose absolute correlation with the target is above the median (Shi 2011, section
// 2.6.3). Take it instead of ScaleByMaximum if most features are noise. It looks at the targets, so call it
// inside each fold.
//
// `targets` has one value per row of `training`; for two classes, any two numbers. Constant features have no
// correlation and are left out before the median is taken. For an even number of features the median is the
// mean of the two in the middle. A correlation that exceeds the median by less than one part in 10^9, or by
// 10^-12, counts as equal to it, and its feature is not kept: the many features that occur in one row of a
// class have the same correlation except for rounding, and must be kept or dropped together.
//
// Throws common::Error(kUsage) as ScaleByMaximum, for another number of targets, and for targets that are not
// finite or all equal. O(non-zeros + columns).
FeatureScaling SelectByCorrelation(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const double> targets);

// The same for any number of classes, which may be any integers: a feature's correlation is the largest
// absolute correlation with the indicator (1 or 0) of a class. For two classes the result is the same as
// above. O(classes (non-zeros + columns)).
FeatureScaling SelectByCorrelation(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const int> classes);

// The absolute correlation of each column with the targets over the rows of `training`; -1 for constant
// columns. Computed from deviations from the means, so that it is accurate for large values that differ
// little. Errors as above.
std::vector<double> CorrelationScores(const SparseFeatures& features, std::span<const int> training,
                                      std::span<const double> targets);
std::vector<double> CorrelationScores(const SparseFeatures& features, std::span<const int> training,
                                      std::span<const int> classes);

// All rows with the kept features as columns 0, 1, ..., each divided by its maximum. Results above 1, in rows
// that are not training rows, become 1. Throws common::Error(kUsage) for columns that do not exist or do not
// ascend, for maxima that are not above 0 or not one per column, and for values that are not finite or below
// 0.
SparseFeatures ApplyScaling(const SparseFeatures& features, const FeatureScaling& scaling);

// Inner products of all pairs of rows. Columns that are not 0 in more than 1/16 of the n rows are multiplied
// as a dense matrix, n^2 operations each; other columns as lists of their c rows, c^2 operations each.
// Deterministic.
Eigen::MatrixXd LinearGram(const SparseFeatures& features);

// K(i, j) / sqrt(K(i, i) K(j, j)), and 0 where K(i, i) or K(j, j) is 0: removes the effect of the sizes of
// graphs. Throws common::Error(kUsage) for a matrix that is not square, or with a diagonal entry that is
// negative or not finite.
Eigen::MatrixXd NormalizeGram(const Eigen::Ref<const Eigen::MatrixXd>& gram);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_SPARSE_FEATURES_H_
