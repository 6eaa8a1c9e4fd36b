// The small quadratic problem of one block over its cached corners.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_SOLVER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_SOLVER_H_

#include <span>
#include <vector>

namespace structlab::structured_learning {

// The inner products of the planes of a block: a symmetric matrix to which a row and column can be added or
// removed.
class BlockProducts {
 public:
  int size() const { return size_; }
  double operator()(int a, int b) const { return a < b ? values_[Index(b, a)] : values_[Index(a, b)]; }

  // The products of the new plane with each earlier plane, followed by the product with itself.
  void Append(std::span<const double> products);
  void Remove(int index);

 private:
  static int Index(int a, int b) { return a * (a + 1) / 2 + b; }

  int size_ = 0;
  std::vector<double> values_;
};

// Raises sum_c slope_c s_c - 1/2 s'(products)s over the shares s >= 0 with sum at most `budget`, starting
// from the given shares. `slopes` holds the slopes at the given shares and is updated together with the
// shares. Each step moves a share between the two corners (or a corner and the rest of the budget) that
// violate optimality most. It stops when the gap
//   budget max(0, max_c slope_c) - sum_c s_c slope_c
// has fallen to a hundredth of its first value, or after 8 steps for each corner. More accuracy would be
// wasted, since the other blocks will move anyway.
void SolveBlock(const BlockProducts& products, double budget, std::span<double> slopes,
                std::span<double> shares);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_SOLVER_H_
