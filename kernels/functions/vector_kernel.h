// Kernels of vectors.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_VECTOR_KERNEL_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_VECTOR_KERNEL_H_

#include <memory>
#include <utility>
#include <vector>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

// k(x, y), symmetric. Stateless after construction, thread-safe.
template <class T>
class VectorKernel {
 public:
  virtual ~VectorKernel() = default;

  // values(i, j) = k(a_i, b_j). Both blocks are of one kind (dense or sparse) and finite; the kernel throws
  // common::Error(kUsage) for entries that it does not take.
  virtual void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const = 0;
  // k(x, x) of each row.
  virtual VectorOf<T> Diagonal(const RowBlock<T>& rows) const = 0;
};

template <class T>
using VectorKernelPointer = std::shared_ptr<const VectorKernel<T>>;

// x . y
template <class T>
VectorKernelPointer<T> LinearKernel();
// (scale x . y + offset)^degree. Throws common::Error(kUsage) unless degree >= 1.
template <class T>
VectorKernelPointer<T> PolynomialKernel(int degree, double offset, double scale = 1);
// exp(-gamma |x - y|^2), gamma > 0. The squared distances come from inner products of the rows minus the mean
// of b, for dense rows, and are at least 0: their error is about 4 eps times the largest squared distance of
// a row to that mean, however far from the origin all are. Sparse rows are taken as they are.
template <class T>
VectorKernelPointer<T> GaussianKernel(double gamma);
// exp(-sum_c (x_c - y_c)^2 / (x_c + y_c) / width), width > 0; columns with x_c = y_c = 0 are left out
// (Lampert, Blaschko 2009, whose slides lose the minus). Refuses entries below 0.
template <class T>
VectorKernelPointer<T> ChiSquareKernel(double width);

// sum_i weight_i k_i(x, y) with weights >= 0, and the product of all k_i(x, y); both are kernels if the parts
// are. Throw common::Error(kUsage) without a part.
template <class T>
VectorKernelPointer<T> SumOfKernels(std::vector<std::pair<double, VectorKernelPointer<T>>> parts);
template <class T>
VectorKernelPointer<T> ProductOfKernels(std::vector<VectorKernelPointer<T>> parts);
// k(x, y) / sqrt(k(x, x) k(y, y)), and 0 where one of these is 0.
template <class T>
VectorKernelPointer<T> NormalizedKernel(VectorKernelPointer<T> kernel);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_VECTOR_KERNEL_H_
