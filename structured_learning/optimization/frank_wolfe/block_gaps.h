// The gap of each block as it was seen last, the sum of the gaps, and drawing a block in proportion to its
// gap.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_GAPS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_GAPS_H_

#include <vector>

namespace structlab::structured_learning {

// A tree of partial sums. Set and Find cost O(log n), sum O(1). The sum does not drift, because each node is
// always the sum of its two children.
//
//     BlockGaps gaps(n);
//     gaps.Set(block, gap);
//     const int next = gaps.Find(stream.Uniform() * gaps.sum());
class BlockGaps {
 public:
  // All gaps unknown.
  explicit BlockGaps(int size);

  int size() const { return size_; }
  // A negative gap, which arises by rounding or from an outdated estimate, counts as zero.
  void Set(int block, double gap);
  bool known(int block) const { return known_[block]; }
  bool all_known() const { return num_unknown_ == 0; }
  // The gap of a block; 0 if it is unknown.
  double operator[](int block) const { return nodes_[leaves_ + block]; }
  // The sum of the known gaps.
  double sum() const { return nodes_[1]; }
  // The block whose share of [0, sum()) contains `position`.
  int Find(double position) const;

 private:
  int size_;
  int leaves_;  // a power of two; the leaf of block i is node leaves_ + i, node 1 is the root
  int num_unknown_;
  std::vector<double> nodes_;
  std::vector<bool> known_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BLOCK_GAPS_H_
