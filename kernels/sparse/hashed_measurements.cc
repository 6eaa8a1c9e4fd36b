#include "kernels/sparse/hashed_measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <type_traits>

#include "common/error.h"
#include "kernels/hashing/feature_hash.h"

namespace structlab::kernels {
namespace {

// Time per sparse entry, in units of one multiplication in a matrix product of floats.
constexpr double kCostOfAnEntry = 20;
constexpr Eigen::Index kManyImages = 16;
constexpr int kBinsInABlock = 128;  // 512 bytes per pixel

void CheckRange(const char* where, int value, int most) {
  if (value < 1 || value > most) {
    common::ThrowUsageError(where, fmt::format("1 to {}", most), std::to_string(value));
  }
}

void CheckSizes(int pixels, int bins) {
  CheckRange("HashedMeasurements::pixels", pixels, HashedMeasurements::kMaxPixels);
  CheckRange("HashedMeasurements::bins", bins, HashedMeasurements::kMaxBins);
}

// The bin comes from the upper half of the hash, the sign from its last bit. If both came from the same
// number, modulo bins and modulo 2, an even number of bins would give all entries of a bin the same sign.
std::vector<HashEntry> Hash(int pixels, int bins, int functions, uint32_t seed) {
  CheckSizes(pixels, bins);
  CheckRange("HashedMeasurements::functions", functions,
             static_cast<int>(std::min<int64_t>(HashedMeasurements::kMaxEntries / pixels, 1 << 30)));
  const uint64_t salt = SaltOf(seed);
  std::vector<HashEntry> entries;
  entries.reserve(static_cast<size_t>(pixels) * static_cast<size_t>(functions));
  // Pixel by pixel, so that the list of each bin is sorted already.
  for (int pixel = 0; pixel < pixels; ++pixel) {
    for (int function = 0; function < functions; ++function) {
      const uint64_t key = uint64_t{static_cast<uint32_t>(function)} << 32 | static_cast<uint32_t>(pixel);
      const uint64_t hash = MixBits(key + salt);
      const int bin = static_cast<int>(((hash >> 32) * static_cast<uint32_t>(bins)) >> 32);
      entries.push_back({pixel, bin, (hash & 1) != 0});
    }
  }
  return entries;
}

// Four separate sums, because each addition waits for the one before it. Bytes are summed as integers; there
// are at most 2^24 of them.
template <typename Scalar>
double SumOf(const Scalar* values, const int32_t* places, size_t count) {
  using Sum = std::conditional_t<std::is_same_v<Scalar, uint8_t>, uint32_t, double>;
  Sum sums[4] = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (size_t k = 0; k < 4; ++k) sums[k] += values[places[i + k]];
  }
  for (; i < count; ++i) sums[0] += values[places[i]];
  return static_cast<double>((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

}  // namespace

HashedMeasurements::HashedMeasurements(int pixels, int bins, int functions, uint32_t seed)
    : HashedMeasurements(pixels, bins, Hash(pixels, bins, functions, seed)) {}

HashedMeasurements::HashedMeasurements(int pixels, int bins, std::span<const HashEntry> entries)
    : pixels_(pixels), bins_(bins) {
  CheckSizes(pixels, bins);
  CheckEntries(entries);
  Sort(entries);
}

void HashedMeasurements::CheckEntries(std::span<const HashEntry> entries) const {
  const std::string where = "HashedMeasurements::entries";
  if (entries.empty() || entries.size() > static_cast<size_t>(kMaxEntries)) {
    common::ThrowUsageError(where, fmt::format("1 to {}", kMaxEntries), std::to_string(entries.size()));
  }
  std::vector<int> counts(pixels_);
  for (const HashEntry& entry : entries) {
    if (entry.pixel < 0 || entry.pixel >= pixels_) {
      common::ThrowUsageError("HashEntry::pixel", fmt::format("0 to {}", pixels_ - 1),
                              std::to_string(entry.pixel));
    }
    if (entry.bin < 0 || entry.bin >= bins_) {
      common::ThrowUsageError("HashEntry::bin", fmt::format("0 to {}", bins_ - 1), std::to_string(entry.bin));
    }
    ++counts[entry.pixel];
  }
  const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
  if (*fewest == *most) return;
  common::ThrowUsageError(where, "the same number for each pixel, one per function",
                          fmt::format("{} for pixel {}, {} for pixel {}", *fewest, fewest - counts.begin(),
                                      *most, most - counts.begin()));
}

// Counting sort by (bin, sign). Pixels that a bin both adds and subtracts are left out.
void HashedMeasurements::Sort(std::span<const HashEntry> entries) {
  const auto list_of = [](const HashEntry& entry) {
    return 2 * static_cast<size_t>(entry.bin) + (entry.is_negative ? 1 : 0);
  };
  std::vector<size_t> ends(2 * static_cast<size_t>(bins_) + 1);
  for (const HashEntry& entry : entries) ++ends[list_of(entry) + 1];
  for (size_t list = 1; list < ends.size(); ++list) ends[list] += ends[list - 1];
  const std::vector<size_t> begins = ends;
  std::vector<int32_t> sorted(entries.size());
  for (const HashEntry& entry : entries) sorted[ends[list_of(entry)]++] = entry.pixel;
  std::vector<int32_t> added, subtracted;
  first_.push_back(0);
  of_bins_.reserve(entries.size());
  for (size_t bin = 0; bin < static_cast<size_t>(bins_); ++bin) {
    const auto part = [&](size_t list) {
      const auto pixels = std::span(sorted).subspan(begins[list], begins[list + 1] - begins[list]);
      if (!std::is_sorted(pixels.begin(), pixels.end())) std::sort(pixels.begin(), pixels.end());
      return pixels;
    };
    const std::span<const int32_t> plus = part(2 * bin), minus = part(2 * bin + 1);
    added.clear();
    subtracted.clear();
    std::set_difference(plus.begin(), plus.end(), minus.begin(), minus.end(), std::back_inserter(added));
    std::set_difference(minus.begin(), minus.end(), plus.begin(), plus.end(), std::back_inserter(subtracted));
    of_bins_.insert(of_bins_.end(), added.begin(), added.end());
    first_.push_back(of_bins_.size());
    of_bins_.insert(of_bins_.end(), subtracted.begin(), subtracted.end());
    first_.push_back(of_bins_.size());
  }
  of_bins_.shrink_to_fit();
}

void HashedMeasurements::CheckPixels(const char* where, Eigen::Index pixels) const {
  if (pixels == pixels_) return;
  common::ThrowUsageError(where, fmt::format("{} rows, one per pixel", pixels_), std::to_string(pixels));
}

Eigen::MatrixXd HashedMeasurements::Apply(const Eigen::Ref<const Eigen::MatrixXd>& images) const {
  CheckPixels("HashedMeasurements::Apply", images.rows());
  Eigen::MatrixXd measured(bins_, images.cols());
  for (Eigen::Index image = 0; image < images.cols(); ++image) {
    Measure(images.col(image).data(), measured.col(image).data());
  }
  return measured;
}

template <typename Scalar>
void HashedMeasurements::Measure(const Scalar* values, double* measured) const {
  for (int bin = 0; bin < bins_; ++bin) {
    const size_t* first = &first_[2 * static_cast<size_t>(bin)];
    measured[bin] = SumOf(values, of_bins_.data() + first[0], first[1] - first[0]) -
                    SumOf(values, of_bins_.data() + first[1], first[2] - first[1]);
  }
}

int64_t HashedMeasurements::MaxPixelsInABin() const {
  size_t most = 0;
  for (size_t bin = 0; bin < static_cast<size_t>(bins_); ++bin) {
    most = std::max(most, first_[2 * bin + 2] - first_[2 * bin]);
  }
  return static_cast<int64_t>(most);
}

Eigen::MatrixXd HashedMeasurements::ApplyToBytes(const ByteImagesRef& images) const {
  CheckPixels("HashedMeasurements::ApplyToBytes", images.rows());
  Eigen::MatrixXd measured(bins_, images.cols());
  const double entries = static_cast<double>(of_bins_.size());
  const bool is_dense = entries * kCostOfAnEntry > static_cast<double>(bins_) * pixels_;
  // No partial sum is larger than that of all pixels of the bin at maximal brightness.
  const bool is_exact = static_cast<double>(MaxPixelsInABin()) * kMaxByte <= kMaxExactFloat;
  if (images.cols() < kManyImages || !is_dense || !is_exact) {
    for (Eigen::Index image = 0; image < images.cols(); ++image) {
      Measure(images.col(image).data(), measured.col(image).data());
    }
    return measured;
  }
  for (int bin = 0; bin < bins_; bin += kBinsInABlock) {
    const int count = std::min(kBinsInABlock, bins_ - bin);
    const Eigen::MatrixXf rows = Rows<float>(bin, count);
    ForBlocksOfImages(images.cols(), [&](Eigen::Index begin, Eigen::Index num_images) {
      const Eigen::MatrixXf block = images.middleCols(begin, num_images).cast<float>();
      measured.block(bin, begin, count, num_images) = (rows * block).cast<double>();
    });
  }
  return measured;
}

template <typename Scalar>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> HashedMeasurements::Rows(int begin, int count) const {
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> rows;
  rows.setZero(count, pixels_);
  for (size_t list = 2 * static_cast<size_t>(begin); list < 2 * static_cast<size_t>(begin + count); ++list) {
    const Eigen::Index row = static_cast<Eigen::Index>(list / 2) - begin;
    for (size_t i = first_[list]; i < first_[list + 1]; ++i) {
      rows(row, of_bins_[i]) += list % 2 == 0 ? Scalar{1} : Scalar{-1};
    }
  }
  return rows;
}

Eigen::MatrixXd HashedMeasurements::Matrix() const { return Rows<double>(0, bins_); }

}  // namespace structlab::kernels
