#include "structured_learning/linear/examples/fasttext_line.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "common/error.h"
#include "structured_learning/linear/examples/example_builder.h"
#include "structured_learning/linear/examples/line_text.h"

namespace structlab::structured_learning {
namespace {

constexpr std::string_view kBlanks = " \t\v\f";

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

class FastTextParser : public LineParser {
 public:
  FastTextParser(const ParserOptions& options, const TextOptions& text)
      : builder_(options), is_utf8_(text.encoding == TextEncoding::kUtf8), grams_(text, options.seed) {}

  bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) override {
    size_t begin = line.find_first_not_of(kBlanks);
    if (begin == line.npos) return false;
    if (is_utf8_) CheckUtf8(line);
    builder_.Begin();
    grams_.Begin();
    size_t num_labels = 0, num_words = 0;
    while (begin != line.npos) {
      const size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
      const std::string_view word = line.substr(begin, end - begin);
      CheckCharacters(word, begin);
      if (word.starts_with(kFastTextLabel)) {
        AddLabel(word.substr(kFastTextLabel.size()), begin + kFastTextLabel.size(), labels, batch);
        ++num_labels;
      } else {
        grams_.Add(word, names_ != nullptr);
        ++num_words;
      }
      begin = line.find_first_not_of(kBlanks, end);
    }
    if (num_labels == 0 && builder_.needs_label()) {
      throw LineMistake{1, "a word that begins with __label__", "none",
                        "put __label__ before the label, or give another format"};
    }
    if (num_labels == 1 && num_words == 0) RefuseCommas(line);
    const size_t features = grams_.Finish(batch, names_);
    builder_.CheckValues({batch.FeatureRoom(features).values, features});
    namespaces_[0] = {' ', 0, features};
    builder_.Finish(features, /*rising=*/true, namespaces_, batch, names_);
    return true;
  }

  std::vector<std::pair<char, char>> UnusedCrosses() const override { return builder_.UnusedCrosses(); }

 private:
  // They would be invisible parts of names.
  static void CheckCharacters(std::string_view word, size_t begin) {
    const auto at = std::find_if(word.begin(), word.end(), IsControl);
    if (at == word.end()) return;
    throw LineMistake{begin + static_cast<size_t>(at - word.begin()) + 1, "words without control characters",
                      common::Quote(word.substr(at - word.begin(), 1))};
  }

  // A line without words whose label contains a comma has the columns of a table, not words: all its text
  // would be a label.
  static void RefuseCommas(std::string_view line) {
    const size_t comma = line.find(',');
    if (comma == line.npos) return;
    throw LineMistake{comma + 1, "words after the label", common::Quote(line.substr(comma)),
                      "separate labels and words by blanks, as in '__label__a hello'"};
  }

  void AddLabel(std::string_view label, size_t column, LabelNames& labels, ExampleBatch& batch) {
    if (label.empty() && !builder_.ignores_labels()) {
      throw LineMistake{column + 1, "a label directly after __label__", "nothing"};
    }
    builder_.AddLabel(label, column + 1, labels, batch);
  }

  ExampleBuilder builder_;
  bool is_utf8_;
  WordGrams grams_;
  std::vector<Namespace> namespaces_ = {{' ', 0, 0}};
};

}  // namespace

std::unique_ptr<LineParser> MakeFastTextParser(const ParserOptions& options, const TextOptions& text) {
  return std::make_unique<FastTextParser>(options, text);
}

}  // namespace structlab::structured_learning
