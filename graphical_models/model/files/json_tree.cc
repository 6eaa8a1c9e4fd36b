#include "graphical_models/model/files/json_tree.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <unordered_set>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

constexpr size_t kDeepest = 16;

// The characters of a file, with the place of the token that was begun last.
class PlacedCharacters {
 public:
  explicit PlacedCharacters(const std::string& path) : path_(path), bytes_(path), buffer_(kBuffer) { Fill(); }

  bool at_end() const { return size_ == 0; }
  char current() const { return buffer_[position_]; }

  void Advance() {
    Note(current());
    if (++position_ == size_) Fill();
  }

  int64_t token_line() const { return token_line_; }
  int32_t token_column() const { return token_column_; }
  std::string Where() const {
    return path_ + ":" + std::to_string(line_) + ":" + std::to_string(std::max(column_, int64_t{1}));
  }

 private:
  static constexpr size_t kBuffer = size_t{1} << 16;

  void Fill() {
    position_ = 0;
    try {
      size_ = bytes_.Read(buffer_);
    } catch (const common::Error& error) {
      common::ErrorParts parts = error.parts();
      parts.where = Where();
      throw common::Error(error.kind(), parts);
    }
  }

  void BeginToken() {
    token_line_ = line_;
    token_column_ = static_cast<int32_t>(std::min<int64_t>(column_, std::numeric_limits<int32_t>::max()));
  }

  // A lexer that knows where tokens begin and nothing else.
  void Note(char c) {
    ++column_;
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
    } else if (std::string_view("{}[],: \t\r\n").find(c) != std::string_view::npos) {
      in_scalar_ = false;
      if (c == '{' || c == '[') BeginToken();
    } else if (!in_scalar_) {
      in_string_ = c == '"';
      in_scalar_ = !in_string_;
      BeginToken();
    }
    if (c == '\n') {
      ++line_;
      column_ = 0;
    }
  }

  std::string path_;
  common::ByteInput bytes_;
  std::vector<char> buffer_;
  size_t position_ = 0, size_ = 0;
  int64_t line_ = 1, column_ = 0;  // of the last character
  int64_t token_line_ = 1;
  int32_t token_column_ = 1;
  bool in_string_ = false, escaped_ = false, in_scalar_ = false;
};

// What the parser reads from: an input iterator on the characters; none is the end.
class CharacterIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  explicit CharacterIterator(PlacedCharacters* characters = nullptr) : characters_(characters) {}
  char operator*() const { return characters_->current(); }
  CharacterIterator& operator++() {
    characters_->Advance();
    return *this;
  }
  CharacterIterator operator++(int) {
    const CharacterIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CharacterIterator& a, const CharacterIterator& b) {
    return a.IsEnd() == b.IsEnd();
  }

 private:
  bool IsEnd() const { return characters_ == nullptr || characters_->at_end(); }

  PlacedCharacters* characters_;
};

// Called by the parser for one value after the other.
class TreeBuilder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  TreeBuilder(const PlacedCharacters& characters, JsonTree& tree) : characters_(characters), tree_(tree) {}

  bool null() { return Add(JsonKind::kNull); }
  bool boolean(bool) { return Add(JsonKind::kBoolean); }
  bool number_integer(number_integer_t value) { return AddNumber(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) { return AddNumber(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) { return AddNumber(value); }
  bool binary(binary_t&) { return false; }  // JSON has none
  bool string(string_t& value) {
    Add(JsonKind::kString);
    last_->text = std::move(value);
    return true;
  }
  bool start_object(size_t) { return Open(JsonKind::kObject); }
  bool start_array(size_t) { return Open(JsonKind::kArray); }
  bool end_array() { return Close(); }
  bool end_object() { return Close(); }

  bool key(string_t& value) {
    JsonNode node = NodeHere(JsonKind::kString);
    node.text = std::move(value);
    if (!keys_.back().insert(node.text).second) {
      tree_.Refuse(node, "different keys", common::Quote(node.text) + " twice");
    }
    open_.back()->keys.push_back(std::move(node));
    return true;
  }

  bool parse_error(size_t, const std::string& last_token, const nlohmann::json::exception&) {
    common::ThrowDataError(characters_.Where(), "JSON",
                           last_token.empty() ? "the end of the file" : common::Quote(last_token),
                           "strings stand in double quotes, and commas between values; a number has at most "
                           "1.8e308 in magnitude");
  }

 private:
  JsonNode NodeHere(JsonKind kind) {
    ++tree_.num_nodes;
    JsonNode node;
    node.kind = kind;
    node.line = characters_.token_line();
    node.column = characters_.token_column();
    return node;
  }

  bool Add(JsonKind kind) {
    JsonNode node = NodeHere(kind);
    if (open_.empty()) {
      tree_.root = std::move(node);
      last_ = &tree_.root;
    } else {
      open_.back()->items.push_back(std::move(node));
      last_ = &open_.back()->items.back();
    }
    return true;
  }

  bool AddNumber(double value) {
    Add(JsonKind::kNumber);
    last_->number = value;
    return true;
  }

  bool Open(JsonKind kind) {
    Add(kind);
    if (open_.size() == kDeepest) {
      tree_.Refuse(*last_, "at most " + std::to_string(kDeepest) + " levels of arrays and objects", "more");
    }
    // Only the innermost open one gets items, so that the pointers to those around it stay valid.
    open_.push_back(last_);
    keys_.emplace_back();
    return true;
  }

  bool Close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  const PlacedCharacters& characters_;
  JsonTree& tree_;
  JsonNode* last_ = nullptr;
  std::vector<JsonNode*> open_;                        // outermost first
  std::vector<std::unordered_set<std::string>> keys_;  // of the open ones
};

}  // namespace

const JsonNode* JsonNode::Find(const std::string& key) const {
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

std::string JsonTree::Where(const JsonNode& node) const {
  return path + ":" + std::to_string(node.line) + ":" + std::to_string(node.column);
}

void JsonTree::Refuse(const JsonNode& node, const std::string& expected, const std::string& found,
                      const std::string& remedy) const {
  common::ThrowDataError(Where(node), expected, found, remedy);
}

std::string Describe(const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kBoolean:
      return "true or false";
    case JsonKind::kNumber:
      return "the number " + common::FormatDouble(node.number);
    case JsonKind::kString:
      return common::Quote(node.text);
    case JsonKind::kArray:
      return "an array of " + std::to_string(node.items.size());
    case JsonKind::kObject:
      return "an object of " + std::to_string(node.items.size());
  }
  return "something else";
}

JsonTree ReadJson(const std::string& path) {
  JsonTree tree;
  tree.path = path;
  PlacedCharacters characters(path);
  TreeBuilder builder(characters, tree);
  nlohmann::json::sax_parse(CharacterIterator(&characters), CharacterIterator(), &builder);
  return tree;
}

}  // namespace structlab::graphical_models
