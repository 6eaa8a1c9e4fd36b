// Kernels of vectors.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_VECTOR_KERNEL_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_VECTOR_KERNEL_H_

#include <memory>
#include <utility>
#include <vector>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

// A symmetric kernel function k(x, y). Stateless after construction, so thread-safe.
template <class T>
class VectorKernel {
 public:
  virtual ~VectorKernel() = default;

  // values(i, j) = k(a_i, b_j). Both blocks are dense or both sparse, and finite. Throws
  // common::Error(kUsage) for entries that the kernel does not accept.
  virtual void Compute(const RowBlock<T>& a, const RowBlock<T>& b, Tile<T> values) const = 0;
  // k(x, x) for each row.
  virtual VectorOf<T> Diagonal(const RowBlock<T>& rows) const = 0;
};

template <class T>
using VectorKernelPointer = std::shared_ptr<const VectorKernel<T>>;

// x . y. The cheapest kernel; enough if a linear function of the columns fits.
template <class T>
VectorKernelPointer<T> LinearKernel();
// (scale x . y + offset)^degree: products of up to `degree` columns, or of exactly `degree` columns for
// offset 0. Throws common::Error(kUsage) unless degree >= 1.
template <class T>
VectorKernelPointer<T> PolynomialKernel(int degree, double offset, double scale = 1);
// exp(-gamma |x - y|^2), gamma > 0: the usual choice for vectors of numbers on one scale. A large gamma fits
// finer detail and overfits sooner; TypicalSquaredDistance (kernel_width.h) gives a starting value.
//
//     const VectorKernelPointer<double> kernel = NormalizedKernel<double>(SumOfKernels<double>(
//         {{2, LinearKernel<double>()}, {0.5, GaussianKernel<double>(0.1)}}));
//     const DenseRows<double> gram = GramMatrix<double>(*kernel, rows, pool);
//
// The squared distances come from inner products; from dense rows the mean of b is subtracted first, sparse
// rows are used as they are. Where a bound of the rounding error of a pair is too large, as beside rows with
// fill values or between rows far away, its columns are subtracted instead, which takes some five times as
// long. So whatever the shift and scale of the rows, the values differ from those of exact differences by at
// most 1e-6; for floats by at most 1e-3, mostly less than 1e-5. Overflow gives 0.
template <class T>
VectorKernelPointer<T> GaussianKernel(double gamma);
// exp(-sum_c (x_c - y_c)^2 / (x_c + y_c) / width), width > 0: for histograms. Columns with x_c = y_c = 0 are
// left out. (Lampert, Blaschko 2009; their slides miss the minus sign.) Values of doubles differ from exact
// ones by at most 1e-6, whatever the scale of the rows. Throws common::Error(kUsage) for
// entries below 0.
template <class T>
VectorKernelPointer<T> ChiSquareKernel(double width);

// sum_i weight_i k_i(x, y) with weights >= 0, and the product of all k_i(x, y). Both are kernels if all parts
// are. They throw common::Error(kUsage) for an empty list.
template <class T>
VectorKernelPointer<T> SumOfKernels(std::vector<std::pair<double, VectorKernelPointer<T>>> parts);
template <class T>
VectorKernelPointer<T> ProductOfKernels(std::vector<VectorKernelPointer<T>> parts);
// k(x, y) / sqrt(k(x, x) k(y, y)), and 0 where k(x, x) or k(y, y) is 0. Take it if the lengths of the rows
// should not matter.
template <class T>
VectorKernelPointer<T> NormalizedKernel(VectorKernelPointer<T> kernel);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_VECTOR_KERNEL_H_
