// Inner products of a matrix with permutations of another one.
#ifndef STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_
#define STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

// Computes sum_ij X(i, j) Y(p[i], p[j]) for symmetric matrices X and Y and many permutations p.
class PermutedProducts {
 public:
  PermutedProducts(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);
  // For X = A A' and Y = B B'. Row i of A and B belongs to row i of X and Y.
  static PermutedProducts FromFactors(Eigen::MatrixXd x_factor, Eigen::MatrixXd y_factor);

  // The sum for each permutation. Cost per permutation: O(n^2); O(n rank_x rank_y) if both matrices have
  // low rank; O(n^2 rank) if one of them has very low rank, which is then faster because several
  // permutations share one matrix product. The last bits depend on the other permutations of the call.
  // Thread-safe.
  std::vector<double> Products(std::span<const std::vector<int>> permutations) const;
  // Bound of the difference that rounding makes between products of equal permutations.
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
  // Depending on form_: both matrices; or the transposed factors of both; or one matrix and the factor of
  // the other.
  Eigen::MatrixXd x_, y_;
  bool is_swapped_ = false;  // x_ belongs to Y and y_ to X: the inverse permutations give the same sums
  double rounding_ = 0;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_PERMUTED_PRODUCTS_H_
