// Inner products of a matrix with permutations of another one.
#ifndef STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_
#define STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

// sum_ij X(i, j) Y(p[i], p[j]) for symmetric matrices.
class PermutedProducts {
 public:
  PermutedProducts(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);
  // Of X = A A' and Y = B B', whose rows are the rows of A and B.
  static PermutedProducts FromFactors(Eigen::MatrixXd x_factor, Eigen::MatrixXd y_factor);

  // The sum for each permutation. A permutation takes O(n^2), or O(n rank_x rank_y) if both matrices have a
  // low rank, or O(n^2 rank) if one of them has a very low one, which then is faster since several
  // permutations make one product of matrices. The last bits depend on the other permutations of the call.
  // Thread-safe.
  std::vector<double> Products(std::span<const std::vector<int>> permutations) const;
  // By how much the products of equal permutations may differ by rounding.
  double rounding() const { return rounding_; }
  Eigen::Index rows() const { return n_; }

 private:
  PermutedProducts() = default;
  enum class Form { kMatrices, kFactors, kMatrixAndFactor };

  double SumOverTriangle(std::span<const int> permutation) const;
  double SquareOfProduct(std::span<const int> permutation) const;
  Eigen::MatrixXd PermutedFactors(std::span<const std::vector<int>> permutations) const;

  Eigen::Index n_ = 0;
  Form form_ = Form::kMatrices;
  // Both matrices; or the factors of both, a column a row; or a matrix and the factor of the other.
  Eigen::MatrixXd x_, y_;
  bool is_swapped_ = false;  // x_ is of Y and y_ of X: the inverse permutations give the same sums
  double rounding_ = 0;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_
