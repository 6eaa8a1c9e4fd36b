#include "common/png/png_texts.h"

#include <zlib.h>

#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "common/safe_text.h"

namespace structlab::common {
namespace {

std::string BigEndian(uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((number >> shift) & 0xFF);
  return bytes;
}

// A chunk: length, type, content and checksum. Decoders ignore types that they do not know.
std::string Chunk(const std::string& type, const std::string& content) {
  const std::string checked = type + content;
  const auto* bytes = reinterpret_cast<const Bytef*>(checked.data());
  const auto checksum = static_cast<uint32_t>(::crc32(0, bytes, static_cast<uInt>(checked.size())));
  return BigEndian(static_cast<uint32_t>(content.size())) + checked + BigEndian(checksum);
}

// tEXt is Latin-1: other characters become '?', line breaks spaces.
std::string Latin1(std::string_view text) {
  std::string latin;
  for (const char c : CleanText(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // inside of a character
    latin += byte >= 0x80 ? '?' : byte < 0x20 ? ' ' : c;
  }
  return latin;
}

// Signature, length, type, content and checksum of IHDR.
constexpr size_t kEndOfHeader = 8 + 4 + 4 + 13 + 4;

}  // namespace

std::string WithPngTexts(const std::string& png,
                         const std::vector<std::pair<std::string, std::string>>& texts) {
  STRUCTLAB_CHECK(png.size() > kEndOfHeader);
  std::string chunks;
  for (const auto& [name, text] : texts) chunks += Chunk("tEXt", Latin1(name) + '\0' + Latin1(text));
  return png.substr(0, kEndOfHeader) + chunks + png.substr(kEndOfHeader);
}

}  // namespace structlab::common
