#include "common/control_characters.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace structlab::common {
namespace {

constexpr uint64_t kOnes = 0x0101010101010101, kHighBits = 0x8080808080808080;

// Nonzero if and only if one of the eight bytes is below `limit`, which is at most 0x80. Borrows may mark
// further bytes, but only above such a byte.
uint64_t HasLess(uint64_t bytes, uint8_t limit) { return (bytes - kOnes * limit) & ~bytes & kHighBits; }
uint64_t HasByte(uint64_t bytes, uint8_t byte) { return HasLess(bytes ^ (kOnes * byte), 1); }

bool BeginsControlCharacter(std::string_view text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x20) return byte != '\t';
  if (byte != 0xc2) return byte == 0x7f;
  return at + 1 < text.size() && (static_cast<unsigned char>(text[at + 1]) & 0xe0) == 0x80;
}

}  // namespace

size_t FindControlCharacter(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = at + std::min(sizeof(uint64_t), text.size() - at);
    uint64_t bytes = kOnes * ' ';
    std::memcpy(&bytes, text.data() + at, end - at);
    if ((HasLess(bytes, 0x20) | HasByte(bytes, 0x7f) | HasByte(bytes, 0xc2)) != 0) {
      for (size_t i = at; i < end; ++i) {
        if (BeginsControlCharacter(text, i)) return i;
      }
    }
    at = end;
  }
  return text.npos;
}

std::string_view WithoutLineEnd(std::string_view line) {
  constexpr std::string_view kNel = "\xc2\x85";
  while (line.ends_with('\r') || line.ends_with(kNel)) line.remove_suffix(line.ends_with('\r') ? 1 : 2);
  return line;
}

bool IsBlankLine(std::string_view line) { return line.find_first_not_of(" \t") == line.npos; }

}  // namespace structlab::common
