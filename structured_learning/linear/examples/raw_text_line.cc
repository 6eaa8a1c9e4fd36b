#include "structured_learning/linear/examples/raw_text_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/utf8.h"
#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/murmur_hash.h"
#include "structured_learning/linear/examples/example_builder.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMostWords = 8;

// The lower case of each byte that belongs to a word, 0 for all others.
using WordBytes = std::array<char, 256>;

WordBytes WordBytesOf(TextEncoding encoding) {
  WordBytes bytes = {};
  for (int c = '0'; c <= '9'; ++c) bytes[c] = static_cast<char>(c);
  for (int c = 'a'; c <= 'z'; ++c) bytes[c] = bytes[c - 'a' + 'A'] = static_cast<char>(c);
  if (encoding == TextEncoding::kUtf8) {
    for (int c = 0x80; c <= 0xff; ++c) bytes[c] = static_cast<char>(c);
    return bytes;
  }
  for (const int c : {0xaa, 0xb5, 0xba}) bytes[c] = static_cast<char>(c);  // two ordinals and micro
  for (int c = 0xc0; c <= 0xff; ++c) {
    if (c == 0xd7 || c == 0xf7) continue;  // times and divided by
    const bool is_capital = c < 0xdf;
    bytes[c] = static_cast<char>(is_capital ? c + 0x20 : c);
  }
  return bytes;
}

class RawTextParser : public LineParser {
 public:
  RawTextParser(const ParserOptions& options, const TextOptions& text)
      : builder_(options), seed_(options.seed), text_(text), bytes_(WordBytesOf(text.encoding)) {
    if (text.ngrams < 1 || text.ngrams > kMostWords) {
      common::ThrowUsageError("TextOptions::ngrams", "1 to " + std::to_string(kMostWords),
                              std::to_string(text.ngrams));
    }
  }

  bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) override {
    if (text_.encoding == TextEncoding::kUtf8) CheckUtf8(line);
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      throw LineMistake{line.size() + 1, "a label, a tab and the text", "no tab"};
    }
    builder_.Begin();
    ParseLabels(line.substr(0, tab), labels, batch);
    FindWords(line.substr(tab + 1));
    const size_t features = AddGrams(batch);
    namespaces_[0] = {' ', 0, features};
    builder_.Finish(features, /*rising=*/true, namespaces_, batch, names_);
    return true;
  }

 private:
  static void CheckUtf8(std::string_view line) {
    const size_t at = common::FindNoUtf8(line);
    if (at == line.npos) return;
    throw LineMistake{at + 1, "UTF-8", common::Quote(line.substr(at, 1)), "say which encoding it is"};
  }

  void ParseLabels(std::string_view text, LabelNames& labels, ExampleBatch& batch) {
    if (text.empty()) return;
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      if (end == begin) throw LineMistake{begin + 1, "a label", end < text.size() ? "','" : "a tab"};
      builder_.AddLabel(text.substr(begin, end - begin), begin + 1, labels, batch);
      begin = end + 1;
    }
  }

  // Sets keys_, and words_ if names are collected.
  void FindWords(std::string_view text) {
    keys_.clear();
    words_.clear();
    for (size_t i = 0; i < text.size();) {
      word_.clear();
      for (; i < text.size() && bytes_[static_cast<unsigned char>(text[i])] != 0; ++i) {
        word_ += bytes_[static_cast<unsigned char>(text[i])];
      }
      if (word_.empty()) {
        ++i;
        continue;
      }
      keys_.push_back(kernels::MurmurHash3(word_, seed_));
      if (names_ != nullptr) words_.push_back(word_);
    }
  }

  // Words and n-grams with their weights; returns how many differ.
  size_t AddGrams(ExampleBatch& batch) {
    const size_t longest = static_cast<size_t>(text_.ngrams);
    CheckFeatures(keys_.size() * longest, "n-grams");
    const ExampleBatch::Room room = batch.FeatureRoom(keys_.size() * longest);
    size_t features = 0;
    for (size_t first = 0; first < keys_.size(); ++first) {
      uint32_t key = keys_[first];
      std::string name = names_ != nullptr ? words_[first] : std::string();
      for (size_t length = 1;; ++length) {
        room.keys[features] = key;
        room.values[features++] = 1;
        if (names_ != nullptr) names_->try_emplace(key, name);
        const size_t next = first + length;
        if (length == longest || next == keys_.size()) break;
        key = kernels::GramKey(key, keys_[next]);
        if (names_ != nullptr) name.append(" ").append(words_[next]);
      }
    }
    features = duplicates_.Sum(room.keys, room.values, features);
    Weigh({room.values, features});
    return features;
  }

  void Weigh(std::span<float> values) const {
    double squares = 0;
    for (float& value : values) {
      if (text_.weight == TermWeight::kBinary) value = 1;
      if (text_.weight == TermWeight::kLogCount) value = 1 + std::log(value);
      squares += static_cast<double>(value) * value;
    }
    if (!text_.unit_length || values.empty()) return;
    const auto scale = static_cast<float>(1 / std::sqrt(squares));
    for (float& value : values) value *= scale;
  }

  ExampleBuilder builder_;
  DuplicateSummer duplicates_;
  uint32_t seed_;
  TextOptions text_;
  WordBytes bytes_;
  std::vector<Namespace> namespaces_ = {{' ', 0, 0}};
  std::string word_;
  std::vector<uint32_t> keys_;  // of the words of the text, in their order
  std::vector<std::string> words_;
};

}  // namespace

std::unique_ptr<LineParser> MakeRawTextParser(const ParserOptions& options, const TextOptions& text) {
  return std::make_unique<RawTextParser>(options, text);
}

}  // namespace structlab::structured_learning
