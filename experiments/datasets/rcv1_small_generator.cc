#include "experiments/datasets/rcv1_small_generator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>

#include "common/reproducible_math.h"
#include "experiments/datasets/text_generator.h"

namespace structlab::datasets {
namespace {

using structured_learning::ExampleBatch;

// The rank of WordOfRank(rank).
uint32_t RankOfWord(std::string_view word) {
  uint32_t rank = 0;
  for (const char c : word) rank = 26 * rank + static_cast<uint32_t>(c - 'a') + 1;
  return rank - 1;
}

std::map<uint32_t, int> CountRanks(std::string_view text) {
  std::map<uint32_t, int> counts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    ++counts[RankOfWord(text.substr(0, end))];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return counts;
}

ExampleBatch Draw(const TextShape& shape, TextPart part, uint64_t seed) {
  GeneratedTexts texts(shape, part, seed);
  ExampleBatch batch;
  for (TextDocument document; texts.Next(document);) {
    const std::map<uint32_t, int> counts = CountRanks(document.text);
    const ExampleBatch::Room room = batch.FeatureRoom(counts.size());
    size_t features = 0;
    double squares = 0;
    for (const auto& [rank, count] : counts) {
      const double weight = (1 + common::ReproducibleLog(count)) * common::ReproducibleLog(rank + 2.0);
      squares += weight * weight;
      room.keys[features] = rank;
      room.values[features++] = static_cast<float>(weight);
    }
    const auto scale = static_cast<float>(1 / std::sqrt(squares));
    for (size_t k = 0; k < features; ++k) room.values[k] *= scale;
    batch.AddLabel(document.label);
    batch.AddExample(features, 0, 1);
  }
  return batch;
}

}  // namespace

Rcv1Small GenerateRcv1Small(uint64_t seed) {
  TextShape shape = Rcv1Shape();
  shape.name = "rcv1-small";
  shape.train_documents = 1000;
  shape.test_documents = 500;
  shape.vocabulary = kRcv1Words;
  return {Draw(shape, TextPart::kTrain, seed), Draw(shape, TextPart::kTest, seed)};
}

}  // namespace structlab::datasets
