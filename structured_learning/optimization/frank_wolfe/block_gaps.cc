#include "structured_learning/optimization/frank_wolfe/block_gaps.h"

#include <algorithm>
#include <bit>

namespace structlab::structured_learning {

BlockGaps::BlockGaps(int size)
    : size_(size),
      leaves_(static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(size, 2))))),
      num_unknown_(size),
      nodes_(2 * static_cast<size_t>(leaves_), 0.0),
      known_(size, false) {}

void BlockGaps::Set(int block, double gap) {
  if (!known_[block]) {
    known_[block] = true;
    --num_unknown_;
  }
  int node = leaves_ + block;
  nodes_[node] = gap < 0 ? 0 : gap;
  for (node /= 2; node >= 1; node /= 2) nodes_[node] = nodes_[2 * node] + nodes_[2 * node + 1];
}

int BlockGaps::Find(double position) const {
  int node = 1;
  while (node < leaves_) {
    node *= 2;
    // Rounding must not lead to a leaf without a gap.
    if (position >= nodes_[node] && nodes_[node + 1] > 0) position -= nodes_[node++];
  }
  return std::min(node - leaves_, size_ - 1);
}

}  // namespace structlab::structured_learning
