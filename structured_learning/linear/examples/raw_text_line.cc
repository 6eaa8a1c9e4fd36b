#include "structured_learning/linear/examples/raw_text_line.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "common/control_characters.h"
#include "common/error.h"
#include "structured_learning/linear/examples/example_builder.h"
#include "structured_learning/linear/examples/line_text.h"

namespace structlab::structured_learning {
namespace {

// The lower case of each Latin-1 character that belongs to a word; 0 for all others.
using WordCharacters = std::array<char, 256>;

WordCharacters WordCharactersOfLatin1() {
  WordCharacters characters = {};
  for (int c = '0'; c <= '9'; ++c) characters[c] = static_cast<char>(c);
  for (int c = 'a'; c <= 'z'; ++c) characters[c] = characters[c - 'a' + 'A'] = static_cast<char>(c);
  for (const int c : {0xaa, 0xb5, 0xba}) characters[c] = static_cast<char>(c);  // two ordinals and micro
  for (int c = 0xc0; c <= 0xff; ++c) {
    if (c == 0xd7 || c == 0xf7) continue;  // times and divided by
    const bool is_capital = c < 0xdf;
    characters[c] = static_cast<char>(is_capital ? c + 0x20 : c);
  }
  return characters;
}

// Characters beyond Latin-1 that are not part of a word, in increasing order.
struct CharacterRange {
  uint32_t first, last;
};
constexpr CharacterRange kSeparators[] = {
    {0x2000, 0x206f},  // general punctuation, with its spaces
    {0x20a0, 0x20cf},  // currency signs, as those of Latin-1
    {0x2e00, 0x2e7f},  // supplemental punctuation
    {0x3000, 0x303f},  // ideographic space and punctuation
    {0xfe10, 0xfe1f},  // vertical forms
    {0xfe30, 0xfe6f},  // compatibility and small forms
    {0xfeff, 0xfeff},  // the byte order mark
    {0xff01, 0xff0f},  // fullwidth and halfwidth forms, except digits and letters
    {0xff1a, 0xff20}, {0xff3b, 0xff40}, {0xff5b, 0xff65}, {0xffe0, 0xffee},
};

bool IsSeparator(uint32_t code) {
  if (code < kSeparators[0].first) return false;
  const auto* const range = std::find_if(std::begin(kSeparators), std::end(kSeparators),
                                         [&](const CharacterRange& one) { return code <= one.last; });
  return range != std::end(kSeparators) && code >= range->first;
}

struct Utf8Character {
  std::string_view bytes;
  uint32_t code;
};

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Handles UTF-8 that begins with a character beyond ASCII.
Utf8Character FirstCharacter(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const size_t length = byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
  uint32_t code = byte(0) & (0x7fu >> length);
  for (size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3fu);
  return {text.substr(0, length), code};
}

class RawTextParser : public LineParser {
 public:
  RawTextParser(const ParserOptions& options, const TextOptions& text)
      : builder_(options), text_(text), grams_(text, options.seed) {
    // In UTF-8 these bytes are parts of characters.
    if (text.encoding == TextEncoding::kUtf8) std::fill(bytes_.begin() + 0x80, bytes_.end(), '\0');
  }

  bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) override {
    if (text_.encoding == TextEncoding::kUtf8) CheckUtf8(line);
    const size_t tab = line.find('\t');
    if (tab == line.npos && common::IsBlankLine(line)) return false;
    if (tab == line.npos) {
      throw LineMistake{
          line.size() + 1, "a label, a tab and the text", "no tab",
          RemedyForLine(line, "put a tab between label and text, or before a text without label")};
    }
    builder_.Begin();
    ParseLabels(line.substr(0, tab), labels, batch);
    FindWords(line.substr(tab + 1));
    const size_t features = grams_.Finish(batch, names_);
    builder_.CheckValues({batch.FeatureRoom(features).values, features});
    namespaces_[0] = {' ', 0, features};
    builder_.Finish(features, /*rising=*/true, namespaces_, batch, names_);
    return true;
  }

  std::vector<std::pair<char, char>> UnusedCrosses() const override { return builder_.UnusedCrosses(); }

 private:
  void ParseLabels(std::string_view text, LabelNames& labels, ExampleBatch& batch) {
    if (common::IsBlankLine(text) || builder_.ignores_labels()) return;
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      const size_t first = std::min(text.find_first_not_of(' ', begin), end);
      const std::string_view label = text.substr(first, end - first);
      if (label.empty()) throw LineMistake{first + 1, "a label", end < text.size() ? "','" : "a tab"};
      builder_.AddLabel(label.substr(0, label.find_last_not_of(' ') + 1), first + 1, labels, batch);
      begin = end + 1;
    }
  }

  void FindWords(std::string_view text) {
    grams_.Begin();
    const bool is_utf8 = text_.encoding == TextEncoding::kUtf8;
    for (size_t i = 0; i < text.size();) {
      for (; i < text.size() && bytes_[static_cast<unsigned char>(text[i])] != 0; ++i) {
        word_ += bytes_[static_cast<unsigned char>(text[i])];
      }
      if (is_utf8 && i < text.size() && !IsAscii(text[i])) {
        const Utf8Character character = FirstCharacter(text.substr(i));
        i += character.bytes.size();
        if (AddToWord(character)) continue;
      } else {
        ++i;
      }
      EndWord();
    }
    EndWord();
  }

  // Returns false if the character does not belong to a word.
  bool AddToWord(const Utf8Character& character) {
    if (character.code >= characters_.size()) {
      if (IsSeparator(character.code)) return false;
      word_ += character.bytes;
      return true;
    }
    const auto lower = static_cast<unsigned char>(characters_[character.code]);
    if (lower == 0) return false;
    word_ += static_cast<char>(0xc0 | lower >> 6);
    word_ += static_cast<char>(0x80 | (lower & 0x3f));
    return true;
  }

  void EndWord() {
    if (word_.empty()) return;
    grams_.Add(word_, names_ != nullptr);
    word_.clear();
  }

  ExampleBuilder builder_;
  TextOptions text_;
  WordGrams grams_;
  const WordCharacters characters_ = WordCharactersOfLatin1();
  WordCharacters bytes_ = characters_;  // lower case of single bytes
  std::vector<Namespace> namespaces_ = {{' ', 0, 0}};
  std::string word_;  // so far
};

}  // namespace

std::unique_ptr<LineParser> MakeRawTextParser(const ParserOptions& options, const TextOptions& text) {
  return std::make_unique<RawTextParser>(options, text);
}

}  // namespace structlab::structured_learning
