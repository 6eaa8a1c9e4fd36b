// Kernels of distances: the Gaussian and the chi-square kernel. Both have a fast formula that loses digits
// for some rows; a bound of its error decides, pair by pair, where the differences of the rows are taken
// instead.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {
namespace {

void CheckPositive(double value, const std::string& name) {
  if (!(value > 0) || !std::isfinite(value)) {
    common::ThrowUsageError(name, "a finite number above 0", common::FormatShort(value));
  }
}

// The allowed error of the exponent. A kernel value changes by at most as much.
template <class T>
constexpr double kTolerance = sizeof(T) == sizeof(float) ? 1e-3 : 5e-7;

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
constexpr double kVanishing = 30;

// Whether exp(-exponent) has the digits that it must have, if the exponent has this error. False for sums
// that overflowed.
template <class T>
bool IsAccurate(double exponent, double error) {
  return std::isfinite(exponent) && (error <= kTolerance<T> || exponent - error >= kVanishing);
}

// The rows minus a center.
template <class T>
DenseRows<T> Shifted(const RowBlock<T>& rows, const VectorOf<T>& center) {
  return rows.dense().rowwise() - center.transpose();
}

// sum_c (root (x_c - y_c))^2, with the same bits wherever the rows are in memory. Each difference is scaled
// before it is squared, so that squares neither overflow nor vanish unless the sum does.
double ScaledSquare(const double* x, const double* y, Eigen::Index columns, double root) {
  using Lanes = Eigen::Array4d;
  Lanes sums = Lanes::Zero();
  Eigen::Index c = 0;
  for (; c + 4 <= columns; c += 4) {
    const Lanes difference = (Eigen::Map<const Lanes>(x + c) - Eigen::Map<const Lanes>(y + c)) * root;
    sums += difference * difference;
  }
  double sum = sums.sum();
  for (; c < columns; ++c) {
    const double difference = (x[c] - y[c]) * root;
    sum += difference * difference;
  }
  return sum;
}

// Adds to `sum` what `add`(x_c, y_c) returns, for each column where one of two sparse rows has an entry.
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

template <class T>
class Gaussian final : public VectorKernel<T> {
 public:
  explicit Gaussian(double gamma) : gamma_(static_cast<T>(gamma)) {
    CheckPositive(gamma, "gamma");
    if (gamma_ > 0 && std::isfinite(gamma_)) return;
    common::ThrowUsageError("gamma", "a number above 0 that the rows' precision holds",
                            common::FormatShort(gamma), "scale the columns, such as by rows=standardized");
  }

  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    if (!a.is_dense()) {
      a.Products(b, values);
      return ComputeSparse(a, b, {a.Squares(), b.Squares(), MaxEntries(a) + MaxEntries(b)}, values);
    }
    const VectorOf<T> center = (b.dense().template cast<double>().colwise().sum() /
                                std::max<double>(1, static_cast<double>(b.size())))
                                   .transpose()
                                   .template cast<T>();
    const DenseRows<T> shifted_a = Shifted(a, center), shifted_b = Shifted(b, center);
    const RowBlock<T> block_a(shifted_a), block_b(shifted_b);
    block_a.Products(block_b, values);
    ComputeDense(a, b, {block_a.Squares(), block_b.Squares(), a.columns()}, values);
  }

  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override { return VectorOf<T>::Ones(rows.size()); }

 private:
  // Squared lengths of the rows of both blocks, and from how many products each was summed.
  struct Lengths {
    VectorOf<T> a, b;
    int64_t terms;
  };

  // The largest number of entries of a sparse row.
  static int64_t MaxEntries(const RowBlock<T>& rows) {
    int64_t most = 0;
    for (int64_t i = 0; i < rows.size(); ++i) most = std::max<int64_t>(most, std::ssize(rows.indices(i)));
    return most;
  }

  // Whether the fast formula is accurate for all pairs of rows.
  bool IsAccurateForAll(const Lengths& lengths) const {
    const double limit = kTolerance<T> / RelativeErrorOfSum<T>(lengths.terms) / 2;
    const auto is_short = [&](T square) {
      return static_cast<double>(gamma_) * static_cast<double>(square) <= limit &&
             square <= std::numeric_limits<T>::max() / 8;
    };
    return std::ranges::all_of(lengths.a, is_short) && std::ranges::all_of(lengths.b, is_short);
  }

