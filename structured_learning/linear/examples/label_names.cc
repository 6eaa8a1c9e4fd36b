#include "structured_learning/linear/examples/label_names.h"

#include "structured_learning/linear/examples/canonical_label.h"

namespace structlab::structured_learning {
namespace {

// Spellings that are kept beside the names; more would let a file of numbers take memory without bound.
constexpr size_t kMostSpellings = size_t{1} << 24;

}  // namespace

std::optional<uint32_t> LabelNames::Find(std::string_view label) const {
  if (const auto found = ids_.find(label); found != ids_.end()) return found->second;
  const auto canonical = ids_.find(CanonicalLabel(label));
  return canonical == ids_.end() ? std::nullopt : std::optional(canonical->second);
}

std::optional<uint32_t> LabelNames::IdOf(std::string_view label) {
  if (const auto found = ids_.find(label); found != ids_.end()) return found->second;
  const std::string name = CanonicalLabel(label);
  const auto [known, is_new] = ids_.try_emplace(name, static_cast<uint32_t>(names_.size()));
  if (is_new) {
    if (names_.size() == most_) {
      ids_.erase(known);
      return std::nullopt;
    }
    names_.push_back(name);
    if (mark_) since_mark_.push_back(name);
  }
  const uint32_t id = known->second;
  if (label != name && ids_.size() < kMostSpellings) {
    ids_.emplace(label, id);
    if (mark_) since_mark_.emplace_back(label);
  }
  return id;
}

void LabelNames::SetMark() {
  mark_ = names_.size();
  since_mark_.clear();
}

void LabelNames::ReturnToMark() {
  if (!mark_) return;
  for (const std::string& spelling : since_mark_) ids_.erase(spelling);
  since_mark_.clear();
  names_.resize(*mark_);
}

}  // namespace structlab::structured_learning
