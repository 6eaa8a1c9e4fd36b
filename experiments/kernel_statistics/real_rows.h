// Rows of real data sets as matrices, and what several sections do with them.
#ifndef STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_REAL_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_REAL_ROWS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/datasets/usps.h"
#include "kernels/functions/rows.h"

namespace structlab::kernel_statistics {

using Rows = kernels::DenseRows<double>;

// These images, a row of 256 grey values each, from -1 (paper) to 1 (ink).
Rows DigitRows(const datasets::UspsDigits& digits, std::span<const int> images);

// At most `count` different numbers of 0 to size - 1, in random order.
std::vector<int> DrawIndices(int size, int64_t count, uint64_t seed);

// Subtracts from each column its mean over the first `train` rows and divides by their standard deviation
// unless that is 0.
void Standardize(int64_t train, Rows& rows);

}  // namespace structlab::kernel_statistics

#endif  // STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_REAL_ROWS_H_
