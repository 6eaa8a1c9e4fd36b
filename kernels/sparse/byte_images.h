// Images as bytes: an eighth of the memory of doubles, with sums that are exact integers.
#ifndef STRUCTLAB_KERNELS_SPARSE_BYTE_IMAGES_H_
#define STRUCTLAB_KERNELS_SPARSE_BYTE_IMAGES_H_

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>

namespace structlab::kernels {

// One image per column, pixels from 0 to 255.
using ByteImages = Eigen::Matrix<uint8_t, Eigen::Dynamic, Eigen::Dynamic>;

// A view of all or some columns of such a matrix.
using ByteImagesRef = Eigen::Ref<const ByteImages>;

inline constexpr float kMaxByte = 255;
// Integers up to this size are exact in single precision, and so are sums whose partial sums all are.
inline constexpr float kMaxExactFloat = 1 << 24;

// Calls visit(begin, count) for consecutive blocks that cover all images. A block is small enough for the
// cache.
template <typename Visit>
void ForBlocksOfImages(Eigen::Index images, const Visit& visit) {
  constexpr Eigen::Index kBlock = 64;
  for (Eigen::Index begin = 0; begin < images; begin += kBlock) {
    visit(begin, std::min(kBlock, images - begin));
  }
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_BYTE_IMAGES_H_
