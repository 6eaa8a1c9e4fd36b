// Memory that a process really has.
#ifndef STRUCTLAB_COMMON_TESTING_TOUCHED_MEMORY_H_
#define STRUCTLAB_COMMON_TESTING_TOUCHED_MEMORY_H_

#include <cstddef>
#include <vector>

namespace structlab::common {

// All pages of it have been written to. A compiler may leave out a string that nobody reads, with its memory.
class TouchedMemory {
 public:
  explicit TouchedMemory(size_t bytes) : bytes_(bytes, 'x') {
    volatile const char* const seen = bytes_.data();
    for (size_t i = 0; i < bytes; i += 4096) sum_ += seen[i];
  }

  size_t size() const { return bytes_.size(); }
  size_t sum() const { return sum_; }  // of the first bytes of the pages

 private:
  std::vector<char> bytes_;
  size_t sum_ = 0;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TESTING_TOUCHED_MEMORY_H_
