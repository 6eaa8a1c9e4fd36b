#include "graphical_models/model/files/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::graphical_models {
namespace {

constexpr size_t kMaxDepth = 16;
constexpr int64_t kNodesBetweenStops = int64_t{1} << 16;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool IsSeparator(char c) {
  return c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
bool IsOpening(char c) { return c == '{' || c == '['; }
bool IsClosing(char c) { return c == '}' || c == ']'; }

class Parser {
 public:
  explicit Parser(const std::string& path) { tree_.path = path; }

  JsonTree Parse() {
    ReadText();
    if (rest().starts_with(kByteOrderMark)) position_ = line_begin_ = kByteOrderMark.size();
    SkipSeparators();
    if (!at_end() && IsOpening(current())) {
      ReadList(tree_.root);
    } else if (at_end()) {
      Refuse("JSON", "the end of the file");
    } else {
      ReadScalar(tree_.root);
    }
    SkipSeparators();
    if (!at_end()) Refuse("the end of the file after the last bracket", FoundHere());
    return std::move(tree_);
  }

 private:
  bool at_end() const { return position_ == text_.size(); }
  char current() const { return text_[position_]; }
  std::string_view rest() const { return std::string_view(text_).substr(position_); }

  void ReadText() {
    common::ByteInput input(tree_.path);
    std::vector<char> buffer(size_t{1} << 16);
    try {
      while (const size_t size = input.Read(buffer)) text_.append(buffer.data(), size);
    } catch (const common::Error& error) {
      common::ErrorParts parts = error.parts();
      const auto lines = std::count(text_.begin(), text_.end(), '\n');
      parts.where = fmt::format("{}:{}:{}", tree_.path, lines + 1, text_.size() - LastLine() + 1);
      throw common::Error(error.kind(), parts);
    }
  }

  // Where the last line begins.
  size_t LastLine() const {
    const size_t feed = text_.rfind('\n');
    return feed == std::string::npos ? 0 : feed + 1;
  }

  void SkipSeparators() {
    while (!at_end()) {
      if (current() == '#' || rest().starts_with("//")) {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (current() == '\n') {
        ++line_;
        line_begin_ = ++position_;
      } else if (IsSeparator(current())) {
        ++position_;
      } else {
        return;
      }
    }
  }

  // Describes the next character for messages.
  std::string FoundHere() const {
    return at_end() ? "the end of the file" : common::Quote(rest().substr(0, 1));
  }

  [[noreturn]] void Refuse(const std::string& expected, const std::string& found,
                           const std::string& remedy = "") const {
    JsonNode here;
    Place(here);
    tree_.Refuse(here, expected, found, remedy);
  }

  void Place(JsonNode& node) const {
    node.line = line_;
    node.column = static_cast<int32_t>(
        std::min<size_t>(position_ - line_begin_ + 1, std::numeric_limits<int32_t>::max()));
  }

  void ReadList(JsonNode& list) {
    Place(list);
    ++tree_.num_nodes;
    if (++depth_ > kMaxDepth) {
      tree_.Refuse(list, fmt::format("at most {} levels of arrays and objects", kMaxDepth), "more");
    }
    const bool has_braces = current() == '{';
    bool has_colon = false;
    ++position_;
    for (SkipSeparators(); at_end() || !IsClosing(current()); SkipSeparators()) {
      if (at_end()) {
        Refuse("a closing bracket", "the end of the file",
               fmt::format("the bracket that is open begins in line {}", list.line));
      }
      if (current() == ':') {
        MarkKey(list);
        has_colon = true;
        continue;
      }
      JsonNode& item = list.items.emplace_back();
      IsOpening(current()) ? ReadList(item) : ReadScalar(item);
    }
    ++position_;
    --depth_;
    list.kind = has_colon || (has_braces && Alternates(list.items)) ? JsonKind::kObject : JsonKind::kArray;
  }

  // A colon must follow a key, which has an even position among keys and values.
  void MarkKey(JsonNode& list) {
    const bool follows_key = list.items.size() % 2 == 1 && list.items.back().kind == JsonKind::kString &&
                             !list.items.back().is_key;
    if (!follows_key) Refuse("a value", "':'", "a colon stands between the key of an object and its value");
    list.items.back().is_key = true;
    ++position_;
  }

  static bool Alternates(const std::vector<JsonNode>& items) {
    if (items.size() % 2 == 1) return false;
    for (size_t i = 0; i < items.size(); i += 2) {
      if (items[i].kind != JsonKind::kString) return false;
    }
    return true;
  }

  void ReadScalar(JsonNode& node) {
    Place(node);
    if (++tree_.num_nodes % kNodesBetweenStops == 0) common::StopPoint();
    node.kind = JsonKind::kString;
    if (current() == '"') {
      ReadQuoted(node);
    } else if (current() == ':' || IsClosing(current())) {
      Refuse("JSON", FoundHere());
    } else {
      ReadBare(node);
    }
  }

  void ReadQuoted(JsonNode& node) {
    const size_t begin = position_;
    size_t end = begin + 1;
    bool is_plain = true;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
      is_plain = is_plain && text_[end] != '\\' && static_cast<unsigned char>(text_[end]) < 0x80;
      end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    }
    if (end >= text_.size() || text_[end] == '\n') {
      Refuse("a string with its end in the same line", "none", "it ends in double quotes");
    }
    position_ = end + 1;
    node.text = text_.substr(begin + 1, end - begin - 1);
    if (is_plain) return;
    const auto decoded = nlohmann::json::parse(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                                               text_.begin() + static_cast<std::ptrdiff_t>(end) + 1,
                                               /*cb=*/nullptr, /*allow_exceptions=*/false);
    if (!decoded.is_string())
      tree_.Refuse(node, "a string of UTF-8 with the escapes of JSON", common::Quote(node.text));
    node.text = decoded.get<std::string>();
  }

  // A number, or a word without quotation marks.
  void ReadBare(JsonNode& node) {
    const size_t begin = position_;
    const auto ends = [](char c) { return IsSeparator(c) || IsOpening(c) || IsClosing(c) || c == ':'; };
    while (!at_end() && !ends(current())) ++position_;
    node.text = text_.substr(begin, position_ - begin);
    const std::string_view text = node.text;
    const bool has_plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
    const char* const end = text.data() + text.size();
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data() + (has_plus ? 1 : 0), end, value);
    if (error == std::errc::invalid_argument || stop != end || !std::isfinite(value))
      return;  // an unquoted word
    if (error == std::errc::result_out_of_range) {
      tree_.Refuse(node, "a number that is 0 or from 4.9e-324 to 1.8e308 in magnitude", common::Quote(text));
    }
    node.kind = JsonKind::kNumber;
    node.number = value;
  }

  JsonTree tree_;
  std::string text_;
  size_t position_ = 0;
  int64_t line_ = 1;
  size_t line_begin_ = 0;
  size_t depth_ = 0;
};

}  // namespace

std::string JsonTree::Where(const JsonNode& node) const {
  return fmt::format("{}:{}:{}", path, node.line, node.column);
}

void JsonTree::Refuse(const JsonNode& node, const std::string& expected, const std::string& found,
                      const std::string& remedy) const {
  common::ThrowDataError(Where(node), expected, found, remedy);
}

std::string Describe(const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::kNumber:
      return "the number " + node.text;
    case JsonKind::kString:
      return common::Quote(node.text);
    case JsonKind::kArray:
      return fmt::format("an array of {}", node.items.size());
    case JsonKind::kObject:
      return fmt::format("an object of {}", node.items.size() / 2);
  }
  return "something else";
}

JsonTree ReadJson(const std::string& path) { return Parser(path).Parse(); }

}  // namespace structlab::graphical_models
