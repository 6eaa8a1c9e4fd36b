// The chi-square kernel.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "common/error.h"
#include "common/number.h"
#include "kernels/functions/distance_accuracy.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {
namespace {

template <class T>
class ChiSquare final : public VectorKernel<T> {
 public:
  explicit ChiSquare(double width) : width_(width) { CheckPositive(width, "width"); }

  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    const double largest = std::max(LargestOf(a), LargestOf(b));
    const bool is_ordinary = HasSquares(largest, a.columns());
    if (a.is_dense()) return is_ordinary ? ComputeDense(a, b, values) : ComputeDenseByTerms(a, b, values);
    // (x - y)^2 / (x + y) = x + y - 4 x y / (x + y); the last term is 0 unless both rows have the column.
    const std::vector<double> sums_a = Sums(a), sums_b = Sums(b);
    std::vector<double> spread(a.columns(), 0), spread_y(a.columns(), 0);
    for (int64_t i = 0; i < a.size(); ++i) {
      const SpreadRow<T> x_row(a, i, spread);
      for (int64_t j = 0; j < b.size(); ++j) {
        const std::span<const int> other = b.indices(j);
        const std::span<const T> other_values = b.values(j);
        double distance = sums_a[i] + sums_b[j];
        for (size_t k = 0; k < other.size(); ++k) {
          const double x = spread[other[k]], y = static_cast<double>(other_values[k]);
          if (x + y > 0) distance -= 4 * x * y / (x + y);
        }
        const auto terms = std::ssize(a.indices(i)) + std::ssize(other);
        const double error = RelativeErrorOfSum<double>(terms) * (sums_a[i] + sums_b[j]) / width_;
        if (is_ordinary && IsAccurate<double>(distance / width_, error)) {
          values(i, j) = static_cast<T>(std::exp(-std::max(0.0, distance) / width_));
          continue;
        }
        const SpreadRow<T> y_row(b, j, spread_y);
        const double exponent =
            SumOverColumns(a, i, b, j, spread, spread_y, [this](double x, double y) { return Term(x, y); });
        values(i, j) = static_cast<T>(std::exp(-exponent));
      }
    }
  }

  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override {
    LargestOf(rows);
    return VectorOf<T>::Ones(rows.size());
  }

 private:
  // The largest entry of the rows. Throws if an entry is below 0.
  static double LargestOf(const RowBlock<T>& rows) {
    double largest = 0;
    for (int64_t i = 0; i < rows.size(); ++i) {
      const std::span<const T> row = rows.is_dense() ? std::span<const T>(rows.dense().row(i).data(),
                                                                          static_cast<size_t>(rows.columns()))
                                                     : rows.values(i);
      for (const T value : row) {
        if (value >= 0) {
          largest = std::max(largest, static_cast<double>(value));
          continue;
        }
        common::ThrowUsageError("chi-square kernel", "entries of 0 or more, such as those of histograms",
                                fmt::format("one below 0 in row {}", i));
      }
    }
    return largest;
  }

  // Whether squares of differences do not overflow, and squares that underflow do not change the value.
  bool HasSquares(double largest, int64_t columns) const {
    const double root_of_max = std::sqrt(static_cast<double>(std::numeric_limits<T>::max()));
    const double root_of_min = std::sqrt(static_cast<double>(std::numeric_limits<T>::min()));
    return largest <= 1e-3 * root_of_max && static_cast<double>(columns) * root_of_min <= 1e-8 * width_;
  }

  // (x - y)^2 / (x + y) / width. A quotient is at most 1, so that nothing overflows or vanishes but the term.
  double Term(double x, double y) const {
    if (x == y) return 0;
    const double sum = x + y;
    const double share = std::isfinite(sum) ? (x - y) / sum : (x / 2 - y / 2) / (x / 2 + y / 2);
    return (x - y) / width_ * share;
  }

  static std::vector<double> Sums(const RowBlock<T>& rows) {
    std::vector<double> sums;
    for (int64_t i = 0; i < rows.size(); ++i) {
      double sum = 0;
      for (const T value : rows.values(i)) sum += static_cast<double>(value);
      sums.push_back(sum);
    }
    return sums;
  }

  void ComputeDense(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const {
    for (int64_t i = 0; i < a.size(); ++i) {
      const auto x = a.dense().row(i).array();
      for (int64_t j = 0; j < b.size(); ++j) {
        const auto y = b.dense().row(j).array();
        const auto sum = x + y;
        // Where the sum is 0, the difference is 0, too, so any divisor gives 0.
        const T distance = ((x - y).square() / (sum == T{0}).select(T{1}, sum)).sum();
        values(i, j) = static_cast<T>(std::exp(-static_cast<double>(distance) / width_));
      }
    }
  }

  void ComputeDenseByTerms(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const {
    for (int64_t i = 0; i < a.size(); ++i) {
      for (int64_t j = 0; j < b.size(); ++j) {
        double exponent = 0;
        for (int64_t c = 0; c < a.columns(); ++c) {
          exponent += Term(static_cast<double>(a.dense()(i, c)), static_cast<double>(b.dense()(j, c)));
        }
        values(i, j) = static_cast<T>(std::exp(-exponent));
      }
    }
  }

  double width_;
};

}  // namespace

template <class T>
VectorKernelPointer<T> ChiSquareKernel(double width) {
  return std::make_shared<ChiSquare<T>>(width);
}

template VectorKernelPointer<float> ChiSquareKernel<float>(double);
template VectorKernelPointer<double> ChiSquareKernel<double>(double);

}  // namespace structlab::kernels
