#include "structured_learning/linear/examples/word_grams.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/utf8.h"
#include "kernels/hashing/feature_hash.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMaxWords = 8;

}  // namespace

void CheckUtf8(std::string_view line) {
  const size_t at = common::FindInvalidUtf8(line);
  if (at == line.npos) return;
  throw LineMistake{at + 1, "UTF-8", common::Quote(line.substr(at, 1)), "say which encoding it is"};
}

WordGrams::WordGrams(const TextOptions& options, uint32_t seed) : options_(options), seed_(seed) {
  if (options.ngrams < 1 || options.ngrams > kMaxWords) {
    common::ThrowUsageError("TextOptions::ngrams", "1 to " + std::to_string(kMaxWords),
                            std::to_string(options.ngrams));
  }
}

size_t WordGrams::Finish(ExampleBatch& batch, FeatureNames* names) {
  const size_t longest = options_.ngrams;
  CheckFeatures(keys_.size() * longest, "n-grams");
  const ExampleBatch::Room room = batch.FeatureRoom(keys_.size() * longest);
  size_t features = 0;
  for (size_t first = 0; first < keys_.size(); ++first) {
    uint32_t key = keys_[first];
    std::string name = names != nullptr ? words_[first] : std::string();
    for (size_t length = 1;; ++length) {
      room.keys[features] = key;
      room.values[features++] = 1;
      if (names != nullptr) AddName(*names, key, name);
      const size_t next = first + length;
      if (length == longest || next == keys_.size()) break;
      key = kernels::GramKey(key, keys_[next]);
      if (names != nullptr) name.append(" ").append(words_[next]);
    }
  }
  features = duplicates_.Sum(room.keys, room.values, features);
  Weigh({room.values, features});
  return features;
}

void WordGrams::Weigh(std::span<float> values) const {
  double squares = 0;
  for (float& value : values) {
    if (options_.weight == TermWeight::kBinary) value = 1;
    if (options_.weight == TermWeight::kLogCount) value = 1 + std::log(value);
    squares += static_cast<double>(value) * value;
  }
  if (!options_.unit_length || values.empty()) return;
  const auto scale = static_cast<float>(1 / std::sqrt(squares));
  for (float& value : values) value *= scale;
}

}  // namespace structlab::structured_learning
