// What kernels of distances share: a bound of errors that decides, pair by pair, whether a fast formula that
// may lose digits is accurate enough, and sums over the columns of two sparse rows.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_DISTANCE_ACCURACY_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_DISTANCE_ACCURACY_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "kernels/functions/rows.h"

namespace structlab::kernels {

// Throws common::Error(kUsage) unless the value is finite and above 0.
inline void CheckPositive(double value, const std::string& name) {
  if (!(value > 0) || !std::isfinite(value)) {
    common::ThrowUsageError(name, "a finite number above 0", common::FormatShort(value));
  }
}

// The allowed error of the exponent. A kernel value changes by at most as much.
template <class T>
inline constexpr double kTolerance = sizeof(T) == sizeof(float) ? 1e-3 : 5e-7;

// The error of a sum of `terms` products, divided by the sum of their magnitudes. Proved for doubles. For
// floats a bound that grows like the root, as rounding errors of mixed signs do: the proved one would refuse
// the fast formula for ordinary rows.
template <class T>
double RelativeErrorOfSum(int64_t terms) {
  const auto count = static_cast<double>(terms);
  return (sizeof(T) == sizeof(float) ? std::sqrt(count) + 4 : count + 8) *
         static_cast<double>(std::numeric_limits<T>::epsilon());
}

// exp(-x) is below 1e-13 from here on, so errors of x do not matter.
inline constexpr double kVanishing = 30;

// Whether exp(-exponent) has the digits that it must have, if the exponent has this error. False for sums
// that overflowed.
template <class T>
bool IsAccurate(double exponent, double error) {
  return std::isfinite(exponent) && (error <= kTolerance<T> || exponent - error >= kVanishing);
}

// The sum of add(x_c, y_c) for each column where one of two sparse rows has an entry.
// `spread_x` and `spread_y` are these rows as dense vectors.
template <class T, class Add>
double SumOverColumns(const RowBlock<T>& a, int64_t i, const RowBlock<T>& b, int64_t j,
                      const std::vector<double>& spread_x, const std::vector<double>& spread_y,
                      const Add& add) {
  double sum = 0;
  for (const int column : a.indices(i)) sum += add(spread_x[column], spread_y[column]);
  for (const int column : b.indices(j)) {
    if (spread_x[column] == 0) sum += add(0, spread_y[column]);
  }
  return sum;
}

// A sparse row as a dense vector, as long as this object lives.
template <class T>
class SpreadRow {
 public:
  SpreadRow(const RowBlock<T>& rows, int64_t row, std::vector<double>& spread)
      : at_(rows.indices(row)), spread_(spread) {
    const std::span<const T> values = rows.values(row);
    for (size_t k = 0; k < at_.size(); ++k) spread_[at_[k]] = static_cast<double>(values[k]);
  }
  ~SpreadRow() {
    for (const int column : at_) spread_[column] = 0;
  }
  SpreadRow(const SpreadRow&) = delete;
  SpreadRow& operator=(const SpreadRow&) = delete;

 private:
  std::span<const int> at_;
  std::vector<double>& spread_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_DISTANCE_ACCURACY_H_
