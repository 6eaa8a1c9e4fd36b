#include "kernels/functions/vector_kernel.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

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
  template VectorKernelPointer<T> SumOfKernels<T>(std::vector<std::pair<double, VectorKernelPointer<T>>>); \
  template VectorKernelPointer<T> ProductOfKernels<T>(std::vector<VectorKernelPointer<T>>);                \
  template VectorKernelPointer<T> NormalizedKernel<T>(VectorKernelPointer<T>)

STRUCTLAB_INSTANTIATE(float);
STRUCTLAB_INSTANTIATE(double);

#undef STRUCTLAB_INSTANTIATE

}  // namespace structlab::kernels
