#include "common/error.h"

#include <string_view>
#include <utility>

namespace structlab::common {
namespace {

// The number of bytes of the first UTF-8 character; 0 if it is invalid (RFC 3629, section 4).
size_t LengthOfCharacter(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const size_t length = lead < 0x80   ? 1
                        : lead < 0xc2 ? 0
                        : lead < 0xe0 ? 2
                        : lead < 0xf0 ? 3
                        : lead < 0xf5 ? 4
                                      : 0;
  if (length < 2) return length;
  if (text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // An overlong form, half of a surrogate pair, or beyond the last character.
  const bool is_none = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) >= 0xa0) ||
                       (lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) >= 0x90);
  return is_none ? 0 : length;
}

// Writes control characters and invalid bytes in the form "\x9f": control characters could break the line or
// the terminal, and terminals do not show invalid bytes.
std::string Printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const size_t length = LengthOfCharacter(text);
    const auto byte = static_cast<unsigned char>(text.front());
    const bool is_control = length == 1
                                ? byte < 0x20 || byte == 0x7f
                                : length == 2 && byte == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0;
    if (length > 0 && !is_control) {
      line += text.substr(0, length);
      text.remove_prefix(length);
      continue;
    }
    constexpr char kDigits[] = "0123456789abcdef";
    line += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    text.remove_prefix(1);
  }
  return line;
}

std::string Message(const ErrorParts& parts) {
  std::string line;
  const auto add = [&line](std::string_view separator, std::string_view label, const std::string& part) {
    if (part.empty()) return;
    if (!line.empty()) line += separator;
    line += label;
    line += Printable(part);
  };
  add(": ", "", parts.where);
  add(": ", "", parts.what);
  add(": ", "expected ", parts.expected);
  add(parts.expected.empty() ? ": " : ", ", "found ", parts.found);
  add("; ", "", parts.remedy);
  return line;
}

}  // namespace

Error::Error(ErrorKind kind, ErrorParts parts)
    : kind_(kind), parts_(std::move(parts)), message_(Message(parts_)) {}

void ThrowUsageError(std::string where, std::string expected, std::string found, std::string remedy) {
  throw Error(ErrorKind::kUsage, {.where = std::move(where),
                                  .expected = std::move(expected),
                                  .found = std::move(found),
                                  .remedy = std::move(remedy)});
}

void ThrowDataError(std::string where, std::string expected, std::string found, std::string remedy) {
  throw Error(ErrorKind::kData, {.where = std::move(where),
                                 .expected = std::move(expected),
                                 .found = std::move(found),
                                 .remedy = std::move(remedy)});
}

void ThrowEnvironmentError(std::string where, std::string what, std::string remedy) {
  throw Error(ErrorKind::kEnvironment,
              {.where = std::move(where), .what = std::move(what), .remedy = std::move(remedy)});
}

std::string Quote(std::string_view text) {
  constexpr size_t kLongest = 60;
  const std::string shown(text.substr(0, kLongest));
  return text.size() > kLongest ? "'" + shown + "...'" : "'" + shown + "'";
}

}  // namespace structlab::common
