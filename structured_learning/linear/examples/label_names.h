// Numbers labels from 0, in the order in which they are first seen.
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

// Maximum length of a label in bytes; the readers of lines refuse longer ones.
inline constexpr size_t kMaxLabelBytes = size_t{1} << 16;

// Maximum number of labels: the maximum number of outputs of a model file.
inline constexpr size_t kMaxLabels = size_t{1} << 24;

// When two labels are equal; the input format decides.
enum class LabelSpelling {
  kText,    // equal text: "1.1" and "1.10" are two labels
  kNumber,  // equal number, for decimal numbers of at most 64 characters: "+1", "1" and "1.0" are one label
};

// The name of a label is its first spelling. Different numbers are different labels, for any number of
// digits. Not thread-safe.
//
//     LabelNames labels;
//     const std::optional<uint32_t> id = labels.IdOf("spam");  // 0
class LabelNames {
 public:
  // Accepts at most `max_labels` labels; 0: kMaxLabels. If a reader finds another label, its message contains
  // `how_to_allow_more`; if that is empty, it lists known labels instead.
  explicit LabelNames(size_t max_labels = 0, std::string how_to_allow_more = "")
      : max_labels_(max_labels == 0 ? kMaxLabels : max_labels),
        how_to_allow_more_(std::move(how_to_allow_more)) {}

  size_t size() const { return names_.size(); }
  size_t max_labels() const { return max_labels_; }
  const std::string& how_to_allow_more() const { return how_to_allow_more_; }
  const std::string& name(uint32_t id) const { return names_[id]; }
  const std::vector<std::string>& names() const { return names_; }

  // Accepts no new label from now on. Then names() can be read while another thread asks for numbers.
  void Close() {
    max_labels_ = names_.size();
    how_to_allow_more_.clear();
  }

  // The number of a label, which is added if it is new; missing if there are already max_labels() labels.
  std::optional<uint32_t> IdOf(std::string_view label, LabelSpelling spelling = LabelSpelling::kText);
  std::optional<uint32_t> Find(std::string_view label, LabelSpelling spelling = LabelSpelling::kText) const;
  // Sets a mark: what is added from now on can be forgotten, until the next mark.
  void SetMark();
  // Forgets what was added since the mark: labels, and other spellings of earlier labels. O(what is
  // forgotten).
  void ReturnToMark();

  // A spelling of a number that belongs to a label with another name; up to 2^24 of them are counted.
  struct Joined {
    std::string spelling;
    uint32_t id;
  };
  int64_t num_joined() const { return num_joined_; }
  // The first one, if num_joined() > 0.
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

  Ids ids_;      // by spelling, so that each spelling of a number is parsed once
  Ids numbers_;  // by CanonicalLabel
  Joined first_joined_ = {};
  int64_t num_joined_ = 0;
  std::optional<size_t> mark_;                                    // number of names at the mark
  std::vector<std::string> ids_since_mark_, numbers_since_mark_;  // keys
};

// The positive class of two labels, independent of their order: the label that is the number 1 ("1", "+1",
// "1.0") if only one of them is; otherwise the larger one, compared as numbers if both are numbers and
// differ, otherwise as bytes.
std::string_view PositiveLabel(std::string_view a, std::string_view b);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LABEL_NAMES_H_
