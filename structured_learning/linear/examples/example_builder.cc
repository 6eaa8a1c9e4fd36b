#include "structured_learning/linear/examples/example_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/examples/line_text.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMaxCopies = 255;

float NumberOf(std::string_view label, size_t column) {
  LineMistake mistake = {column, "a finite number as the label", common::Quote(label)};
  try {
    const double value = common::ParseDouble(label, "label");
    if (!(std::abs(value) <= std::numeric_limits<float>::max())) throw mistake;
    return static_cast<float>(value);
  } catch (const common::Error&) {
    mistake.remedy = "labels that are words need another task than regression";
    throw mistake;
  }
}

[[noreturn]] void RefuseAnotherLabel(std::string_view label, size_t column, const LabelNames& labels) {
  if (!labels.how_to_allow_more().empty()) {
    throw LineMistake{column, "at most " + std::to_string(labels.max_labels()) + " different labels",
                      "another one, " + common::Quote(label), labels.how_to_allow_more()};
  }
  std::string known;
  for (size_t i = 0; i < std::min<size_t>(labels.size(), 5); ++i) {
    known.append(known.empty() ? "" : ", ").append(common::Quote(labels.name(static_cast<uint32_t>(i))));
  }
  throw LineMistake{column, "one of the " + std::to_string(labels.size()) + " labels " + known,
                    common::Quote(label),
                    labels.size() == 2 ? "tasks of more labels are one-vs-rest and multiclass" : ""};
}

bool Matches(char pattern, char letter) { return pattern == ':' || pattern == letter; }

std::string NameOf(const FeatureNames& names, uint32_t key) {
  const auto found = names.find(key);
  return found == names.end() ? std::to_string(key) : found->second;
}

// Limit for the pairs of namespaces and of features that are considered for crosses; not all of them become
// features.
constexpr uint64_t kMaxPairs = 2 * kMaxFeatures;

void CheckPairs(uint64_t pairs) {
  if (pairs <= kMaxPairs) return;
  throw LineMistake{1, "at most " + std::to_string(kMaxPairs) + " pairs to be crossed", "more"};
}

// Keeps the namespaces that have features.
void FindMatches(char pattern, std::span<const Namespace> namespaces, std::vector<Namespace>& matches) {
  matches.clear();
  for (const Namespace& one : namespaces) {
    if (one.begin < one.end && Matches(pattern, one.letter)) matches.push_back(one);
  }
}

size_t NumPairs(const Namespace& left, const Namespace& right) {
  const size_t size = left.end - left.begin;
  return left.begin == right.begin ? size * (size - 1) / 2 : size * (right.end - right.begin);
}

// Appends the products of two namespaces after `features` features; returns the new number. If either
// namespace may be the left one, a pair of features has no order (the order of the line would decide
// otherwise), and two features with one key are one feature, which makes no pair.
size_t CrossTwo(const Namespace& left, const Namespace& right, bool has_order, size_t features,
                ExampleBatch& batch, FeatureNames* names) {
  const bool is_one = left.begin == right.begin;
  const size_t max_features = features + NumPairs(left, right);
  CheckFeatures(max_features, "crosses");
  const ExampleBatch::Room room = batch.FeatureRoom(max_features);
  for (size_t i = left.begin; i < left.end; ++i) {
    for (size_t j = is_one ? i + 1 : right.begin; j < right.end; ++j) {
      uint32_t x = room.keys[i], y = room.keys[j];
      if (!has_order && x == y) continue;
      if (!has_order && x > y) std::swap(x, y);
      room.keys[features] = kernels::CrossKey(x, y);
      room.values[features] = room.values[i] * room.values[j];
      if (names != nullptr) {
        AddName(*names, room.keys[features], NameOf(*names, x).append("^").append(NameOf(*names, y)));
      }
      ++features;
    }
  }
  return features;
}

}  // namespace

