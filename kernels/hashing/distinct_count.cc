#include "kernels/hashing/distinct_count.h"

#include <cmath>

#include "kernels/hashing/feature_hash.h"

namespace structlab::kernels {

void DistinctCount::Add(uint64_t number) {
  bins_.Add(static_cast<uint32_t>(MixBits(number + 0x510e527fade682d1u) >> (64 - kBits)));
}

double DistinctCount::Estimate() const {
  const double bins = std::ldexp(1.0, kBits);
  return -bins * std::log1p(-static_cast<double>(bins_.size()) / bins);
}

}  // namespace structlab::kernels
