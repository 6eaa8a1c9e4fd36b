// Widths of kernels from the distances of the data.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_WIDTH_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_WIDTH_H_

#include <cstdint>
#include <functional>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

enum class TypicalDistance { kMedian, kMean };

// The median (of an even number, the upper of the middle two) or mean of the distances above 0 between at
// most `most_rows` of the rows, which are drawn at random so that the order of the rows does not matter. A
// distance is |x - y|^2, or sum_c (x_c - y_c)^2 / (x_c + y_c) as in the chi-square kernel. Throws
// common::Error(kUsage) if all of these rows are equal. O(most_rows^2 columns). Deterministic in the seed.
template <class T>
double TypicalSquaredDistance(const RowBlock<T>& rows, TypicalDistance typical, uint64_t seed,
                              int most_rows = 1000);
template <class T>
double TypicalChiSquareDistance(const RowBlock<T>& rows, TypicalDistance typical, uint64_t seed,
                                int most_rows = 1000);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_WIDTH_H_
