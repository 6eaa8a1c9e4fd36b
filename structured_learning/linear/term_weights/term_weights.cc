#include "structured_learning/linear/term_weights/term_weights.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

void FinishLike(const ExampleView& example, size_t features, ExampleBatch& batch) {
  for (const uint32_t label : example.labels) batch.AddLabel(label);
  batch.AddExample(features, example.target, example.importance);
}

uint32_t Checked(int bits) {
  if (bits < 1 || bits > 31) common::ThrowUsageError("TermWeights::bits", "1 to 31", std::to_string(bits));
  return (uint32_t{1} << bits) - 1;
}

}  // namespace

TermWeights::TermWeights(int bits) : mask_(Checked(bits)), frequencies_(size_t{mask_} + 1) {}

void TermWeights::Collect(const ExampleView& counts) {
  terms_.clear();
  for (size_t i = 0; i < counts.keys.size(); ++i) {
    terms_.emplace_back(counts.keys[i] & mask_, static_cast<double>(counts.values[i]));
  }
  std::ranges::sort(terms_);
  size_t kept = 0;
  for (size_t i = 0; i < terms_.size(); ++i) {
    if (kept > 0 && terms_[kept - 1].first == terms_[i].first) {
      terms_[kept - 1].second += terms_[i].second;
    } else {
      terms_[kept++] = terms_[i];
    }
  }
  terms_.resize(kept);
}

void TermWeights::Count(const ExampleView& counts) {
  Collect(counts);
  for (const auto& [term, count] : terms_) ++frequencies_[term];
  ++documents_;
}

void TermWeights::Weigh(const ExampleView& counts, ExampleBatch& weighted) {
  Collect(counts);
  double squares = 0;
  for (auto& [term, weight] : terms_) {
    weight = (1 + std::log(weight)) *
             std::log((static_cast<double>(documents_) + 1) / (static_cast<double>(frequencies_[term]) + 1));
    squares += weight * weight;
  }
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
  const ExampleBatch::Room room = weighted.FeatureRoom(terms_.size());
  for (size_t i = 0; i < terms_.size(); ++i) {
    room.keys[i] = terms_[i].first;
    room.values[i] = static_cast<float>(scale * terms_[i].second);
  }
  FinishLike(counts, terms_.size(), weighted);
}

void TermDictionary::Add(const ExampleView& counts) {
  for (const uint32_t key : counts.keys) {
    if (numbers_.size() == max_terms_ && !numbers_.contains(key)) {
      common::ThrowDataError("documents", "at most " + std::to_string(max_terms_) + " different words",
                             "more", "take fewer documents, or hash the words");
    }
    numbers_.try_emplace(key, static_cast<uint32_t>(numbers_.size()));
  }
}

void TermDictionary::Translate(const ExampleView& counts, ExampleBatch& numbered) {
  words_.clear();
  for (size_t i = 0; i < counts.keys.size(); ++i) {
    const auto found = numbers_.find(counts.keys[i]);
    if (found != numbers_.end()) words_.emplace_back(found->second, counts.values[i]);
  }
  std::ranges::sort(words_);
  const ExampleBatch::Room room = numbered.FeatureRoom(words_.size());
  for (size_t i = 0; i < words_.size(); ++i) {
    room.keys[i] = words_[i].first;
    room.values[i] = words_[i].second;
  }
  FinishLike(counts, words_.size(), numbered);
}

}  // namespace structlab::structured_learning
