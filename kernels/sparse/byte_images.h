// Images as bytes: an eighth of the memory of numbers, and sums that stay whole numbers.
#ifndef STRUCTLAB_KERNELS_SPARSE_BYTE_IMAGES_H_
#define STRUCTLAB_KERNELS_SPARSE_BYTE_IMAGES_H_

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>

namespace structlab::kernels {

// An image a column, each pixel from 0 to 255.
using ByteImages = Eigen::Matrix<uint8_t, Eigen::Dynamic, Eigen::Dynamic>;

// Images of others, all or some.
using ByteImagesRef = Eigen::Ref<const ByteImages>;

inline constexpr float kMaxByte = 255;
// Whole numbers up to this size are exact in single precision, and so are sums whose parts all are.
inline constexpr float kMaxExactFloat = 1 << 24;

// visit(begin, count) for blocks of images that together cover all, small enough for the cache.
template <typename Visit>
void ForBlocksOfImages(Eigen::Index images, const Visit& visit) {
  constexpr Eigen::Index kBlock = 64;
  for (Eigen::Index begin = 0; begin < images; begin += kBlock) {
    visit(begin, std::min(kBlock, images - begin));
  }
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_BYTE_IMAGES_H_
