#include "structured_learning/linear/heaviest_features.h"

#include <algorithm>
#include <cmath>

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

std::vector<WeighedFeature> HeaviestFeatures(const FeatureNames& names,
                                             const std::function<float(uint32_t)>& weight_of, size_t count) {
  // A heap whose front is the lightest of those that are kept.
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
