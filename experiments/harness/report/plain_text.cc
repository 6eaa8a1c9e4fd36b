#include "experiments/harness/report/plain_text.h"

#include <algorithm>

#include "common/digest.h"
#include "common/utf8.h"

namespace structlab::harness {
namespace {

constexpr size_t kLongestFileName = 200;

// The bytes of the character that begins at `at`, or 0 where none does, nor one that XML allows: U+FFFE and
// U+FFFF it forbids.
size_t CharacterLength(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  const bool is_forbidden = rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF");
  return is_forbidden ? 0 : common::Utf8Length(rest);
}

}  // namespace

std::string CleanText(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const size_t length = CharacterLength(text, i);
    if (length == 0) {
      clean += "\xEF\xBF\xBD";
      ++i;
      continue;
    }
    const unsigned char first = static_cast<unsigned char>(text[i]);
    const bool control = (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F;
    // U+0080 to U+009F are controls as well.
    const bool high_control = first == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (control || high_control) {
      clean += ' ';
    } else {
      clean += text.substr(i, length);
    }
    i += length;
  }
  return clean;
}

std::string EscapeMarkup(std::string_view text) {
  std::string escaped;
  for (const char c : CleanText(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string FileNameFor(std::string_view id) {
  if (id.empty()) return "~";
  std::string name;
  for (const char c : id) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (letter || digit || c == '_' || c == '-' || (c == '.' && !name.empty())) {
      name += c;
    } else {
      constexpr char kDigits[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      name += '~';
      name += kDigits[byte >> 4];
      name += kDigits[byte & 15];
    }
  }
  // File systems end at 255 bytes, with the ending. "~~" occurs in no other name.
  if (name.size() > kLongestFileName) name = name.substr(0, 100) + "~~" + common::Sha256OfText(id);
  return name;
}

std::vector<std::string_view> SplitEvidence(std::string_view evidence) {
  std::vector<std::string_view> comparisons;
  for (size_t begin = 0; begin <= evidence.size();) {
    const size_t end = std::min(evidence.find("; ", begin), evidence.size());
    comparisons.push_back(evidence.substr(begin, end - begin));
    begin = end + 2;
  }
  return comparisons;
}

}  // namespace structlab::harness
