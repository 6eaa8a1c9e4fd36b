#include "kernels/functions/vector_kernel.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

void CheckPositive(double value, const std::string& name) {
  if (!(value > 0) || !std::isfinite(value)) {
    common::ThrowUsageError(name, "a finite number above 0", common::FormatShort(value));
  }
}

// Kernels that are a function of x . y.
template <class T>
class ProductFunction : public VectorKernel<T> {
 public:
  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    a.Products(b, values);
    for (int64_t i = 0; i < values.rows(); ++i) values.row(i) = Of(values.row(i).transpose()).transpose();
  }
  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override { return Of(rows.Squares()); }

 private:
  virtual VectorOf<T> Of(const VectorOf<T>& products) const = 0;
};

template <class T>
class Linear final : public VectorKernel<T> {
 public:
  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    a.Products(b, values);
  }
  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override { return rows.Squares(); }
};

template <class T>
class Polynomial final : public ProductFunction<T> {
 public:
  Polynomial(int degree, double offset, double scale)
      : degree_(degree), offset_(static_cast<T>(offset)), scale_(static_cast<T>(scale)) {}

 private:
  VectorOf<T> Of(const VectorOf<T>& products) const override {
    const VectorOf<T> base = (scale_ * products.array() + offset_).matrix();
    VectorOf<T> power = base;
    for (int i = 1; i < degree_; ++i) power.array() *= base.array();
    return power;
  }

  int degree_;
  T offset_, scale_;
};

// The rows minus a center.
template <class T>
DenseRows<T> Shifted(const RowBlock<T>& rows, const VectorOf<T>& center) {
  return rows.dense().rowwise() - center.transpose();
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
    if (!a.is_dense()) return ComputeCentered(a, b, values);
    const VectorOf<T> center = (b.dense().template cast<double>().colwise().sum() /
                                std::max<double>(1, static_cast<double>(b.size())))
                                   .transpose()
                                   .template cast<T>();
    const DenseRows<T> shifted_a = Shifted(a, center), shifted_b = Shifted(b, center);
    ComputeCentered(RowBlock<T>(shifted_a), RowBlock<T>(shifted_b), values);
  }

  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override { return VectorOf<T>::Ones(rows.size()); }

 private:
  void ComputeCentered(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const {
    a.Products(b, values);
    const VectorOf<T> squares_a = a.Squares(), squares_b = b.Squares();
    for (int64_t i = 0; i < values.rows(); ++i) {
      auto row = values.row(i).array();
      row = (squares_a[i] + squares_b.transpose().array() - 2 * row).max(T{0});
      row = (-gamma_ * row).exp();
    }
  }

  T gamma_;
};

template <class T>
class ChiSquare final : public VectorKernel<T> {
 public:
  explicit ChiSquare(double width) : width_(width) { CheckPositive(width, "width"); }

  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    CheckNonNegative(a);
    CheckNonNegative(b);
    if (a.is_dense()) return ComputeDense(a, b, values);
    // (x - y)^2 / (x + y) = x + y - 4 x y / (x + y); the last term is 0 unless both rows have the column.
    const std::vector<double> sums_a = Sums(a), sums_b = Sums(b);
    std::vector<double> spread(a.columns(), 0);
    for (int64_t i = 0; i < a.size(); ++i) {
      const std::span<const int> at = a.indices(i);
      for (size_t k = 0; k < at.size(); ++k) {
        spread[at[k]] = static_cast<double>(a.values(i)[k]);
      }
      for (int64_t j = 0; j < b.size(); ++j) {
        const std::span<const int> other = b.indices(j);
        double distance = sums_a[i] + sums_b[j];
        for (size_t k = 0; k < other.size(); ++k) {
          const double x = spread[other[k]], y = static_cast<double>(b.values(j)[k]);
          if (x + y > 0) distance -= 4 * x * y / (x + y);
        }
        values(i, j) = static_cast<T>(std::exp(-std::max(0.0, distance) / width_));
      }
      for (const int column : at) spread[column] = 0;
    }
  }

  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override {
    CheckNonNegative(rows);
    return VectorOf<T>::Ones(rows.size());
  }

 private:
  static void CheckNonNegative(const RowBlock<T>& rows) {
    for (int64_t i = 0; i < rows.size(); ++i) {
      const bool is_fine = rows.is_dense() ? (rows.dense().row(i).array() >= 0).all()
                                           : std::ranges::all_of(rows.values(i), [](T v) { return v >= 0; });
      if (!is_fine) {
        common::ThrowUsageError("chi-square kernel", "entries of 0 or more, such as those of histograms",
                                fmt::format("one below 0 in row {}", i));
      }
    }
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

  double width_;
};

