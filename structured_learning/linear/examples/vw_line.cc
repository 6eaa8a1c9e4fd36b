#include "structured_learning/linear/examples/vw_line.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/examples/decimal.h"
#include "structured_learning/linear/examples/example_builder.h"
#include "structured_learning/linear/examples/line_text.h"

namespace structlab::structured_learning {
namespace {

bool EndsName(char c) { return c == ' ' || c == ':' || c == '|' || c == '\t' || c == '\0'; }

const char* EndOfName(const char* text) {
  while (!EndsName(*text)) ++text;
  return text;
}

// True for "label:cost" and "action:cost:probability", where label and action are integers: labels of other
// tasks of Vowpal Wabbit, which would otherwise become the names of classes.
bool IsCostedLabel(std::string_view label) {
  const size_t colon = label.find_first_not_of("0123456789");
  if (colon == 0 || colon == label.npos || label[colon] != ':') return false;
  std::string_view rest = label.substr(colon + 1);
  for (int part = 0; part < 2; ++part) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (!common::ParseFiniteNumber(rest.substr(0, end))) return false;
    if (end == rest.size()) return true;
    rest.remove_prefix(end + 1);
  }
  return false;
}

class VwParser : public LineParser {
 public:
  explicit VwParser(const ParserOptions& options)
      : builder_(options), seed_(options.seed), limits_(options.limits), max_value_(options.limits.value) {}

  bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) override {
    begin_ = line.data();
    if (*SkipBlanks(begin_) == '\0') return false;
    CheckCharacters(line);
    const char* const bar = static_cast<const char*>(std::memchr(begin_, '|', line.size()));
    if (bar == nullptr) {
      throw LineMistake{line.size() + 1, "'|' before the features", "the end of the line",
                        RemedyForLine(line, "write label | feature feature:value, or give another format")};
    }
    builder_.Begin();
    ParseLabels(bar, labels, batch);
    batch_ = &batch;
    TakeRoom(0);
    features_ = 0;
    last_ = -1;
    namespaces_.clear();
    for (const char* position = bar; *position == '|';) position = ParseNamespace(position + 1);
    builder_.Finish(features_, last_ != kNotRising, namespaces_, batch, names_);
    return true;
  }

  std::vector<std::pair<char, char>> UnusedCrosses() const override { return builder_.UnusedCrosses(); }

 private:
  static constexpr int64_t kNotRising = int64_t{1} << 32;

  [[noreturn]] void Refuse(const char* at, const std::string& expected) const {
    throw LineMistake{ColumnOf(at), expected, FoundAt(at)};
  }
  // They would be invisible parts of names.
  static void CheckCharacters(std::string_view line) {
    const size_t at = common::FindControlCharacter(line);
    if (at == line.npos) return;
    throw LineMistake{at + 1, "a line without control characters", common::Quote(line.substr(at, 1))};
  }
  size_t ColumnOf(const char* at) const { return static_cast<size_t>(at - begin_) + 1; }

  // [label [importance]] [tag] up to the bar.
  void ParseLabels(const char* bar, LabelNames& labels, ExampleBatch& batch) {
    const char* position = SkipBlanks(begin_);
    for (int word = 0; position != bar; ++word) {
      const char* end = position;
      while (end != bar && !IsBlank(*end)) ++end;
      if (*position == '\'' || end == bar) {
        // A tag. If it does not touch the bar, it is marked by an apostrophe and is the last word.
        if (SkipBlanks(end) != bar) Refuse(SkipBlanks(end), "'|' after the tag");
        if (word == 0 && *position != '\'' && builder_.needs_label()) {
          throw LineMistake{ColumnOf(position), "a label", "a tag, a word directly before '|'",
                            "put a blank before '|'"};
        }
        break;
      }
      if (word == 0) {
        ParseLabelWord(position, end, labels, batch);
      } else if (word == 1) {
        builder_.SetImportance(ParseImportance(position, end), ColumnOf(position));
      } else {
        Refuse(position, "'|' or a tag after label and importance");
      }
      position = SkipBlanks(end);
    }
  }

  void ParseLabelWord(const char* position, const char* end, LabelNames& labels, ExampleBatch& batch) {
    if (builder_.ignores_labels()) return;
    while (true) {
      const auto left = static_cast<size_t>(end - position);
      const void* const comma = std::memchr(position, ',', left);
      const size_t length =
          comma == nullptr ? left : static_cast<size_t>(static_cast<const char*>(comma) - position);
      if (length == 0) Refuse(position, "a label");
      if (std::string_view(position, length).starts_with(kFastTextLabel)) {
        throw LineMistake{ColumnOf(position), "a label without __label__", common::Quote({position, length}),
                          "give the format fasttext"};
      }
      if (IsCostedLabel({position, length})) {
        throw LineMistake{
            ColumnOf(position), "a label", common::Quote({position, length}),
            "labels with costs, as for contextual bandits, are not supported: write the label alone"};
      }
      builder_.AddLabel({position, length}, ColumnOf(position), labels, batch);
      if (comma == nullptr) return;
      position += length + 1;
    }
  }

