#include "common/safe_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/digest.h"
#include "common/utf8.h"

namespace structlab::common {
namespace {

constexpr size_t kMaxFileName = 200;

// The number of bytes of the first character; 0 if it is invalid.
size_t CharacterLength(std::string_view text) {
  const bool is_forbidden = text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
  return is_forbidden ? 0 : Utf8Length(text);
}

// Control characters: below U+0020 except line breaks and tabs, and U+007F to U+009F.
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
  // File systems allow 255 bytes, including the ending. "~~" occurs in no other name.
  if (name.size() > kMaxFileName) name = name.substr(0, 100) + "~~" + Sha256OfText(id);
  return name;
}

std::string Shortened(std::string_view text, size_t max_letters) {
  const std::string clean = CleanText(text);
  size_t letters = 0, at = 0, cut = 0;
  while (at < clean.size() && letters < max_letters) {
    // One character is reserved for the "…".
    if (letters + 1 < max_letters && clean[at] == ' ') cut = at;
    at += Utf8Length(std::string_view(clean).substr(at));
    ++letters;
  }
  if (at == clean.size()) return clean;
  std::string start = clean.substr(0, cut);
  start.erase(start.find_last_not_of(" ,;:") + 1);
  return start.append("…");
}

}  // namespace structlab::common
