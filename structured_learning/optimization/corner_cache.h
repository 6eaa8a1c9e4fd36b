// The corners that the oracle found last, for each block.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CORNER_CACHE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CORNER_CACHE_H_

#include <algorithm>
#include <span>
#include <vector>

namespace structlab::structured_learning {

// Keeps up to `capacity` different corners a block and replaces the oldest. Capacity 0 keeps nothing.
template <class Corner>
class CornerCache {
 public:
  CornerCache(int blocks, int capacity) : capacity_(capacity), entries_(capacity > 0 ? blocks : 0) {}

  std::span<const Corner> corners(int block) const {
    if (capacity_ == 0) return {};
    return entries_[block].corners;
  }

  void Insert(int block, const Corner& corner) {
    if (capacity_ == 0) return;
    Entry& entry = entries_[block];
    const auto same = [&](const Corner& other) { return other.output == corner.output; };
    if (std::any_of(entry.corners.begin(), entry.corners.end(), same)) return;
    if (static_cast<int>(entry.corners.size()) < capacity_) {
      entry.corners.push_back(corner);
    } else {
      entry.corners[entry.oldest] = corner;
      entry.oldest = (entry.oldest + 1) % capacity_;
    }
  }

 private:
  struct Entry {
    std::vector<Corner> corners;
    int oldest = 0;
  };
  int capacity_;
  std::vector<Entry> entries_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CORNER_CACHE_H_
