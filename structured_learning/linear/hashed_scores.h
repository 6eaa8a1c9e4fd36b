// Scores of linear models on hashed features. Needs only the standard library and feature_hash.h.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORES_H_

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/hashing/feature_hash.h"

namespace structlab::structured_learning {

// The index of a weight in a table with 2^bits bins in lines of eight. kWidth = 1: a line has eight weights.
// kWidth = 2 (a model with several labels during learning): a line has eight weights and their eight states,
// 64 bytes, so that both cost only one cache miss.
template <size_t kWidth>
constexpr size_t WeightIndex(uint32_t bin) {
  static_assert(kWidth == 1 || kWidth == 2);
  return kWidth == 1 ? bin : size_t{bin} + (bin & ~7u);
}

// sum + weight * value. If the processor has a fused multiply-add, it is used in every loop. Otherwise the
// compiler could round once in one loop and twice in another, and a saved model would not give the same
// scores as the learner.
inline float AddProduct(float sum, float weight, float value) {
#if defined(__FMA__) || defined(__FP_FAST_FMAF) || defined(__ARM_FEATURE_FMA)
  return std::fma(weight, value, sum);
#else
  return sum + weight * value;
#endif
}

// The sum of weight * value over the features, in four partial sums whose order is the same for all tables.
// weight_of(i) is called once for each feature.
template <class WeightOf>
float SumOfProducts(const float* values, size_t features, const WeightOf& weight_of) {
  float sums[4] = {};
  size_t i = 0;
  for (; i + 4 <= features; i += 4) {
    for (size_t k = 0; k < 4; ++k) sums[k] = AddProduct(sums[k], weight_of(i + k), values[i + k]);
  }
  for (; i < features; ++i) sums[0] = AddProduct(sums[0], weight_of(i), values[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Sums for the eight labels of a block. The bins of features with the same flip have the same order. So they
// are added as they are stored, and put in the order of the labels once at the end.
struct BlockSums {
  float by_flip[kernels::kLabelsPerBlock][kernels::kLabelsPerBlock] = {};

  void Add(uint32_t flip, const float* line, float value) {
    for (uint32_t bin = 0; bin < kernels::kLabelsPerBlock; ++bin) {
      by_flip[flip][bin] = AddProduct(by_flip[flip][bin], line[bin], value);
    }
  }
  void Collect(float* sums) const {
    for (uint32_t label = 0; label < kernels::kLabelsPerBlock; ++label) {
      float sum = 0;
      for (uint32_t flip = 0; flip < kernels::kLabelsPerBlock; ++flip) sum += by_flip[flip][label ^ flip];
      sums[label] = sum;
    }
  }
};

// The scores of labels 8 block .. 8 block + 7 by joint hashing (kernels/hashing/feature_hash.h).
template <size_t kWidth>
void ScoreBlock(const uint32_t* keys, const float* values, size_t features, const float* table, uint32_t mask,
                uint64_t salt, uint32_t block, float* scores) {
  BlockSums sums;
  for (size_t i = 0; i < features; ++i) {
    const kernels::LabelBlock at = kernels::LabelBlockOf(keys[i], block, salt, mask);
    sums.Add(at.flip, table + kWidth * at.first, values[i]);
  }
  sums.Collect(scores);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORES_H_
