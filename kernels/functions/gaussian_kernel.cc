// The Gaussian kernel.
#include <algorithm>
#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/number.h"
#include "kernels/functions/distance_accuracy.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {
namespace {

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

}  // namespace

template <class T>
VectorKernelPointer<T> GaussianKernel(double gamma) {
  return std::make_shared<Gaussian<T>>(gamma);
}

template VectorKernelPointer<float> GaussianKernel<float>(double);
template VectorKernelPointer<double> GaussianKernel<double>(double);

}  // namespace structlab::kernels