  float ParseImportance(const char* position, const char* end) const {
    float importance = 0;
    if (ReadNumber(position, &importance) != end || importance < 0) {
      Refuse(position, "a finite importance of at least 0");
    }
    return importance;
  }

  // Parses from after a bar to the next bar or the end of the line.
  const char* ParseNamespace(const char* position) {
    float scale = 1;
    char letter = ' ';
    std::string_view name;
    if (!IsBlank(*position) && *position != '\0' && *position != '|') {
      const char* const end = EndOfName(position);
      if (end == position) Refuse(position, "the name of a namespace or a blank");
      name = {position, static_cast<size_t>(end - position)};
      letter = name[0];
      position = end;
      if (*position == ':') position = ParseValue(position + 1, &scale);
    }
    const uint32_t seed = KeyOfNamespace(name, seed_);
    const size_t first = features_;
    while (true) {
      position = SkipBlanks(position);
      const bool may_be_plain = names_ == nullptr && *position >= '0' && *position <= '9';
      if (may_be_plain) position = SkipBlanks(ParsePlainFeatures(position, seed, scale));
      if (*position == '\0' || *position == '|') break;
      position = ParseFeature(position, name, seed, scale);
    }
    // An empty namespace has nothing to cross, and a line may have as many as bytes.
    if (first < features_) namespaces_.push_back({letter, first, features_});
    return position;
  }

  const char* ParseValue(const char* position, float* value) const {
    const char* const end = ReadNumber(position, value);
    if (end == nullptr || !(IsBlank(*end) || *end == '\0' || *end == '|')) {
      Refuse(position, "a finite number of at most 3.4e38");
    }
    return end;
  }

  // Makes room for at least this many features, but not for as many as the line may have: most lines have far
  // fewer.
  void TakeRoom(size_t features) {
    CheckFeatures(features);
    room_ = batch_->FeatureRoom(features);
    max_features_ = std::min(room_.size, kMaxFeatures);
  }

  // Reads features while they are written plainly and there is room. Returns the position of the first other
  // feature, or of one that must be refused. The results are the same as those of ParseFeature.
  const char* ParsePlainFeatures(const char* position, uint32_t seed, float scale) {
    size_t features = features_;
    int64_t last = last_;
    while (features < max_features_) {
      uint32_t key = 0;
      float value = 0;
      const char* const next = ReadPlainFeature(position, &key, &value);
      if (next == nullptr) break;
      key += seed;
      value *= scale;
      if (!(std::abs(value) <= max_value_)) break;
      position = next;
      if (value == 0) [[unlikely]]
        continue;
      room_.keys[features] = key;
      room_.values[features++] = value;
      last = static_cast<int64_t>(key) > last ? static_cast<int64_t>(key) : kNotRising;
    }
    features_ = features;
    last_ = last;
    return position;
  }

  const char* ParseFeature(const char* position, std::string_view name_space, uint32_t seed, float scale) {
    const char* const begin = position;
    uint32_t key = 0;
    const char* end = ReadIndex(position, &key);
    if (end != nullptr && EndsName(*end)) {
      key += seed;
    } else {
      end = EndOfName(position);
      if (end == position) Refuse(position, "the name of a feature");
      key = KeyOfName({position, static_cast<size_t>(end - position)}, seed);
    }
    float value = 1;
    position = end;
    if (*end == ':') position = ParseValue(end + 1, &value);
    value *= scale;
    if (!(std::abs(value) <= max_value_)) {
      const std::string expected =
          std::string("a value of at most ").append(ShowLimit(max_value_)).append(" after scaling");
      throw LineMistake{ColumnOf(begin), expected, FoundAt(begin), RemedyForLarge(limits_)};
    }
    if (names_ != nullptr) {
      std::string name(name_space);
      AddName(*names_, key, name.append(name.empty() ? "" : "^").append(begin, end));
    }
    if (value == 0) return position;
    if (features_ == max_features_) TakeRoom(features_ + 1);
    room_.keys[features_] = key;
    room_.values[features_++] = value;
    last_ = static_cast<int64_t>(key) > last_ ? static_cast<int64_t>(key) : kNotRising;
    return position;
  }

  ExampleBuilder builder_;
  uint32_t seed_;
  NumberLimits limits_;
  float max_value_;
  const char* begin_ = nullptr;
  ExampleBatch* batch_ = nullptr;  // batch of the current line, as all members below
  ExampleBatch::Room room_ = {};
  size_t features_ = 0, max_features_ = 0;  // read so far; maximum before more room is needed
  int64_t last_ = -1;                       // the last key while the keys increase
  std::vector<Namespace> namespaces_;
};

}  // namespace

std::unique_ptr<LineParser> MakeVwParser(const ParserOptions& options) {
  return std::make_unique<VwParser>(options);
}

}  // namespace structlab::structured_learning