  // Turns row i of inner products into kernel values by |a|^2 + |b|^2 - 2 a.b. Keeps these squared distances
  // if `distances` is given.
  void FromProducts(const Lengths& lengths, int64_t i, VectorOf<T>* distances, Tile<T> values) const {
    auto row = values.row(i).array();
    row = (lengths.a[i] + lengths.b.transpose().array() - 2 * row).max(T{0});
    if (distances != nullptr) *distances = row.matrix().transpose();
    row = (-gamma_ * row).exp();
  }

  // Replaces the values of row i whose error may be too large by exp(-exponent(j)).
  template <class Exponent>
  void Mend(const Lengths& lengths, const VectorOf<T>& distances, int64_t i, Tile<T> values,
            const Exponent& exponent) const {
    const auto gamma = static_cast<double>(gamma_);
    const double relative = gamma * RelativeErrorOfSum<T>(lengths.terms);
    for (int64_t j = 0; j < values.cols(); ++j) {
      const double squares = static_cast<double>(lengths.a[i]) + static_cast<double>(lengths.b[j]);
      if (IsAccurate<T>(gamma * static_cast<double>(distances[j]), relative * squares)) continue;
      values(i, j) = static_cast<T>(std::exp(-exponent(j)));
    }
  }

  void ComputeDense(const RowBlock<T>& a, const RowBlock<T>& b, const Lengths& lengths,
                    Tile<T> values) const {
    const bool is_accurate = IsAccurateForAll(lengths);
    DenseRows<double> x, y;
    if (!is_accurate) x = a.dense().template cast<double>(), y = b.dense().template cast<double>();
    const double root = std::sqrt(static_cast<double>(gamma_));
    VectorOf<T> distances;
    for (int64_t i = 0; i < values.rows(); ++i) {
      FromProducts(lengths, i, is_accurate ? nullptr : &distances, values);
      if (is_accurate) continue;
      Mend(lengths, distances, i, values,
           [&](int64_t j) { return ScaledSquare(x.row(i).data(), y.row(j).data(), x.cols(), root); });
    }
  }

  void ComputeSparse(const RowBlock<T>& a, const RowBlock<T>& b, const Lengths& lengths,
                     Tile<T> values) const {
    const bool is_accurate = IsAccurateForAll(lengths);
    std::vector<double> spread_x(a.columns(), 0), spread_y(a.columns(), 0);
    const double root = std::sqrt(static_cast<double>(gamma_));
    VectorOf<T> distances;
    for (int64_t i = 0; i < values.rows(); ++i) {
      FromProducts(lengths, i, is_accurate ? nullptr : &distances, values);
      if (is_accurate) continue;
      const SpreadRow<T> x(a, i, spread_x);
      Mend(lengths, distances, i, values, [&](int64_t j) {
        const SpreadRow<T> y(b, j, spread_y);
        return SumOverColumns(a, i, b, j, spread_x, spread_y, [root](double left, double right) {
          const double difference = (left - right) * root;
          return difference * difference;
        });
      });
    }
  }

  T gamma_;
};

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
        double distance = sums_a[i] + sums_b[j];
        for (size_t k = 0; k < other.size(); ++k) {
          const double x = spread[other[k]], y = static_cast<double>(b.values(j)[k]);
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
VectorKernelPointer<T> GaussianKernel(double gamma) {
  return std::make_shared<Gaussian<T>>(gamma);
}

template <class T>
VectorKernelPointer<T> ChiSquareKernel(double width) {
  return std::make_shared<ChiSquare<T>>(width);
}

template VectorKernelPointer<float> GaussianKernel<float>(double);
template VectorKernelPointer<double> GaussianKernel<double>(double);
template VectorKernelPointer<float> ChiSquareKernel<float>(double);
template VectorKernelPointer<double> ChiSquareKernel<double>(double);

}  // namespace structlab::kernels
