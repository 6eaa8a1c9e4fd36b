#include "experiments/harness/report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/check.h"
#include "common/digest.h"
#include "common/utf8.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxFileName = 200;

// The bytes of the character at the front, or 0 where none begins. U+FFFE and U+FFFF are not allowed in XML
// and count as none.
size_t CharacterLength(std::string_view text) {
  const bool is_forbidden = text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
  return is_forbidden ? 0 : common::Utf8Length(text);
}

// Below U+0020 except for line breaks and tabs, and U+007F to U+009F.
bool IsControl(std::string_view character) {
  const auto byte = static_cast<unsigned char>(character.back());
  if (character.size() == 2) return character.front() == '\xC2' && byte < 0xA0;
  return character.size() == 1 && ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F);
}

}  // namespace

std::string CleanText(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    const std::string_view character = text.substr(0, std::max<size_t>(length, 1));
    clean += length == 0 ? "\xEF\xBF\xBD" : IsControl(character) ? " " : character;
    text.remove_prefix(character.size());
  }
  return clean;
}

std::string EscapeMarkup(std::string_view text) {
  std::string escaped;
  for (const char c : CleanText(text)) {
    const char* reference = c == '&'    ? "&amp;"
                            : c == '<'  ? "&lt;"
                            : c == '>'  ? "&gt;"
                            : c == '"'  ? "&quot;"
                            : c == '\'' ? "&#39;"
                                        : nullptr;
    reference != nullptr ? escaped.append(reference) : escaped.append(1, c);
  }
  return escaped;
}

std::string FileNameFor(std::string_view id) {
  if (id.empty()) return "~";
  std::string name;
  for (const char c : id) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool stays = is_letter || c == '_' || c == '-' || (c == '.' && !name.empty());
    name += stays ? std::string(1, c) : fmt::format("~{:02x}", static_cast<unsigned char>(c));
  }
  // File systems end at 255 bytes, with the ending. "~~" occurs in no other name.
  if (name.size() > kMaxFileName) name = name.substr(0, 100) + "~~" + common::Sha256OfText(id);
  return name;
}

std::string Shortened(std::string_view text, size_t max_letters) {
  const std::string clean = CleanText(text);
  size_t letters = 0, at = 0, cut = 0;
  while (at < clean.size() && letters < max_letters) {
    // One place is kept for the "…".
    if (letters + 1 < max_letters && clean[at] == ' ') cut = at;
    at += common::Utf8Length(std::string_view(clean).substr(at));
    ++letters;
  }
  if (at == clean.size()) return clean;
  std::string start = clean.substr(0, cut);
  while (!start.empty() && std::string_view(" ,;:").find(start.back()) != std::string_view::npos)
    start.pop_back();
  return start.append("…");
}

void HtmlWriter::Tag(std::string_view tag, Attributes attributes) {
  text_ += '<';
  text_ += tag;
  for (const auto& [name, value] : attributes) {
    text_ += ' ';
    text_ += name;
    text_ += "=\"";
    text_ += EscapeMarkup(value);
    text_ += '"';
  }
  text_ += '>';
}

HtmlWriter& HtmlWriter::Open(std::string_view tag, Attributes attributes) {
  Tag(tag, attributes);
  open_.emplace_back(tag);
  return *this;
}

HtmlWriter& HtmlWriter::Close(std::string_view tag) {
  STRUCTLAB_CHECK(!open_.empty() && open_.back() == tag);
  open_.pop_back();
  text_ += "</";
  text_ += tag;
  text_ += ">";
  // A line a block, so that a difference between two reports can be read.
  const bool is_block = tag == "tr" || tag == "p" || tag == "li" || tag == "div" || tag == "section" ||
                        tag == "table" || tag == "thead" || tag == "h1" || tag == "h2" || tag == "h3";
  if (is_block) text_ += '\n';
  return *this;
}

HtmlWriter& HtmlWriter::Void(std::string_view tag, Attributes attributes) {
  Tag(tag, attributes);
  return *this;
}

HtmlWriter& HtmlWriter::Text(std::string_view text) {
  text_ += EscapeMarkup(text);
  return *this;
}

HtmlWriter& HtmlWriter::Prose(std::string_view text) {
  while (!text.empty()) {
    const size_t begin = text.find('`');
    const size_t end = begin == text.npos ? text.npos : text.find('`', begin + 1);
    if (end == text.npos) return Text(text);
    Text(text.substr(0, begin)).Element("code", text.substr(begin + 1, end - begin - 1));
    text = text.substr(end + 1);
  }
  return *this;
}

HtmlWriter& HtmlWriter::Element(std::string_view tag, std::string_view text, Attributes attributes) {
  return Open(tag, attributes).Text(text).Close(tag);
}

HtmlWriter& HtmlWriter::Constant(std::string_view markup) {
  text_ += markup;
  return *this;
}

std::string HtmlWriter::TakeText() {
  STRUCTLAB_CHECK(open_.empty());
  return std::move(text_);
}

}  // namespace structlab::harness
