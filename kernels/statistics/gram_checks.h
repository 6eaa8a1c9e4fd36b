// What is checked of Gram matrices.
#ifndef STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_
#define STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_

#include <Eigen/Core>
#include <string>

namespace structlab::kernels {

// Throws common::Error(kUsage) at `where` unless the matrix is square, finite and symmetric to 1e-9 of its
// largest entry. O(n^2).
void CheckGram(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where);

// What rounding makes of eigenvalues that are 0, once the matrix is centred: 2^-52 of its Frobenius norm.
// O(n^2).
double RoundingOf(const Eigen::Ref<const Eigen::MatrixXd>& gram);

// As CheckGram, also unless both have as many rows, at least `min_rows`.
void CheckGramPair(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                   Eigen::Index min_rows, const std::string& where);

// Also unless no eigenvalue is below -1e-8 of the largest entry: the message names the smallest one and what
// to do. To be called for matrices that are no Gram matrix by construction, such as similarities of a user.
// By Cholesky's method, O(n^3 / 3); finding the eigenvalue for the message takes some ten times that.
void CheckPositiveSemidefinite(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_
