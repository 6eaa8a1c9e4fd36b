// Kernel widths from the distances between rows of the data.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_WIDTH_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_WIDTH_H_

#include <cstdint>
#include <functional>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

enum class TypicalDistance { kMedian, kMean };

// The median or mean distance between rows, which is a common choice for the width of a kernel. The median
// resists outliers. TypicalSquaredDistance measures |x - y|^2, for Gaussian kernels; TypicalChiSquareDistance
// measures sum_c (x_c - y_c)^2 / (x_c + y_c), as in the chi-square kernel.
//
//     const double d = TypicalSquaredDistance<double>(rows, TypicalDistance::kMedian, /*seed=*/1);
//     const auto kernel = GaussianKernel<double>(1 / d);
//
// Only distances of rows that differ count. For an even number of them the median is the upper of the middle
// two. At most `max_rows` rows are used, drawn at random so that the order of the rows does not matter; more
// rows give a more precise value. Throws common::Error(kUsage) if all these rows are equal, and if the result
// is not from 1e-306 to 1e306, as for entries of 1e-200 or 1e200. O(max_rows^2 columns). Deterministic given
// the seed.
template <class T>
double TypicalSquaredDistance(const RowBlock<T>& rows, TypicalDistance typical, uint64_t seed,
                              int max_rows = 1000);
template <class T>
double TypicalChiSquareDistance(const RowBlock<T>& rows, TypicalDistance typical, uint64_t seed,
                                int max_rows = 1000);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_WIDTH_H_
