// Statistical check of kernels of random functions, for tests.
#ifndef STRUCTLAB_KERNELS_HASHING_EXPECT_MOMENTS_H_
#define STRUCTLAB_KERNELS_HASHING_EXPECT_MOMENTS_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "kernels/hashing/hash_kernel_moments.h"

namespace structlab::kernels {

// Expects that kernel_of_seed(seed) has this mean and this variance over 20,000 seeds, within four standard
// errors.
template <class Kernel>
void ExpectMoments(const KernelMoments& expected, const Kernel& kernel_of_seed) {
  constexpr uint32_t kSeeds = 20'000;
  double sum = 0, squares = 0, fourth = 0;
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const double deviation = kernel_of_seed(seed) - expected.mean;
    sum += deviation;
    squares += deviation * deviation;
    fourth += deviation * deviation * deviation * deviation;
  }
  const double variance = squares / kSeeds;
  EXPECT_LT(std::abs(sum / kSeeds), 4 * std::sqrt(expected.variance / kSeeds));
  EXPECT_LT(std::abs(variance - expected.variance),
            4 * std::sqrt((fourth / kSeeds - variance * variance) / kSeeds));
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_EXPECT_MOMENTS_H_
