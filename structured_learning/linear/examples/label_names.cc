#include "structured_learning/linear/examples/label_names.h"

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/examples/canonical_label.h"

namespace structlab::structured_learning {
namespace {

// Maximum number of spellings that are stored besides the names; otherwise a file of numbers could take
// unbounded memory.
constexpr int64_t kMaxJoined = int64_t{1} << 24;

std::optional<double> NumberOf(std::string_view label) {
  // Other texts that parsers of numbers accept, such as nan, are not numbers here.
  if (label.find_first_not_of("+-.0123456789eE") != label.npos) return std::nullopt;
  try {
    return common::ParseDouble(label, "label");
  } catch (const common::Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string_view PositiveLabel(std::string_view a, std::string_view b) {
  const bool a_is_one = CanonicalLabel(a) == "1", b_is_one = CanonicalLabel(b) == "1";
  if (a_is_one != b_is_one) return a_is_one ? a : b;
  const std::optional<double> x = NumberOf(a), y = NumberOf(b);
  if (x && y && *x != *y) return *x > *y ? a : b;
  return a > b ? a : b;
}

std::optional<uint32_t> LabelNames::Find(std::string_view label, LabelSpelling spelling) const {
  if (const auto found = ids_.find(label); found != ids_.end()) return found->second;
  if (spelling == LabelSpelling::kText) return std::nullopt;
  const auto number = numbers_.find(CanonicalLabel(label));
  return number == numbers_.end() ? std::nullopt : std::optional(number->second);
}

std::optional<uint32_t> LabelNames::Add(std::string_view label) {
  if (names_.size() == max_labels_) return std::nullopt;
  names_.emplace_back(label);
  return static_cast<uint32_t>(names_.size() - 1);
}

std::optional<uint32_t> LabelNames::IdOf(std::string_view label, LabelSpelling spelling) {
  if (const auto found = ids_.find(label); found != ids_.end()) return found->second;
  std::optional<uint32_t> id;
  if (spelling == LabelSpelling::kNumber) {
    std::string number = CanonicalLabel(label);
    if (const auto known = numbers_.find(number); known != numbers_.end()) {
      id = known->second;
      if (num_joined_ == kMaxJoined) return id;
      if (num_joined_++ == 0) first_joined_ = {std::string(label), *id};
    } else {
      id = Add(label);
      if (!id) return std::nullopt;
      if (mark_) numbers_since_mark_.push_back(number);
      numbers_.emplace(std::move(number), *id);
    }
  } else {
    id = Add(label);
    if (!id) return std::nullopt;
  }
  ids_.emplace(label, *id);
  if (mark_) ids_since_mark_.emplace_back(label);
  return id;
}

void LabelNames::SetMark() {
  mark_ = names_.size();
  ids_since_mark_.clear();
  numbers_since_mark_.clear();
}

void LabelNames::ReturnToMark() {
  if (!mark_) return;
  // Each spelling is either the first one of a new label or joined to another.
  num_joined_ -= static_cast<int64_t>(ids_since_mark_.size() - (names_.size() - *mark_));
  for (const std::string& spelling : ids_since_mark_) ids_.erase(spelling);
  for (const std::string& number : numbers_since_mark_) numbers_.erase(number);
  ids_since_mark_.clear();
  numbers_since_mark_.clear();
  names_.resize(*mark_);
}

}  // namespace structlab::structured_learning
