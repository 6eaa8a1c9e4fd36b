// The arithmetic of adaptive rates, written so that the compiler does eight features or labels at a time.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_ADAPTIVE_RATES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_ADAPTIVE_RATES_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "kernels/hashing/feature_hash.h"

namespace structlab::structured_learning {

using kernels::kLabelsPerBlock;
using Lanes = std::array<float, kLabelsPerBlock>;

// Added to states, so that nothing is divided by 0; less than a digit of any other state.
inline constexpr float kLeastState = std::numeric_limits<float>::min();

// What x adds to the state of its weight, for each unit of the squared derivative.
template <bool kIsNormalized>
float StateGrowth(float x) {
  const float square = x * x;
  return kIsNormalized ? square * square : square;
}
inline float StateGrowth(bool is_normalized, float x) {
  return is_normalized ? StateGrowth<true>(x) : StateGrowth<false>(x);
}

// What a weight moves for each unit of distance.
inline float RateOf(float x, float state) { return x / std::sqrt(state + kLeastState); }

// Of the features of one output, one array for each: what the compiler does eight at a time.
struct Rates {
  float* states;   // before the example
  float* growths;  // of the states
  float* rates;
  float* gains;  // of the score, for each unit of distance
};

template <bool kIsNormalized>
void FillRates(std::span<const float> values, float growth, const Rates& to) {
  const float* __restrict const x = values.data();
  const float* __restrict const states = to.states;
  float* __restrict const growths = to.growths;
  float* __restrict const rates = to.rates;
  float* __restrict const gains = to.gains;
  for (size_t i = 0; i < values.size(); ++i) {
    growths[i] = growth * StateGrowth<kIsNormalized>(x[i]);
    rates[i] = RateOf(x[i], states[i] + growths[i]);
    gains[i] = x[i] * rates[i];
  }
}

// In eight sums, whose order is fixed.
inline double SumOf(const float* values, size_t size) {
  Lanes lanes = {};
  size_t i = 0;
  for (; i + lanes.size() <= size; i += lanes.size()) {
    for (size_t k = 0; k < lanes.size(); ++k) lanes[k] += values[i + k];
  }
  for (size_t k = 0; i < size; ++i, ++k) lanes[k] += values[i];
  double sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

// Copies, since the compiler cannot know that the table is nowhere else.
inline Lanes LanesAt(const float* numbers) {
  Lanes lanes;
  std::copy_n(numbers, lanes.size(), lanes.begin());
  return lanes;
}

// The values of eight labels in the order of their bins, for each flip.
struct FlippedLanes {
  explicit FlippedLanes(const std::array<double, kLabelsPerBlock>& values) {
    for (uint32_t flip = 0; flip < kLabelsPerBlock; ++flip) {
      for (uint32_t bin = 0; bin < kLabelsPerBlock; ++bin) {
        by_flip[flip][bin] = static_cast<float>(values[bin ^ flip]);
      }
    }
  }
  std::array<Lanes, kLabelsPerBlock> by_flip;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_ADAPTIVE_RATES_H_
