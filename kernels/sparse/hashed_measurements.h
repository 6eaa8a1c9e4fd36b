// Images in a few bins: the hash matrix as a measurement matrix (Shi 2011, sections 3.2.2 and 3.2.4).
#ifndef STRUCTLAB_KERNELS_SPARSE_HASHED_MEASUREMENTS_H_
#define STRUCTLAB_KERNELS_SPARSE_HASHED_MEASUREMENTS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/sparse/byte_images.h"

namespace structlab::kernels {

// One hash function's bin and sign of one pixel.
struct HashEntry {
  int pixel;
  int bin;
  bool is_negative;
};

// S = ceil(percent * bins / 100), the number of hash functions as section 3.4.1 gives it: percent = 100 u. In
// integers, because u * bins in floating point is above its value for some (0.14 * 50 = 7.000000000000001).
constexpr int HashFunctionCount(int percent, int bins) {
  return static_cast<int>((int64_t{percent} * bins + 99) / 100);
}

// H x for the d x m matrix H with H(i, j) = sum over the functions s with h_s(j) = i of xi_s(j), which is +1
// or -1: the sum in (3.8) and (3.9), not "for all s" as (3.4) has it. Entries may so be other integers than
// these, or cancel. E |H x|^2 = S |x|^2.
//
//   const HashedMeasurements hash(32 * 32, 300, 30, /*seed=*/1);
//   const Eigen::MatrixXd atoms = hash.Apply(images);  // an image a column
//
// H itself is not stored, but which pixels each bin adds and subtracts: 4 bytes a pixel and function, and
// none for pairs that cancel; 16 bytes more while it is made. Immutable: safe to use from several threads;
// the same on every machine.
class HashedMeasurements {
 public:
  static constexpr int kMaxPixels = 1 << 24;
  static constexpr int kMaxBins = 1 << 24;
  static constexpr int64_t kMaxEntries = int64_t{1} << 27;

  // Bins and signs are different bits of a hash of (seed, function, pixel), see feature_hash.h. Throws
  // common::Error (usage) unless 1 <= pixels <= kMaxPixels, 1 <= bins <= kMaxBins, functions >= 1 and
  // pixels * functions <= kMaxEntries.
  HashedMeasurements(int pixels, int bins, int functions, uint32_t seed);

  // Of hash functions of one's own: one entry for each of them and each pixel, in any order. Throws
  // common::Error (usage) for no entries or more than kMaxEntries, an entry whose pixel or bin is not there,
  // a pixel with more or fewer of them than another, and sizes as above.
  HashedMeasurements(int pixels, int bins, std::span<const HashEntry> entries);

  int pixels() const { return pixels_; }
  int bins() const { return bins_; }

  // H A, an image a column. O(pixels * functions) an image. Throws common::Error (usage) for another number
  // of rows than pixels.
  Eigen::MatrixXd Apply(const Eigen::Ref<const Eigen::MatrixXd>& images) const;

  // The same of bytes. Sums are whole numbers, so that it does not matter in which order they are made: where
  // there are many images and H is dense enough, it is multiplied as a matrix of floats, which takes
  // O(pixels * bins) an image, but a small part of the time for each entry. Errors as above.
  Eigen::MatrixXd ApplyToBytes(const ByteImagesRef& images) const;

  // H, for pictures. 8 bytes an entry.
  Eigen::MatrixXd Matrix() const;

 private:
  void CheckEntries(std::span<const HashEntry> entries) const;
  void Sort(std::span<const HashEntry> entries);
  void CheckPixels(const char* where, Eigen::Index pixels) const;
  // Rows `begin` to `begin + count` of H.
  template <typename Scalar>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> Rows(int begin, int count) const;
  int64_t MaxPixelsInABin() const;
  // H x for one image that begins at `values`.
  template <typename Scalar>
  void Measure(const Scalar* values, double* measured) const;

  int pixels_, bins_;
  // Bin i adds the pixels from first_[2 i] on and subtracts those from first_[2 i + 1] on.
  std::vector<size_t> first_;
  std::vector<int32_t> of_bins_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_HASHED_MEASUREMENTS_H_
