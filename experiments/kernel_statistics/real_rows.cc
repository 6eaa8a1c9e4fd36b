#include "experiments/kernel_statistics/real_rows.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/random_stream.h"

namespace structlab::kernel_statistics {

Rows DigitRows(const datasets::UspsDigits& digits, std::span<const int> images) {
  Rows rows(static_cast<Eigen::Index>(images.size()), datasets::kUspsPixels);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const std::span<const float> pixels = digits.Pixels(images[i]);
    for (Eigen::Index p = 0; p < rows.cols(); ++p) rows(i, p) = pixels[p];
  }
  return rows;
}

std::vector<int> DrawIndices(int size, int64_t count, uint64_t seed) {
  return common::RandomStream(seed, "kernel_statistics/indices")
      .SampleWithoutReplacement(size, static_cast<int>(std::min<int64_t>(size, count)));
}

void Standardize(int64_t train, Rows& rows) {
  for (Eigen::Index c = 0; c < rows.cols(); ++c) {
    auto column = rows.col(c).array();
    column -= column.head(train).mean();
    const double deviation = std::sqrt(column.head(train).square().mean());
    if (deviation > 0) column /= deviation;
  }
}

}  // namespace structlab::kernel_statistics
