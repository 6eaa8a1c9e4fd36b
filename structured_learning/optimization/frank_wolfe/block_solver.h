// The small quadratic problem of one block over the corners it knows.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_SOLVER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_SOLVER_H_

#include <span>
#include <vector>

namespace structlab::structured_learning {

// Inner products of planes, a symmetric matrix that grows and shrinks by one.
class BlockProducts {
 public:
  int size() const { return size_; }
  double operator()(int a, int b) const { return a < b ? values_[Index(b, a)] : values_[Index(a, b)]; }

  // Products with each plane there is, and at the end with itself.
  void Append(std::span<const double> products);
  void Remove(int index);

 private:
  static int Index(int a, int b) { return a * (a + 1) / 2 + b; }

  int size_ = 0;
  std::vector<double> values_;
};

// Raises sum_c slope_c s_c - 1/2 s'(products)s from the shares as they are, over s >= 0 with sum at most
// `budget`; slopes are taken at the given shares and updated with them. Moves share between the two corners
// (or a corner and the rest of the budget) that violate optimality most, until the gap
//   budget max(0, max_c slope_c) - sum_c s_c slope_c
// has fallen to a hundredth of what it was, or after 8 steps a corner: the other blocks will move anyway.
void SolveBlock(const BlockProducts& products, double budget, std::span<double> slopes,
                std::span<double> shares);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_SOLVER_H_