size_t DuplicateSummer::Sum(uint32_t* keys, float* values, size_t features) {
  // Random keys meet fewer in a table that is half empty. Keys of a file need not be random.
  constexpr int kMaxSteps = 256;
  // For more features the table would be several times as large as the features; sorting needs only as much
  // again.
  constexpr size_t kMaxInTable = size_t{1} << 22;
  if (features > kMaxInTable) return SumSorted(keys, values, features);
  const size_t wanted = std::bit_ceil(2 * features + 1);
  if (cells_.size() < wanted) cells_.assign(wanted, {0, 0}), stamp_ = 0;
  if (++stamp_ == 0) std::fill(cells_.begin(), cells_.end(), Cell{0, 0}), stamp_ = 1;
  // Only as many cells as this example needs are touched, so that those of short examples stay in the cache.
  const size_t mask = wanted - 1;
  size_t kept = 0;
  for (size_t i = 0; i < features; ++i) {
    const uint32_t key = keys[i];
    size_t at = (key * 0x9e3779b97f4a7c15u >> 32) & mask;
    int steps = 0;
    while (cells_[at].stamp == stamp_ && keys[cells_[at].position] != key) {
      at = (at + 1) & mask;
      if (++steps == kMaxSteps) {
        std::copy(keys + i, keys + features, keys + kept);
        std::copy(values + i, values + features, values + kept);
        return SumSorted(keys, values, kept + (features - i));
      }
    }
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

// Computes the same sums in the same order, for any keys.
size_t DuplicateSummer::SumSorted(uint32_t* keys, float* values, size_t features) {
  order_.resize(features);
  std::iota(order_.begin(), order_.end(), 0u);
  std::stable_sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
  std::vector<bool> is_first(features);
  for (size_t k = 0; k < features;) {
    const uint32_t first = order_[k];
    is_first[first] = true;
    for (++k; k < features && keys[order_[k]] == keys[first]; ++k) values[first] += values[order_[k]];
  }
  size_t kept = 0;
  for (size_t i = 0; i < features; ++i) {
    if (!is_first[i]) continue;
    keys[kept] = keys[i];
    values[kept++] = values[i];
  }
  return kept;
}

void CheckFeatures(uint64_t features, const char* with) {
  if (features <= kMaxFeatures) return;
  std::string expected = "at most ";
  expected.append(std::to_string(kMaxFeatures)).append(" features of an example");
  if (with != nullptr) expected.append(" with its ").append(with);
  throw LineMistake{1, expected, "more"};
}

ExampleBuilder::ExampleBuilder(const ParserOptions& options, LabelSpelling spelling)
    : options_(options),
      spelling_(spelling),
      salt_(kernels::SaltOf(options.seed)),
      has_crossed_(options.crosses.size()) {
  if (options.copies < 1 || options.copies > kMaxCopies) {
    common::ThrowUsageError("ParserOptions::copies", "1 to " + std::to_string(kMaxCopies),
                            std::to_string(options.copies));
  }
}

void ExampleBuilder::AddLabel(std::string_view label, size_t column, LabelNames& labels,
                              ExampleBatch& batch) {
  if (ignores_labels()) return;
  if (labels_ > 0 && options_.labels != LabelKind::kAny) {
    throw LineMistake{
        column, "one label", "a second one, " + common::Quote(label),
        options_.labels == LabelKind::kOne ? "the task multi-label learns several labels of an example" : ""};
  }
  ++labels_;
  label_column_ = column;
  if (options_.labels == LabelKind::kNumber) {
    target_ = NumberOf(label, column);
    return;
  }
  if (label.size() > kMaxLabelBytes) {
    throw LineMistake{column, "a label of at most " + std::to_string(kMaxLabelBytes) + " bytes",
                      "one of " + std::to_string(label.size())};
  }
  // Otherwise each line of binary data would be a new label.
  const bool has_control = std::any_of(label.begin(), label.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
  if (has_control) throw LineMistake{column, "a label without control characters", common::Quote(label)};
  const std::optional<uint32_t> id = labels.IdOf(label, spelling_);
  if (!id) RefuseAnotherLabel(label, column, labels);
  batch.AddLabel(*id);
}

// A word that occurs twice is one feature, also if its namespace has others. Sets summed_; returns the number
// of remaining features.
size_t ExampleBuilder::SumNamespaces(std::span<const Namespace> namespaces, const ExampleBatch::Room& room) {
  summed_.clear();
  size_t features = 0;
  for (const Namespace& one : namespaces) {
    const size_t kept = duplicates_.Sum(room.keys + one.begin, room.values + one.begin, one.end - one.begin);
    std::copy_n(room.keys + one.begin, kept, room.keys + features);
    std::copy_n(room.values + one.begin, kept, room.values + features);
    summed_.push_back({one.letter, features, features + kept});
    features += kept;
  }
  return features;
}

size_t ExampleBuilder::AddCrosses(size_t features, std::span<const Namespace> namespaces, ExampleBatch& batch,
                                  FeatureNames* names) {
  uint64_t pairs = 0;
  for (size_t cross = 0; cross < options_.crosses.size(); ++cross) {
    const auto [first, second] = options_.crosses[cross];
    const size_t before = features;
    FindMatches(first, namespaces, left_);
    FindMatches(second, namespaces, right_);
    for (const Namespace& left : left_) {
      for (const Namespace& right : right_) {
        // Each pair of namespaces only once, for example for ':' and ':'.
        const bool has_order = !Matches(second, left.letter) || !Matches(first, right.letter);
        const bool is_mirrored = !has_order && right.begin < left.begin;
        CheckPairs(pairs += 1 + (is_mirrored ? 0 : NumPairs(left, right)));
        if (!is_mirrored) features = CrossTwo(left, right, has_order, features, batch, names);
      }
    }
    if (features > before) has_crossed_[cross] = true;
  }
  return features;
}

std::vector<std::pair<char, char>> ExampleBuilder::UnusedCrosses() const {
  std::vector<std::pair<char, char>> unused;
  for (size_t cross = 0; cross < options_.crosses.size(); ++cross) {
    if (!has_crossed_[cross]) unused.push_back(options_.crosses[cross]);
  }
  return unused;
}

// Works in place from the last feature to the first: the copies of a feature never come before it.
size_t ExampleBuilder::AddCopies(size_t features, ExampleBatch& batch) const {
  const auto copies = static_cast<size_t>(options_.copies);
  CheckFeatures(features * copies, "crosses and copies");
  const ExampleBatch::Room room = batch.FeatureRoom(features * copies);
  const auto scale = static_cast<float>(1 / std::sqrt(options_.copies));
  for (size_t i = features; i-- > 0;) {
    const uint32_t key = room.keys[i];
    const float value = room.values[i] * scale;
    for (size_t c = copies; c > 0; --c) {
      room.keys[copies * i + c - 1] = kernels::CopyKey(key, static_cast<uint32_t>(c));
      room.values[copies * i + c - 1] = value;
    }
  }
  return features * copies;
}

void ExampleBuilder::GiveSigns(size_t features, const ExampleBatch::Room& room) const {
  for (size_t i = 0; i < features; ++i) {
    if (kernels::SignOf(room.keys[i], salt_) < 0) room.values[i] = -room.values[i];
  }
}

void ExampleBuilder::CheckValues(std::span<const float> values) const {
  const float largest = MaxMagnitude(values);
  if (largest <= options_.limits.value) return;
  throw LineMistake{
      1, std::string("values whose sums and products are at most ").append(ShowLimit(options_.limits.value)),
      common::FormatShort(largest), RemedyForLarge(options_.limits)};
}

// An importance above 1 and a target may exceed the limit together with values that do not.
void ExampleBuilder::CheckGrowth(std::span<const float> values) const {
  const bool is_number = options_.labels == LabelKind::kNumber;
  if (importance_ <= 1 && !is_number) return;
  const float largest = MaxMagnitude(values);
  const double max_growth = options_.limits.growth / options_.limits.Power(largest);
  const double squared_derivative = is_number ? 4.0 * target_ * target_ : 1;
  if (importance_ * std::max(1.0, squared_derivative) <= max_growth) return;
  const std::string with = std::string(" with values of up to ").append(common::FormatShort(largest));
  if (is_number && squared_derivative > 1) {
    const double max_target = std::sqrt(max_growth / importance_) / 2;
    throw LineMistake{
        label_column_,
        std::string("a number of at most ").append(common::FormatShort(max_target)).append(with),
        common::FormatShort(target_), "scale numbers and features down"};
  }
  throw LineMistake{
      importance_column_,
      std::string("an importance of at most ").append(common::FormatShort(max_growth)).append(with),
      common::FormatShort(importance_), "scale importances and features down"};
}

void ExampleBuilder::Finish(size_t features, bool rising, std::span<const Namespace> namespaces,
                            ExampleBatch& batch, FeatureNames* names) {
  if (labels_ == 0 && needs_label()) throw LineMistake{1, "a label", "none"};
  if (!options_.crosses.empty()) {
    if (!rising) {
      features = SumNamespaces(namespaces, batch.FeatureRoom(features));
      namespaces = summed_;
    }
    const size_t crossed = AddCrosses(features, namespaces, batch, names);
    rising = rising && crossed == features;
    features = crossed;
  }
  if (!rising) {
    const ExampleBatch::Room room = batch.FeatureRoom(features);
    features = duplicates_.Sum(room.keys, room.values, features);
    CheckValues({room.values, features});
  }
  CheckGrowth({batch.FeatureRoom(features).values, features});
  if (options_.copies > 1) features = AddCopies(features, batch);
  const ExampleBatch::Room room = batch.FeatureRoom(features + 1);
  if (options_.is_signed) GiveSigns(features, room);
  if (options_.constant) {
    room.keys[features] = kConstantKey;
    room.values[features++] = 1;
    if (names != nullptr) AddName(*names, kConstantKey, "Constant");
  }
  batch.AddExample(features, target_, importance_);
}

}  // namespace structlab::structured_learning
