// Hashing of images: the hash matrix as a measurement matrix (Shi 2011, sections 3.2.2 and 3.2.4).
#ifndef STRUCTLAB_KERNELS_SPARSE_HASHED_MEASUREMENTS_H_
#define STRUCTLAB_KERNELS_SPARSE_HASHED_MEASUREMENTS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/sparse/byte_images.h"

namespace structlab::kernels {

// The bin and sign that one hash function assigns to one pixel.
struct HashEntry {
  int pixel;
  int bin;
  bool is_negative;
};

// S = ceil(percent * bins / 100): the number of hash functions of section 3.4.1, where percent = 100 u.
// Computed in integers, because u * bins in floating point can be too large (0.14 * 50 = 7.000000000000001).
constexpr int HashFunctionCount(int percent, int bins) {
  return static_cast<int>((int64_t{percent} * bins + 99) / 100);
}

// Hashes images of m pixels to d bins: H x for the d x m matrix H with H(i, j) = sum of xi_s(j) over the
// functions s with h_s(j) = i, where xi_s(j) is +1 or -1. This is the sum in (3.8) and (3.9), not "for all s"
// as in (3.4). Entries of H may therefore be larger than 1 in magnitude, or cancel to 0. E |H x|^2 = S |x|^2
// for S functions.
//
//     const HashedMeasurements hash(32 * 32, 300, 30, /*seed=*/1);
//     const Eigen::MatrixXd atoms = hash.Apply(images);  // an image a column
//
// Take it to reduce images to few measurements without training, with less memory than a dense matrix if
// there are fewer functions than bins; linear_features.h has the alternatives. More functions make the
// measurements more like those of a dense random matrix and take longer.
//
// H is stored as the list of pixels that each bin adds and subtracts: 4 bytes per pixel and function, without
// pairs that cancel; 16 bytes more during construction. Immutable, so thread-safe; the same on every machine.
class HashedMeasurements {
 public:
  static constexpr int kMaxPixels = 1 << 24;
  static constexpr int kMaxBins = 1 << 24;
  static constexpr int64_t kMaxEntries = int64_t{1} << 27;

  // Bins and signs come from different bits of a hash of (seed, function, pixel), see feature_hash.h.
  // Throws common::Error(kUsage) unless 1 <= pixels <= kMaxPixels, 1 <= bins <= kMaxBins, functions >= 1
  // and pixels * functions <= kMaxEntries.
  HashedMeasurements(int pixels, int bins, int functions, uint32_t seed);

  // From hash functions of the caller: one entry for each function and pixel, in any order. Throws
  // common::Error(kUsage) for no entries or more than kMaxEntries, for an entry with a pixel or bin that
  // does not exist, if pixels have different numbers of entries, and for sizes as above.
  HashedMeasurements(int pixels, int bins, std::span<const HashEntry> entries);

  int pixels() const { return pixels_; }
  int bins() const { return bins_; }

  // H A for images A, one per column. O(pixels * functions) per image. Throws common::Error(kUsage) unless
  // the images have `pixels` rows.
  Eigen::MatrixXd Apply(const Eigen::Ref<const Eigen::MatrixXd>& images) const;

  // The same for bytes. Sums are integers, so their order does not matter. For many images and a dense H it
  // multiplies by H as a matrix of floats: O(pixels * bins) per image, but much less time per entry. Errors
  // as above.
  Eigen::MatrixXd ApplyToBytes(const ByteImagesRef& images) const;

  // H as a dense matrix, for figures and tests. 8 bytes per entry.
  Eigen::MatrixXd Matrix() const;

 private:
  void CheckEntries(std::span<const HashEntry> entries) const;
  void Sort(std::span<const HashEntry> entries);
  void CheckPixels(const char* where, Eigen::Index pixels) const;
  // Rows `begin` to `begin + count` - 1 of H.
  template <typename Scalar>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> Rows(int begin, int count) const;
  int64_t MaxPixelsInABin() const;
  // H x for the image that starts at `values`.
  template <typename Scalar>
  void Measure(const Scalar* values, double* measured) const;

  int pixels_, bins_;
  // Bin i adds the pixels of of_bins_ from first_[2 i] on, and subtracts those from first_[2 i + 1] on.
  std::vector<size_t> first_;
  std::vector<int32_t> of_bins_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_HASHED_MEASUREMENTS_H_
