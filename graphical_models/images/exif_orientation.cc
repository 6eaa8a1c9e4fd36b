#include "graphical_models/images/exif_orientation.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace structlab::graphical_models {
namespace {

// Reads numbers of a TIFF file in the byte order of its header; nullopt beyond its end.
class TiffNumbers {
 public:
  TiffNumbers(std::string_view bytes, bool is_little) : bytes_(bytes), is_little_(is_little) {}

  std::optional<uint32_t> Read(size_t at, size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return std::nullopt;
    uint32_t number = 0;
    for (size_t i = 0; i < size; ++i) {
      const size_t place = is_little_ ? at + size - 1 - i : at + i;
      number = number << 8 | static_cast<uint8_t>(bytes_[place]);
    }
    return number;
  }

 private:
  std::string_view bytes_;
  bool is_little_;
};

}  // namespace

int ExifOrientation(std::string_view segment) {
  using namespace std::string_view_literals;
  constexpr uint32_t kOrientationTag = 0x0112, kShort = 3, kLong = 4;
  constexpr size_t kEntrySize = 12;
  if (!segment.starts_with("Exif\0\0"sv)) return 1;
  const std::string_view tiff = segment.substr(6);
  const bool is_little = tiff.starts_with("II\x2a\0"sv);
  if (!is_little && !tiff.starts_with("MM\0\x2a"sv)) return 1;
  const TiffNumbers numbers(tiff, is_little);
  const std::optional<uint32_t> directory = numbers.Read(4, 4);
  if (!directory) return 1;
  const uint32_t count = numbers.Read(*directory, 2).value_or(0);
  for (uint32_t i = 0; i < count; ++i) {
    const size_t entry = size_t{*directory} + 2 + kEntrySize * i;
    const std::optional<uint32_t> tag = numbers.Read(entry, 2);
    if (!tag) return 1;
    if (*tag != kOrientationTag) continue;
    const uint32_t type = numbers.Read(entry + 2, 2).value_or(0);
    const uint32_t value = type == kShort  ? numbers.Read(entry + 8, 2).value_or(0)
                           : type == kLong ? numbers.Read(entry + 8, 4).value_or(0)
                                           : 0;
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

}  // namespace structlab::graphical_models
