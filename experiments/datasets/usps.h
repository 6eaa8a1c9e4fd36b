// Handwritten digits of the US Postal Service: the value type, and the reader of `zip.train` and
// `zip.test` (Le Cun et al. 1990; as given with Hastie, Tibshirani, Friedman 2009).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_USPS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_USPS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace structlab::datasets {

inline constexpr int kUspsClasses = 10;
inline constexpr int kUspsSide = 16;
inline constexpr int kUspsPixels = kUspsSide * kUspsSide;

// Images with their digits, in the order of the file. 1 KiB an image.
struct UspsDigits {
  std::vector<uint8_t> labels;  // one an image, 0..9
  std::vector<float> pixels;    // 256 an image, -1 (paper) to 1 (ink), row by row

  int size() const { return static_cast<int>(labels.size()); }
  std::span<const float> Pixels(int image) const {
    return std::span(pixels).subspan(static_cast<size_t>(image) * kUspsPixels, kUspsPixels);
  }

  bool operator==(const UspsDigits&) const = default;
};

// The split that everybody uses.
struct Usps {
  UspsDigits train, test;

  bool operator==(const Usps&) const = default;
};

// Reads one file, plain or gzip: an image a line, the digit and 256 grey values, separated by single
// blanks (one may also end the line). Throws common::Error (data) with file, line and column at a
// digit that is not 0 to 9, a grey value that is not a number in [-1, 1] (so NaN and infinity too),
// a line that is too short or too long, and at a file without images. Linear time; deterministic;
// thread-safe.
UspsDigits ReadUspsDigits(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_USPS_H_
