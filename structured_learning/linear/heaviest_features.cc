#include "structured_learning/linear/heaviest_features.h"

#include <algorithm>
#include <cmath>

#include "kernels/hashing/feature_hash.h"

namespace structlab::structured_learning {
namespace {

struct Candidate {
  const std::string* name;
  float weight;
};

bool WeighsMore(const Candidate& a, const Candidate& b) {
  const float left = std::abs(a.weight), right = std::abs(b.weight);
  return left != right ? left > right : *a.name < *b.name;
}

}  // namespace

float WeightInScores(uint32_t key, const ParserOptions& options,
                     const std::function<float(uint32_t)>& weight_of) {
  if (options.constant && key == kConstantKey) return weight_of(key);
  const uint64_t salt = kernels::SaltOf(options.seed);
  const auto signed_weight = [&](uint32_t made) {
    const float weight = weight_of(made);
    return options.is_signed && kernels::SignOf(made, salt) < 0 ? -weight : weight;
  };
  if (options.copies == 1) return signed_weight(key);
  double sum = 0;
  for (int copy = 1; copy <= options.copies; ++copy) {
    sum += signed_weight(kernels::CopyKey(key, static_cast<uint32_t>(copy)));
  }
  return static_cast<float>(sum / std::sqrt(options.copies));
}

std::vector<WeighedFeature> HeaviestFeatures(const FeatureNames& names,
                                             const std::function<float(uint32_t)>& weight_of, size_t count) {
  // A heap whose front is the feature with the smallest weight of those that are kept.
  std::vector<Candidate> heap;
  for (const auto& [key, name] : names) {
    const Candidate candidate = {&name, weight_of(key)};
    if (candidate.weight == 0) continue;
    heap.push_back(candidate);
    std::push_heap(heap.begin(), heap.end(), WeighsMore);
    if (heap.size() <= count) continue;
    std::pop_heap(heap.begin(), heap.end(), WeighsMore);
    heap.pop_back();
  }
  std::sort(heap.begin(), heap.end(), WeighsMore);
  std::vector<WeighedFeature> heaviest;
  for (const Candidate& candidate : heap) heaviest.push_back({*candidate.name, candidate.weight});
  return heaviest;
}

}  // namespace structlab::structured_learning
