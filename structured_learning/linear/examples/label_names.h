// Labels as texts and as numbers from 0, in the order in which they are first seen.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LABEL_NAMES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LABEL_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace structlab::structured_learning {

// In bytes; the readers of lines refuse longer ones.
inline constexpr size_t kMaxLabelBytes = size_t{1} << 16;

// As many as a model file has outputs.
inline constexpr size_t kMaxLabels = size_t{1} << 24;

// What a label is, which its format says.
enum class LabelSpelling {
  kText,    // its characters: "1.1" and "1.10" are two labels
  kNumber,  // a decimal number, if it is one of at most 64 characters: "+1", "1" and "1.0" are one label
};

// A label has the name with which it was seen first. Different numbers are different labels, however long.
// Not thread-safe.
class LabelNames {
 public:
  // At most so many are taken; 0: any number up to kMaxLabels. Readers that meet another one say how more
  // can be allowed; empty: they cannot, and known labels are named instead.
  explicit LabelNames(size_t max_labels = 0, std::string how_to_allow_more = "")
      : max_labels_(max_labels == 0 ? kMaxLabels : max_labels),
        how_to_allow_more_(std::move(how_to_allow_more)) {}

  size_t size() const { return names_.size(); }
  size_t max_labels() const { return max_labels_; }
  const std::string& how_to_allow_more() const { return how_to_allow_more_; }
  const std::string& name(uint32_t id) const { return names_[id]; }
  const std::vector<std::string>& names() const { return names_; }

  // Takes no new label from now on: names() can then be read while another thread asks for numbers.
  void Close() {
    max_labels_ = names_.size();
    how_to_allow_more_.clear();
  }

  // The number of a label, which is new if need be; none if there are as many labels as may be.
  std::optional<uint32_t> IdOf(std::string_view label, LabelSpelling spelling = LabelSpelling::kText);
  std::optional<uint32_t> Find(std::string_view label, LabelSpelling spelling = LabelSpelling::kText) const;
  // What is added from now on can be forgotten, up to the next mark.
  void SetMark();
  // Forgets what has been added since the mark: labels, and other spellings of those that there were. O(what
  // is forgotten).
  void ReturnToMark();

  // Spellings of numbers that were taken for a label of another name, up to 2^24 of them.
  struct Joined {
    std::string spelling;
    uint32_t id;
  };
  int64_t num_joined() const { return num_joined_; }
  // The first one, if there is one.
  const Joined& first_joined() const { return first_joined_; }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  size_t max_labels_;
  std::string how_to_allow_more_;
  std::vector<std::string> names_;
  using Ids = std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>>;
  std::optional<uint32_t> Add(std::string_view label);

  Ids ids_;      // as written, so that a number is read once
  Ids numbers_;  // by CanonicalLabel
  Joined first_joined_ = {};
  int64_t num_joined_ = 0;
  std::optional<size_t> mark_;                                    // how many names there were
  std::vector<std::string> ids_since_mark_, numbers_since_mark_;  // keys
};

// Which of two labels is the positive class, whatever their order: the one that is the number 1 ("1", "+1",
// "1.0") if only one is; else the larger one, as numbers if both are numbers and differ, as bytes otherwise.
std::string_view PositiveLabel(std::string_view a, std::string_view b);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LABEL_NAMES_H_
