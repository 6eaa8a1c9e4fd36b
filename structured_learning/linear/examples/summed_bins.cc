#include "structured_learning/linear/examples/summed_bins.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::structured_learning {

namespace {

using Feature = std::pair<uint32_t, float>;

// Up to this number of bins, counting is faster than sorting.
constexpr size_t kFewBins = 2048;

// Sorts by bins and then by values; `counts` has room for one more number than there are bins.
void SortByBins(std::vector<Feature>& features, std::vector<Feature>& sorted, std::vector<uint32_t>& counts) {
  std::ranges::fill(counts, 0);
  for (const Feature& feature : features) ++counts[feature.first + 1];
  for (size_t bin = 1; bin < counts.size(); ++bin) counts[bin] += counts[bin - 1];
  sorted.resize(features.size());
  for (const Feature& feature : features) sorted[counts[feature.first]++] = feature;
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end].first == sorted[begin].first) ++end;
    if (end - begin > 1) std::sort(sorted.begin() + begin, sorted.begin() + end);
  }
  features.swap(sorted);
}

}  // namespace

void SumInBins(const ExampleBatch& batch, int bits, ExampleBatch& summed) {
  if (bits < 1 || bits > 32) {
    common::ThrowUsageError("SumInBins::bits", "1 to 32", std::to_string(bits));
  }
  const auto mask = static_cast<uint32_t>((uint64_t{1} << bits) - 1);
  summed.Clear();
  std::vector<Feature> features, sorted;
  const bool has_few_bins = mask < kFewBins;
  std::vector<uint32_t> counts(has_few_bins ? size_t{mask} + 2 : 0);
  for (size_t i = 0; i < batch.size(); ++i) {
    const ExampleView example = batch[i];
    features.clear();
    for (size_t k = 0; k < example.keys.size(); ++k) {
      features.emplace_back(example.keys[k] & mask, example.values[k]);
    }
    // Also by values, so that the order of the sums is unique.
    if (has_few_bins) {
      SortByBins(features, sorted, counts);
    } else {
      std::ranges::sort(features);
    }
    const ExampleBatch::Room room = summed.FeatureRoom(features.size());
    size_t bins = 0;
    for (size_t k = 0; k < features.size(); ++bins) {
      const uint32_t bin = features[k].first;
      double sum = 0;
      for (; k < features.size() && features[k].first == bin; ++k) {
        sum += static_cast<double>(features[k].second);
      }
      room.keys[bins] = bin;
      room.values[bins] = static_cast<float>(sum);
    }
    for (const uint32_t label : example.labels) summed.AddLabel(label);
    summed.AddExample(bins, example.target, example.importance);
  }
}

}  // namespace structlab::structured_learning
