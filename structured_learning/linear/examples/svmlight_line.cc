#include "structured_learning/linear/examples/svmlight_line.h"

#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/decimal.h"
#include "structured_learning/linear/examples/example_builder.h"
#include "structured_learning/linear/examples/line_text.h"

namespace structlab::structured_learning {
namespace {

bool EndsHere(const char* text) { return *text == '\0' || *text == '#'; }

class SvmlightParser : public LineParser {
 public:
  explicit SvmlightParser(const ParserOptions& options)
      : builder_(options, LabelSpelling::kNumber),
        limits_(options.limits),
        max_value_(options.limits.value),
        namespaces_{{' ', 0, 0}} {}

  bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) override {
    begin_ = line.data();
    const char* position = SkipBlanks(begin_);
    if (EndsHere(position)) return false;
    builder_.Begin();
    position = SkipBlanks(ParseLabels(position, labels, batch));
    if (std::strncmp(position, "qid:", 4) == 0) position = SkipBlanks(ParseQuery(position));
    // A feature has at least three characters and a blank.
    const ExampleBatch::Room room = batch.FeatureRoom(line.size() / 4 + 2);
    const size_t features = ParseFeatures(position, room);
    namespaces_[0].end = features;
    if (names_ != nullptr) {
      for (size_t i = 0; i < features; ++i) AddName(*names_, room.keys[i], std::to_string(room.keys[i]));
    }
    builder_.Finish(features, /*rising=*/true, namespaces_, batch, names_);
    return true;
  }

  std::vector<std::pair<char, char>> UnusedCrosses() const override { return builder_.UnusedCrosses(); }

 private:
  [[noreturn]] void Refuse(const char* at, const std::string& expected, const std::string& found) const {
    throw LineMistake{static_cast<size_t>(at - begin_) + 1, expected, found};
  }

  const char* ParseLabels(const char* text, LabelNames& labels, ExampleBatch& batch) {
    const size_t size = std::strcspn(text, " \t#");
    if (std::memchr(text, ':', size) != nullptr) return text;
    const char* const end = text + size;
    if (std::string_view(text, size).starts_with(kFastTextLabel)) {
      throw LineMistake{static_cast<size_t>(text - begin_) + 1, "a label without __label__", FoundAt(text),
                        "give the format fasttext"};
    }
    if (builder_.ignores_labels()) return end;
    while (true) {
      const size_t length = std::strcspn(text, ", \t#");
      if (length == 0 && IsBlank(*text)) {
        throw LineMistake{static_cast<size_t>(text - begin_) + 1, "a label after the comma", "a blank",
                          "write labels without blanks between them, as 3,7"};
      }
      if (length == 0) Refuse(text, "a label", FoundAt(text));
      builder_.AddLabel({text, length}, static_cast<size_t>(text - begin_) + 1, labels, batch);
      text += length;
      if (text == end) return end;
      ++text;
    }
  }

  const char* ParseQuery(const char* text) const {
    uint32_t query = 0;
    const char* const end = ReadIndex(text + 4, &query);
    if (end == nullptr || !(IsBlank(*end) || EndsHere(end)))
      Refuse(text, "qid: and an integer", FoundAt(text));
    return end;
  }

  // Reads one feature in any spelling; null at the end of the line.
  const char* ParseFeature(const char* position, uint32_t* index, float* value) const {
    const char* const colon = ReadIndex(position, index);
    if (colon == nullptr) {
      if (EndsHere(position)) return nullptr;
      const bool is_name = *position != '-' && !(*position >= '0' && *position <= '9');
      throw LineMistake{static_cast<size_t>(position - begin_) + 1, "an index from 0 to 4294967295",
                        FoundAt(position),
                        RemedyForLine(begin_, is_name ? "features with names are for the format vw" : "")};
    }
    if (*colon != ':') {
      throw LineMistake{static_cast<size_t>(colon - begin_) + 1, "':' between index and value",
                        IsBlank(*colon) ? "a blank" : FoundAt(colon), "write features as index:value"};
    }
    const char* const end = ReadNumber(colon + 1, value);
    if (end == nullptr) RefuseValue(colon + 1);
    if (!IsBlank(*end) && !EndsHere(end)) Refuse(end, "a blank after the value", FoundAt(end));
    return IsBlank(*end) ? end + 1 : end;
  }

  [[noreturn]] void RefuseValue(const char* at) const {
    Refuse(at, std::string("a finite number of at most ").append(ShowLimit(max_value_)), FoundAt(at));
  }

  [[noreturn]] void RefuseLarge(const char* at) const {
    throw LineMistake{static_cast<size_t>(at - begin_) + 1,
                      std::string("a finite number of at most ").append(ShowLimit(max_value_)), FoundAt(at),
                      RemedyForLarge(limits_)};
  }

  size_t ParseFeatures(const char* position, const ExampleBatch::Room& room) const {
    size_t features = 0;
    int64_t last = -1;
    while (true) {
      uint32_t index = 0;
      float value = 0;
      const char* next = ReadPlainFeature(position, &index, &value);
      if (next == nullptr) [[unlikely]] {
        position = SkipBlanks(position);
        next = ParseFeature(position, &index, &value);
        if (next == nullptr) return features;
      }
      if (!(std::abs(value) <= max_value_)) [[unlikely]]
        RefuseLarge(std::strchr(position, ':') + 1);
      if (index <= last) [[unlikely]] {
        throw LineMistake{static_cast<size_t>(position - begin_) + 1,
                          "an index above " + std::to_string(last) + ", the one before",
                          std::to_string(index), "write each index once, in increasing order"};
      }
      last = index;
      room.keys[features] = index;
      room.values[features] = value;
      features += value != 0;
      position = next;
    }
  }

  ExampleBuilder builder_;
  NumberLimits limits_;
  float max_value_;
  std::vector<Namespace> namespaces_;
  const char* begin_ = nullptr;
};

}  // namespace

std::unique_ptr<LineParser> MakeSvmlightParser(const ParserOptions& options) {
  return std::make_unique<SvmlightParser>(options);
}

}  // namespace structlab::structured_learning
