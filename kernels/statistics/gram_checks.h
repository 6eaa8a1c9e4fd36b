// What is checked of Gram matrices.
#ifndef STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_
#define STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_

#include <Eigen/Core>
#include <string>

namespace structlab::kernels {

// Throws common::Error(kUsage) at `where` unless the matrix is square, finite and symmetric to 1e-9 of its
// largest entry. O(n^2).
void CheckGram(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where);

// Also unless both have as many rows, at least `least_rows`.
void CheckGramPair(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                   Eigen::Index least_rows, const std::string& where);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_
