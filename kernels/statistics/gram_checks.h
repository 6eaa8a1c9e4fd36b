// Checks of Gram matrices that users pass.
#ifndef STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_
#define STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_

#include <Eigen/Core>
#include <string>
#include <string_view>

namespace structlab::kernels {

// Throws common::Error(kUsage) at `where` unless the matrix is square, finite and symmetric to 1e-9 of its
// largest entry. O(n^2).
void CheckGram(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where);

// The size up to which eigenvalues of the centred matrix count as rounding errors of 0: 2^-52 times the
// Frobenius norm. O(n^2).
double RoundingOf(const Eigen::Ref<const Eigen::MatrixXd>& gram);

// Throws common::Error(kData) at `where` if centring leaves only rounding errors of the matrix: if its
// Frobenius norm becomes less than 2^-40 of what it was, as with polynomial kernels of rows far from 0. A
// matrix of equal entries passes. The message ends with the remedy. O(n^2).
void CheckResolved(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where,
                   const std::string& remedy);

// A remedy for a kernel by its name: what helps if its values differ too little.
std::string RemedyOfUnresolved(std::string_view kernel);

// Throws as CheckGram for each matrix, and unless both have the same number of rows and at least `min_rows`.
void CheckGramPair(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                   Eigen::Index min_rows, const std::string& where);

// Throws as CheckGram, and if an eigenvalue is below -1e-8 times the largest entry; the message names the
// smallest eigenvalue and what to do. Call it for matrices that may not be Gram matrices, such as
// similarities of a user. Uses a Cholesky factorisation, O(n^3 / 3); on failure the eigenvalues for the
// message take some ten times that.
void CheckPositiveSemidefinite(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_GRAM_CHECKS_H_