template <class T>
class Sum final : public VectorKernel<T> {
 public:
  explicit Sum(std::vector<std::pair<double, VectorKernelPointer<T>>> parts) : parts_(std::move(parts)) {
    if (parts_.empty()) common::ThrowUsageError("sum of kernels", "at least one kernel", "none");
    for (const auto& [weight, kernel] : parts_) {
      if (!(weight >= 0) || !std::isfinite(weight)) {
        common::ThrowUsageError("sum of kernels", "weights of 0 or more", common::FormatShort(weight));
      }
    }
  }

  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    values.setZero();
    DenseRows<T> part(values.rows(), values.cols());
    for (const auto& [weight, kernel] : parts_) {
      kernel->Compute(a, b, part);
      values += static_cast<T>(weight) * part;
    }
  }

  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override {
    VectorOf<T> sum = VectorOf<T>::Zero(rows.size());
    for (const auto& [weight, kernel] : parts_) sum += static_cast<T>(weight) * kernel->Diagonal(rows);
    return sum;
  }

 private:
  std::vector<std::pair<double, VectorKernelPointer<T>>> parts_;
};

template <class T>
class Product final : public VectorKernel<T> {
 public:
  explicit Product(std::vector<VectorKernelPointer<T>> parts) : parts_(std::move(parts)) {
    if (parts_.empty()) common::ThrowUsageError("product of kernels", "at least one kernel", "none");
  }

  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    values.setOnes();
    DenseRows<T> part(values.rows(), values.cols());
    for (const VectorKernelPointer<T>& kernel : parts_) {
      kernel->Compute(a, b, part);
      values.array() *= part.array();
    }
  }

  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override {
    VectorOf<T> product = VectorOf<T>::Ones(rows.size());
    for (const VectorKernelPointer<T>& kernel : parts_) product.array() *= kernel->Diagonal(rows).array();
    return product;
  }

 private:
  std::vector<VectorKernelPointer<T>> parts_;
};

template <class T>
class Normalized final : public VectorKernel<T> {
 public:
  explicit Normalized(VectorKernelPointer<T> kernel) : kernel_(std::move(kernel)) {}

  void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const override {
    kernel_->Compute(a, b, values);
    values.array().colwise() *= Scales(a).array();
    values.array().rowwise() *= Scales(b).transpose().array();
  }

  VectorOf<T> Diagonal(const RowBlock<T>& rows) const override {
    return (kernel_->Diagonal(rows).array() > T{0}).template cast<T>().matrix();
  }

 private:
  VectorOf<T> Scales(const RowBlock<T>& rows) const {
    VectorOf<T> scales = kernel_->Diagonal(rows);
    for (T& scale : scales) scale = scale > T{0} ? T{1} / std::sqrt(scale) : T{0};
    return scales;
  }

  VectorKernelPointer<T> kernel_;
};

}  // namespace

template <class T>
VectorKernelPointer<T> LinearKernel() {
  return std::make_shared<Linear<T>>();
}

template <class T>
VectorKernelPointer<T> PolynomialKernel(int degree, double offset, double scale) {
  if (degree < 1) {
    common::ThrowUsageError("polynomial kernel", "a degree of 1 or more", std::to_string(degree));
  }
  return std::make_shared<Polynomial<T>>(degree, offset, scale);
}

template <class T>
VectorKernelPointer<T> GaussianKernel(double gamma) {
  return std::make_shared<Gaussian<T>>(gamma);
}

template <class T>
VectorKernelPointer<T> ChiSquareKernel(double width) {
  return std::make_shared<ChiSquare<T>>(width);
}

template <class T>
VectorKernelPointer<T> SumOfKernels(std::vector<std::pair<double, VectorKernelPointer<T>>> parts) {
  return std::make_shared<Sum<T>>(std::move(parts));
}

template <class T>
VectorKernelPointer<T> ProductOfKernels(std::vector<VectorKernelPointer<T>> parts) {
  return std::make_shared<Product<T>>(std::move(parts));
}

template <class T>
VectorKernelPointer<T> NormalizedKernel(VectorKernelPointer<T> kernel) {
  return std::make_shared<Normalized<T>>(std::move(kernel));
}

#define STRUCTLAB_INSTANTIATE(T)                                                                           \
  template VectorKernelPointer<T> LinearKernel<T>();                                                       \
  template VectorKernelPointer<T> PolynomialKernel<T>(int, double, double);                                \
  template VectorKernelPointer<T> GaussianKernel<T>(double);                                               \
  template VectorKernelPointer<T> ChiSquareKernel<T>(double);                                              \
  template VectorKernelPointer<T> SumOfKernels<T>(std::vector<std::pair<double, VectorKernelPointer<T>>>); \
  template VectorKernelPointer<T> ProductOfKernels<T>(std::vector<VectorKernelPointer<T>>);                \
  template VectorKernelPointer<T> NormalizedKernel<T>(VectorKernelPointer<T>)

STRUCTLAB_INSTANTIATE(float);
STRUCTLAB_INSTANTIATE(double);

#undef STRUCTLAB_INSTANTIATE

}  // namespace structlab::kernels
