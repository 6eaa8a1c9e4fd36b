#include "common/error.h"

#include <string_view>
#include <utility>

namespace structlab::common {
namespace {

// Control characters would break the line, or the terminal that shows it.
std::string Printable(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      line += c;
      continue;
    }
    constexpr char kDigits[] = "0123456789abcdef";
    line += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
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
