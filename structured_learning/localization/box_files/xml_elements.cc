#include "structured_learning/localization/box_files/xml_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::string_view kBlanks = " \t\r\n";

bool IsNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

void AppendUtf8(uint32_t code, std::string& text) {
  const auto add = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
}

// The code of "#65" or "#x41"; nothing for what XML does not allow.
std::optional<uint32_t> CharacterNumber(std::string_view entity) {
  const bool is_hexadecimal = entity.starts_with("#x");
  const std::string_view digits = entity.substr(is_hexadecimal ? 2 : 1);
  uint32_t code = 0;
  const auto [end, failure] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hexadecimal ? 16 : 10);
  const bool is_number = failure == std::errc() && end == digits.data() + digits.size();
  const bool is_allowed = code == '\t' || code == '\n' || code == '\r' ||
                          (code >= 0x20 && code < 0x110000 && !(code >= 0xD800 && code < 0xE000));
  if (!is_number || !is_allowed) return std::nullopt;
  return code;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& name) : text_(text), name_(name) {
    if (Rest().starts_with("\xef\xbb\xbf")) Advance(3);
  }

  XmlElement Parse() {
    SkipBetween();
    if (AtEnd() || text_[at_] != '<') Refuse("an element");
    XmlElement root = ReadElement(1);
    SkipBetween();
    if (!AtEnd()) Refuse("the end of the file");
    return root;
  }

 private:
  bool AtEnd() const { return at_ >= text_.size(); }
  std::string_view Rest() const { return text_.substr(at_); }

  void Advance(size_t count) {
    line_ += std::count(text_.begin() + at_, text_.begin() + at_ + count, '\n');
    at_ += count;
  }

  [[noreturn]] void Refuse(const std::string& expected, const std::string& found = "") const {
    const std::string here = AtEnd() ? "the end of the file" : common::Quote(Rest().substr(0, 20));
    common::ThrowDataError(fmt::format("{}:{}", name_, line_), expected, found.empty() ? here : found);
  }

  // Skips a part that begins with `begin`, up to and with `end`.
  bool Skip(std::string_view begin, std::string_view end) {
    if (!Rest().starts_with(begin)) return false;
    const size_t found = Rest().find(end, begin.size());
    if (found == std::string_view::npos) Refuse(fmt::format("{} after {}", end, begin));
    Advance(found + end.size());
    return true;
  }

  void SkipBlanks() { Advance(std::min(Rest().find_first_not_of(kBlanks), Rest().size())); }

  // Blanks, comments and processing instructions outside of the root.
  void SkipBetween() {
    for (size_t before = at_ + 1; before != at_;) {
      before = at_;
      SkipBlanks();
      if (!Skip("<!--", "-->")) Skip("<?", "?>");
    }
    if (Rest().starts_with("<!")) Refuse("an element", "a document type, which is not read");
  }

  std::string ReadName() {
    size_t count = 0;
    while (count < Rest().size() && IsNameCharacter(Rest()[count])) ++count;
    if (count == 0) Refuse("a name");
    std::string name(Rest().substr(0, count));
    Advance(count);
    return name;
  }

  void SkipAttributes() {
    for (SkipBlanks(); !AtEnd() && text_[at_] != '>' && text_[at_] != '/'; SkipBlanks()) {
      ReadName();
      SkipBlanks();
      if (!Rest().starts_with('=')) Refuse("=");
      Advance(1);
      SkipBlanks();
      if (!Skip("\"", "\"") && !Skip("'", "'")) Refuse("a value in quotation marks");
    }
  }

  XmlElement ReadElement(int depth) {
    if (depth > kMaxDepth) Refuse(fmt::format("elements at most {} deep", kMaxDepth), "more");
    XmlElement element;
    element.line = line_;
    Advance(1);
    element.name = ReadName();
    SkipAttributes();
    if (Rest().starts_with("/>")) {
      Advance(2);
      return element;
    }
    if (!Rest().starts_with('>')) Refuse("> at the end of the tag");
    Advance(1);
    ReadContent(element, depth);
    const size_t first = element.text.find_first_not_of(kBlanks);
    const size_t last = element.text.find_last_not_of(kBlanks);
    element.text = first == std::string::npos ? "" : element.text.substr(first, last - first + 1);
    return element;
  }

  void ReadContent(XmlElement& element, int depth) {
    constexpr std::string_view kCData = "<![CDATA[";
    for (;;) {
      if (AtEnd()) Refuse(fmt::format("</{}> for the tag of line {}", element.name, element.line));
      if (Rest().starts_with("</")) {
        Advance(2);
        const std::string name = ReadName();
        SkipBlanks();
        if (name != element.name || !Rest().starts_with('>')) {
          Refuse(fmt::format("</{}> for the tag of line {}", element.name, element.line),
                 common::Quote("</" + name));
        }
        Advance(1);
        return;
      }
      if (Rest().starts_with(kCData)) {
        const size_t begin = at_ + kCData.size();
        Skip(kCData, "]]>");
        element.text += text_.substr(begin, at_ - 3 - begin);
      } else if (Rest().starts_with('<')) {
        if (Skip("<!--", "-->") || Skip("<?", "?>")) continue;
        element.children.push_back(ReadElement(depth + 1));
      } else if (Rest().starts_with('&')) {
        ReadEntity(element.text);
      } else {
        const size_t count = std::min(Rest().find_first_of("<&"), Rest().size());
        element.text += Rest().substr(0, count);
        Advance(count);
      }
    }
  }

  void ReadEntity(std::string& text) {
    constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
        {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
    const size_t end = Rest().substr(0, 16).find(';');
    if (end == std::string_view::npos) Refuse("an entity such as &amp;");
    const std::string_view entity = Rest().substr(1, end - 1);
    const auto named = std::ranges::find(kNamed, entity, &std::pair<std::string_view, char>::first);
    if (named != kNamed.end()) {
      text += named->second;
    } else if (const auto code = entity.starts_with('#') ? CharacterNumber(entity) : std::nullopt) {
      AppendUtf8(*code, text);
    } else {
      Refuse("a known entity");
    }
    Advance(end + 1);
  }

  std::string_view text_;
  const std::string& name_;
  size_t at_ = 0;
  int64_t line_ = 1;
};

}  // namespace

const XmlElement* XmlElement::Child(std::string_view child) const {
  const auto found = std::ranges::find(children, child, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

XmlElement ParseXml(std::string_view text, const std::string& name) { return Parser(text, name).Parse(); }

}  // namespace structlab::structured_learning
