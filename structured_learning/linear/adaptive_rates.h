// The arithmetic of adaptive learning rates, written so that the compiler vectorises it over eight features
// or labels.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_ADAPTIVE_RATES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_ADAPTIVE_RATES_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "kernels/hashing/feature_hash.h"

// Functions that take or return vectors are inlined, so their calling convention without AVX does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace structlab::structured_learning {

using kernels::kLabelsPerBlock;

// Eight floats that the compiler keeps in one register, or in two: the vector extension of GCC and Clang,
// whose operators work on each element. (An array of eight floats would be copied in halves and read again
// before they have arrived.)
typedef float Lanes __attribute__((vector_size(4 * kLabelsPerBlock)));

// Load and store at any address.
inline Lanes LanesAt(const float* numbers) {
  Lanes lanes;
  std::memcpy(&lanes, numbers, sizeof lanes);
  return lanes;
}
inline void PutLanes(Lanes lanes, float* numbers) { std::memcpy(numbers, &lanes, sizeof lanes); }

// Added to states to avoid division by 0; too small to change any other state.
inline constexpr float kMinState = std::numeric_limits<float>::min();

// The amount that x adds to the state of its weight, for each unit of the squared derivative.
template <bool kIsNormalized>
float StateGrowth(float x) {
  const float square = x * x;
  return kIsNormalized ? square * square : square;
}
inline float StateGrowth(bool is_normalized, float x) {
  return is_normalized ? StateGrowth<true>(x) : StateGrowth<false>(x);
}

// The amount that a weight moves for each unit of distance.
inline float RateOf(float x, float state) { return x / std::sqrt(state + kMinState); }

// The rates of the features for one output, computed eight at a time.
struct Rates {
  float* pairs;  // each weight and its state, before the example
  float* moves;  // moves of each weight for each unit of distance, and of its state
  float* gains;  // gains of the score for each unit of distance
};
// The number of floats in Rates for each feature.
inline constexpr size_t kNumbersOfOneOutput = 5;

template <bool kIsNormalized>
void FillRates(std::span<const float> values, float growth, const Rates& to) {
  const float* __restrict const x = values.data();
  const float* __restrict const pairs = to.pairs;
  float* __restrict const moves = to.moves;
  float* __restrict const gains = to.gains;
  for (size_t i = 0; i < values.size(); ++i) {
    const float state_growth = growth * StateGrowth<kIsNormalized>(x[i]);
    const float rate = RateOf(x[i], pairs[2 * i + 1] + state_growth);
    moves[2 * i] = rate;
    moves[2 * i + 1] = state_growth;
    gains[i] = x[i] * rate;
  }
}

// Sums in eight partial sums, whose order is fixed.
inline double SumOf(const float* values, size_t size) {
  Lanes lanes = {};
  size_t i = 0;
  for (; i + kLabelsPerBlock <= size; i += kLabelsPerBlock) lanes += LanesAt(values + i);
  for (size_t k = 0; i < size; ++i, ++k) lanes[k] += values[i];
  double sum = 0;
  for (size_t k = 0; k < kLabelsPerBlock; ++k) sum += lanes[k];
  return sum;
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
  Lanes by_flip[kLabelsPerBlock];
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_ADAPTIVE_RATES_H_
