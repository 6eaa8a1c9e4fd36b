#include "kernels/functions/kernel_width.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

// A row as a dense vector in double precision.
template <class T>
Eigen::VectorXd Spread(const RowBlock<T>& rows, int64_t row) {
  if (rows.is_dense()) return rows.dense().row(row).transpose().template cast<double>();
  Eigen::VectorXd spread = Eigen::VectorXd::Zero(rows.columns());
  const std::span<const int> at = rows.indices(row);
  for (size_t k = 0; k < at.size(); ++k) spread[at[k]] = static_cast<double>(rows.values(row)[k]);
  return spread;
}

template <class T, class Distance>
double Typical(const RowBlock<T>& rows, TypicalDistance typical, uint64_t seed, int max_rows,
               const Distance& distance) {
  const int n = static_cast<int>(rows.size());
  common::RandomStream random(seed, "kernel width");
  const std::vector<int> sample = random.SampleWithoutReplacement(n, std::min(n, max_rows));
  std::vector<double> distances;
  for (size_t i = 0; i < sample.size(); ++i) {
    const Eigen::VectorXd x = Spread(rows, sample[i]);
    for (size_t j = i + 1; j < sample.size(); ++j) {
      const double value = distance(x, sample[j]);
      if (value > 0 || x != Spread(rows, sample[j])) distances.push_back(value);
    }
  }
  if (distances.empty()) {
    common::ThrowUsageError("kernel width", "rows that differ", fmt::format("{} equal ones", sample.size()),
                            "give the width as a number, or leave out constant columns");
  }
  double width = 0;
  if (typical == TypicalDistance::kMean) {
    width = std::accumulate(distances.begin(), distances.end(), 0.0) / static_cast<double>(distances.size());
  } else {
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    width = *middle;
  }
  // A kernel divides by the width, and may take 1 / 16 of it or 16 times as much.
  constexpr double kLeast = 1e-306, kMost = 1e306;
  if (width >= kLeast && width <= kMost) return width;
  common::ThrowUsageError("kernel width", fmt::format("a typical distance from {} to {}", kLeast, kMost),
                          width < kLeast ? "a smaller one: the entries differ by too little"
                                         : "a larger one: some entries are too large",
                          width < kLeast
                              ? "multiply the columns by a power of ten"
                              : "leave out rows with fill values, or divide the columns by a power of ten");
}

}  // namespace

template <class T>
double TypicalSquaredDistance(const RowBlock<T>& rows, TypicalDistance typical, uint64_t seed, int max_rows) {
  return Typical(rows, typical, seed, max_rows, [&rows](const Eigen::VectorXd& x, int64_t row) {
    if (rows.is_dense()) {
      return (x - rows.dense().row(row).transpose().template cast<double>()).squaredNorm();
    }
    // Columns where both rows are 0 add nothing.
    return (x - Spread(rows, row)).squaredNorm();
  });
}

template <class T>
double TypicalChiSquareDistance(const RowBlock<T>& rows, TypicalDistance typical, uint64_t seed,
                                int max_rows) {
  return Typical(rows, typical, seed, max_rows, [&rows](const Eigen::VectorXd& x, int64_t row) {
    const Eigen::VectorXd y = Spread(rows, row);
    double sum = 0;
    for (Eigen::Index c = 0; c < x.size(); ++c) {
      if (!(x[c] + y[c] > 0)) continue;
      const double square = (x[c] - y[c]) * (x[c] - y[c]);
      if (square >= std::numeric_limits<double>::min() && std::isfinite(square)) {
        sum += square / (x[c] + y[c]);
      } else if (x[c] != y[c]) {  // the square overflows or vanishes
        sum += (x[c] - y[c]) * ((x[c] / 2 - y[c] / 2) / (x[c] / 2 + y[c] / 2));
      }
    }
    return sum;
  });
}

template double TypicalSquaredDistance(const RowBlock<float>&, TypicalDistance, uint64_t, int);
template double TypicalSquaredDistance(const RowBlock<double>&, TypicalDistance, uint64_t, int);
template double TypicalChiSquareDistance(const RowBlock<float>&, TypicalDistance, uint64_t, int);
template double TypicalChiSquareDistance(const RowBlock<double>&, TypicalDistance, uint64_t, int);

}  // namespace structlab::kernels
