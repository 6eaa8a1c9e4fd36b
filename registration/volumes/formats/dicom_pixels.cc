#include "registration/volumes/formats/dicom_pixels.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "registration/volumes/formats/voxel_bytes.h"

namespace structlab::registration {
namespace {

// The length that stands behind a tag: of 4 bytes, behind two letters and two zeros if the letters are given.
uint64_t LengthAt(std::string_view bytes, size_t after_tag, bool big_endian, size_t& data) {
  const bool has_letters = bytes.substr(after_tag, 2) == "OW" || bytes.substr(after_tag, 2) == "OB";
  const size_t at = after_tag + (has_letters ? 4 : 0);
  data = at + 4;
  if (data > bytes.size()) return 0;
  uint64_t length = 0;
  for (size_t i = 0; i < 4; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[at + (big_endian ? i : 3 - i)]);
    length = 256 * length + byte;
  }
  return length;
}

// Whether the transfer syntax (0002,0010) is one of those without compression; files without it have none.
bool IsPlain(std::string_view bytes) {
  const std::string_view tag("\x02\x00\x10\x00UI", 6);
  const size_t at = bytes.substr(0, 4096).find(tag);
  if (at == std::string_view::npos || at + 8 > bytes.size()) return true;
  std::string_view syntax = bytes.substr(at + 8, static_cast<uint8_t>(bytes[at + 6]));
  while (!syntax.empty() && (syntax.back() == '\0' || syntax.back() == ' ')) syntax.remove_suffix(1);
  return syntax == "1.2.840.10008.1.2" || syntax == "1.2.840.10008.1.2.1" || syntax == "1.2.840.10008.1.2.2";
}

}  // namespace

void CheckThatDicomPixelsAreWhole(const std::string& path, uint64_t needed) {
  const std::vector<char> file = BytesOf(path, 0, std::numeric_limits<uint64_t>::max());
  const std::string_view bytes(file.data(), file.size());
  if (!IsPlain(bytes)) return;
  for (const bool big_endian : {false, true}) {
    const std::string_view tag(big_endian ? "\x7f\xe0\x00\x10" : "\xe0\x7f\x10\x00", 4);
    for (size_t at = bytes.find(tag); at != std::string_view::npos; at = bytes.find(tag, at + 1)) {
      size_t data = 0;
      const uint64_t length = LengthAt(bytes, at + tag.size(), big_endian, data);
      // The same bytes may stand elsewhere by chance; the length may be filled up to an even number.
      if (length != needed && length != needed + 1) continue;
      if (bytes.size() - data < needed) ThrowCutShort(path, needed, bytes.size() - data);
      return;
    }
  }
  if (bytes.size() < needed) ThrowCutShort(path, needed, bytes.size());
}

}  // namespace structlab::registration
