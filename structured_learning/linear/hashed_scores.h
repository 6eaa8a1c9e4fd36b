// Scores of linear models on hashed features; the standard library and feature_hash.h alone.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORES_H_

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/hashing/feature_hash.h"

namespace structlab::structured_learning {

// A table has 2^bits bins in lines of eight. kWidth = 1: eight weights a line. kWidth = 2, while a model
// of several labels learns: eight weights and the eight states that belong to them, 64 bytes, so that both
// cost one miss of the cache.
template <size_t kWidth>
constexpr size_t WeightIndex(uint32_t bin) {
  static_assert(kWidth == 1 || kWidth == 2);
  return kWidth == 1 ? bin : size_t{bin} + (bin & ~7u);
}

// sum + weight * value. Where the processor rounds that once, it does so in every loop: a compiler that is
// free to choose rounds once in one and twice in another, and the scores of a saved model would not be those
// of the learner.
inline float AddProduct(float sum, float weight, float value) {
#if defined(__FMA__) || defined(__FP_FAST_FMAF) || defined(__ARM_FEATURE_FMA)
  return std::fma(weight, value, sum);
#else
  return sum + weight * value;
#endif
}

// sum of weight * value over the features, in four sums, whose order is the same for all tables. weight_of(i)
// is called once for each feature.
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

// Sums for the eight labels of a block. The bins of features with the same flip are in the same order, so
// that they are added up as they lie and put in the order of the labels once at the end.
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
