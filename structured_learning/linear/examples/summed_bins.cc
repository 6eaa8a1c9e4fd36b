#include "structured_learning/linear/examples/summed_bins.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::structured_learning {

void SumInBins(const ExampleBatch& batch, int bits, ExampleBatch& summed) {
  if (bits < 1 || bits > 32) {
    common::ThrowUsageError("SumInBins::bits", "1 to 32", std::to_string(bits));
  }
  const auto mask = static_cast<uint32_t>((uint64_t{1} << bits) - 1);
  summed.Clear();
  std::vector<std::pair<uint32_t, float>> features;
  for (size_t i = 0; i < batch.size(); ++i) {
    const ExampleView example = batch[i];
    features.clear();
    for (size_t k = 0; k < example.keys.size(); ++k) {
      features.emplace_back(example.keys[k] & mask, example.values[k]);
    }
    std::ranges::sort(features);  // by values too, so that sums have one order
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
