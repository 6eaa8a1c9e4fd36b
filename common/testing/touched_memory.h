// Memory that is certainly resident, for tests of memory limits.
#ifndef STRUCTLAB_COMMON_TESTING_TOUCHED_MEMORY_H_
#define STRUCTLAB_COMMON_TESTING_TOUCHED_MEMORY_H_

#include <cstddef>
#include <vector>

namespace structlab::common {

// Writes to every page of its memory and reads it. Without that, a compiler may remove an unused allocation.
class TouchedMemory {
 public:
  explicit TouchedMemory(size_t bytes) : bytes_(bytes, 'x') {
    volatile const char* const seen = bytes_.data();
    for (size_t i = 0; i < bytes; i += 4096) sum_ += seen[i];
  }

  size_t size() const { return bytes_.size(); }
  size_t sum() const { return sum_; }  // sum of the first bytes of all pages

 private:
  std::vector<char> bytes_;
  size_t sum_ = 0;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TESTING_TOUCHED_MEMORY_H_
