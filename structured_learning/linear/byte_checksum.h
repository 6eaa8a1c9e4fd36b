// A 64-bit checksum that detects damage, not malicious changes. Needs only the standard library.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BYTE_CHECKSUM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BYTE_CHECKSUM_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/hashing/feature_hash.h"

namespace structlab::structured_learning {

// The checksum of a sequence of bytes. They can be added in pieces of any size; the division into pieces does
// not matter.
class ByteChecksum {
 public:
  void Add(const void* bytes, size_t size) {
    const char* position = static_cast<const char*>(bytes);
    size_ += size;
    while (size > 0) {
      if (filled_ == 0 && size >= 8) {
        std::memcpy(&word_, position, 8);
        position += 8;
        size -= 8;
        Mix();
        continue;
      }
      const size_t taken = size < 8 - filled_ ? size : 8 - filled_;
      std::memcpy(reinterpret_cast<char*>(&word_) + filled_, position, taken);
      filled_ += taken;
      position += taken;
      size -= taken;
      if (filled_ == 8) Mix();
    }
  }

  uint64_t value() const {
    uint64_t last = 0;
    std::memcpy(&last, &word_, filled_);
    return kernels::MixBits(kernels::MixBits(state_ ^ last) + size_);
  }

 private:
  void Mix() {
    state_ = kernels::MixBits(state_ ^ word_) + 0x9e3779b97f4a7c15u;
    filled_ = 0;
  }

  uint64_t state_ = 0;
  uint64_t word_ = 0;
  size_t filled_ = 0;  // bytes in word_ that have not been mixed yet
  uint64_t size_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BYTE_CHECKSUM_H_
