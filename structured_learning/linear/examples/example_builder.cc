#include "structured_learning/linear/examples/example_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "kernels/hashing/feature_hash.h"

namespace structlab::structured_learning {
namespace {

// Of one example; its crosses would otherwise take memory out of proportion to the line.
constexpr size_t kMostCrosses = size_t{1} << 24;
constexpr int kMostCopies = 255;

float NumberOf(std::string_view label, size_t column) {
  const LineMistake mistake = {column, "a finite number as the label", common::Quote(label)};
  try {
    const double value = common::ParseDouble(label, "label");
    if (!(std::abs(value) <= std::numeric_limits<float>::max())) throw mistake;
    return static_cast<float>(value);
  } catch (const common::Error&) {
    throw mistake;
  }
}

bool Matches(char pattern, char letter) { return pattern == ':' || pattern == letter; }

std::string NameOf(const FeatureNames& names, uint32_t key) {
  const auto found = names.find(key);
  return found == names.end() ? std::to_string(key) : found->second;
}

}  // namespace

size_t DuplicateSummer::Sum(uint32_t* keys, float* values, size_t features) {
  const size_t wanted = std::bit_ceil(2 * features + 1);
  if (cells_.size() < wanted) cells_.assign(wanted, {0, 0}), stamp_ = 0;
  if (++stamp_ == 0) std::fill(cells_.begin(), cells_.end(), Cell{0, 0}), stamp_ = 1;
  // Only as many cells as this example needs are touched, so that those of short ones stay in the cache.
  const size_t mask = wanted - 1;
  size_t kept = 0;
  for (size_t i = 0; i < features; ++i) {
    const uint32_t key = keys[i];
    size_t at = (key * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (cells_[at].stamp == stamp_ && keys[cells_[at].position] != key) at = (at + 1) & mask;
    if (cells_[at].stamp == stamp_) {
      values[cells_[at].position] += values[i];
    } else {
      cells_[at] = {stamp_, static_cast<uint32_t>(kept)};
      keys[kept] = key;
      values[kept++] = values[i];
    }
  }
  return kept;
}

ExampleBuilder::ExampleBuilder(const ParserOptions& options)
    : options_(options), salt_(kernels::SaltOf(options.seed)) {
  if (options.copies < 1 || options.copies > kMostCopies) {
    common::ThrowUsageError("ParserOptions::copies", "1 to " + std::to_string(kMostCopies),
                            std::to_string(options.copies));
  }
}

void ExampleBuilder::AddLabel(std::string_view label, size_t column, LabelNames& labels,
                              ExampleBatch& batch) {
  if (labels_ > 0 && options_.labels != LabelKind::kAny) {
    throw LineMistake{column, "one label", "a second one, " + common::Quote(label)};
  }
  ++labels_;
  if (options_.labels == LabelKind::kNumber) {
    target_ = NumberOf(label, column);
    return;
  }
  const std::optional<uint32_t> id = labels.IdOf(label);
  if (!id) {
    std::string known;
    for (size_t i = 0; i < std::min<size_t>(labels.size(), 5); ++i) {
      known.append(known.empty() ? "" : ", ").append(common::Quote(labels.name(static_cast<uint32_t>(i))));
    }
    throw LineMistake{column, "one of the " + std::to_string(labels.size()) + " labels " + known,
                      common::Quote(label)};
  }
  batch.AddLabel(*id);
}

size_t ExampleBuilder::AddCrosses(size_t features, const std::vector<Namespace>& namespaces,
                                  ExampleBatch& batch, FeatureNames* names) {
  const size_t own = features;
  for (const auto& [first, second] : options_.crosses) {
    for (size_t a = 0; a < namespaces.size(); ++a) {
      for (size_t b = 0; b < namespaces.size(); ++b) {
        const Namespace& left = namespaces[a];
        const Namespace& right = namespaces[b];
        // With ':' for both, each pair of namespaces once.
        if (!Matches(first, left.letter) || !Matches(second, right.letter)) continue;
        if (b < a && Matches(second, left.letter) && Matches(first, right.letter)) continue;
        const size_t most = features + (left.end - left.begin) * (right.end - right.begin);
        if (most - own > kMostCrosses) {
          throw LineMistake{1, "at most " + std::to_string(kMostCrosses) + " crossed features of an example",
                            "more"};
        }
        const ExampleBatch::Room room = batch.FeatureRoom(most);
        for (size_t i = left.begin; i < left.end; ++i) {
          // Within one namespace a pair has no order.
          for (size_t j = a == b ? i + 1 : right.begin; j < right.end; ++j) {
            uint32_t x = room.keys[i], y = room.keys[j];
            if (a == b && x > y) std::swap(x, y);
            room.keys[features] = kernels::CrossKey(x, y);
            room.values[features] = room.values[i] * room.values[j];
            if (names != nullptr) {
              (*names)[room.keys[features]] = NameOf(*names, x).append("^").append(NameOf(*names, y));
            }
            ++features;
          }
        }
      }
    }
  }
  return features;
}

// In place, from the last feature to the first: the copies of one never lie in front of it.
size_t ExampleBuilder::AddCopies(size_t features, ExampleBatch& batch, FeatureNames* names) const {
  const auto copies = static_cast<size_t>(options_.copies);
  const ExampleBatch::Room room = batch.FeatureRoom(features * copies);
  const auto scale = static_cast<float>(1 / std::sqrt(options_.copies));
  for (size_t i = features; i-- > 0;) {
    const uint32_t key = room.keys[i];
    const float value = room.values[i] * scale;
    for (size_t c = copies; c > 0; --c) {
      const uint32_t copy = kernels::CrossKey(key, static_cast<uint32_t>(c));
      room.keys[copies * i + c - 1] = copy;
      room.values[copies * i + c - 1] = value;
      if (names != nullptr) {
        names->try_emplace(copy, NameOf(*names, key).append("#").append(std::to_string(c)));
      }
    }
  }
  return features * copies;
}

void ExampleBuilder::GiveSigns(size_t features, const ExampleBatch::Room& room) const {
  for (size_t i = 0; i < features; ++i) {
    if (kernels::SignOf(room.keys[i], salt_) < 0) room.values[i] = -room.values[i];
  }
}

void ExampleBuilder::Finish(size_t features, bool rising, const std::vector<Namespace>& namespaces,
                            float importance, ExampleBatch& batch, FeatureNames* names) {
  if (labels_ == 0 && !options_.labels_may_be_missing && options_.labels != LabelKind::kAny) {
    throw LineMistake{1, "a label", "none"};
  }
  if (!options_.crosses.empty()) {
    const size_t crossed = AddCrosses(features, namespaces, batch, names);
    rising = rising && crossed == features;
    features = crossed;
  }
  if (!rising) {
    const ExampleBatch::Room room = batch.FeatureRoom(features);
    features = duplicates_.Sum(room.keys, room.values, features);
    if (!std::all_of(room.values, room.values + features, [](float value) { return std::isfinite(value); })) {
      throw LineMistake{1, "values whose sums and products are finite", "an infinite one"};
    }
  }
  if (options_.copies > 1) features = AddCopies(features, batch, names);
  const ExampleBatch::Room room = batch.FeatureRoom(features + 1);
  if (options_.is_signed) GiveSigns(features, room);
  if (options_.constant) {
    room.keys[features] = kConstantKey;
    room.values[features++] = 1;
    if (names != nullptr) names->try_emplace(kConstantKey, "Constant");
  }
  batch.AddExample(features, target_, importance);
}

}  // namespace structlab::structured_learning
