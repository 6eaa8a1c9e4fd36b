// Inner products of a matrix with permutations of another one.
#ifndef STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_
#define STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_

#include <Eigen/Core>
#include <span>

namespace structlab::kernels {

// sum_ij X(i, j) Y(p[i], p[j]) for symmetric matrices.
class PermutedProducts {
 public:
  PermutedProducts(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);
  // Of X = A A' and Y = B B', whose rows are the rows of A and B.
  static PermutedProducts OfFactors(Eigen::MatrixXd x_factor, Eigen::MatrixXd y_factor);

  // O(n^2), or O(n rank_x rank_y) by factors. Thread-safe.
  double Product(std::span<const int> permutation) const;
  // By how much the products of equal permutations may differ by rounding.
  double rounding() const { return rounding_; }
  Eigen::Index rows() const { return n_; }

 private:
  PermutedProducts() = default;
  double SumOverTriangle(std::span<const int> permutation) const;

  Eigen::Index n_ = 0;
  bool has_factors_ = false;
  Eigen::MatrixXd x_, y_;  // the matrices, or their factors, those a column a row
  double rounding_ = 0;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_
