#include "graphical_models/images/bmp_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

constexpr uint32_t kFileHeaderSize = 14, kCoreHeaderSize = 12, kInfoHeaderSize = 40;
constexpr uint32_t kPlain = 0, kBitFields = 3, kAlphaBitFields = 6;

// One channel of a pixel, selected by its mask and scaled to 8 bits.
uint8_t Channel(uint32_t pixel, uint32_t mask) {
  const uint64_t largest = mask >> std::countr_zero(mask);
  const uint64_t value = (pixel & mask) >> std::countr_zero(mask);
  return static_cast<uint8_t>((value * 255 + largest / 2) / largest);
}

class BmpReader {
 public:
  BmpReader(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  SourceImage Read() {
    ReadHeader();
    SourceImage source;
    source.image.width = width_, source.image.height = height_;
    if (bits_ <= 8) {
      ReadIndices(source);
    } else {
      ReadColors(source);
    }
    return source;
  }

 private:
  [[noreturn]] void ThrowShort() const {
    common::ThrowDataError(path_, "as many pixels as its header says", "a file that is too short for them");
  }

  // A little-endian number of `size` bytes.
  uint32_t Number(uint64_t at, size_t size) const {
    if (at + size > bytes_.size()) ThrowShort();
    uint32_t number = 0;
    for (size_t i = size; i > 0; --i) number = number << 8 | static_cast<uint8_t>(bytes_[at + i - 1]);
    return number;
  }

  void ReadHeader() {
    header_size_ = Number(kFileHeaderSize, 4);
    const bool is_core = header_size_ == kCoreHeaderSize;
    if (!is_core && (header_size_ < kInfoHeaderSize || header_size_ > 1024)) {
      common::ThrowDataError(path_, "a BMP header of 12 or 40 to 1024 bytes", std::to_string(header_size_));
    }
    const uint32_t at = kFileHeaderSize + 4;
    const auto side = [&](uint32_t index) {
      if (is_core) return int64_t{Number(at + 2 * index, 2)};
      return int64_t{static_cast<int32_t>(Number(at + 4 * index, 4))};
    };
    const int64_t width = side(0), height = side(1);
    bits_ = Number(is_core ? at + 6 : at + 10, 2);
    compression_ = is_core ? kPlain : Number(at + 12, 4);
    has_fields_ = compression_ == kBitFields || compression_ == kAlphaBitFields;
    if (compression_ != kPlain && !(has_fields_ && (bits_ == 16 || bits_ == 32))) {
      common::ThrowDataError(path_, "a BMP file without compression",
                             fmt::format("compression {}", compression_),
                             "save it without compression, or as PNG");
    }
    if (!std::ranges::count(std::array<uint32_t, 6>{1, 4, 8, 16, 24, 32}, bits_)) {
      common::ThrowDataError(path_, "1, 4, 8, 16, 24 or 32 bits a pixel", std::to_string(bits_));
    }
    const uint64_t rows = static_cast<uint64_t>(std::abs(height));
    row_size_ = (static_cast<uint64_t>(std::max<int64_t>(width, 0)) * bits_ + 31) / 32 * 4;
    pixels_at_ = Number(10, 4);
    if (width < 1) common::ThrowDataError(path_, "a width of at least 1", std::to_string(width));
    // At least one bit for each pixel: at most 8 pixels a byte.
    CheckPixelCount(static_cast<uint64_t>(width), rows, 8, bytes_.size(), path_);
    if (pixels_at_ + row_size_ * rows > bytes_.size()) ThrowShort();
    width_ = static_cast<int>(width);
    height_ = static_cast<int>(rows);
    is_top_down_ = height < 0;
  }

  uint64_t RowAt(int y) const {
    return pixels_at_ + row_size_ * static_cast<uint64_t>(is_top_down_ ? y : height_ - 1 - y);
  }

  void ReadIndices(SourceImage& source) const {
    const bool is_core = header_size_ == kCoreHeaderSize;
    const uint32_t declared = is_core ? 0 : Number(kFileHeaderSize + 32, 4);
    const uint32_t colors = declared == 0 ? 1u << bits_ : std::min(declared, 1u << bits_);
    const uint64_t palette = kFileHeaderSize + uint64_t{header_size_};
    source.image.channels = 3;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const uint64_t bit = static_cast<uint64_t>(x) * bits_;
        const uint32_t byte = Number(RowAt(y) + bit / 8, 1);
        const uint32_t index = byte >> (8 - bits_ - bit % 8) & ((1u << bits_) - 1);
        if (index >= colors) {
          common::ThrowDataError(path_, fmt::format("a palette index below {}", colors),
                                 std::to_string(index));
        }
        const uint32_t color = Number(palette + uint64_t{index} * (is_core ? 3 : 4), 3);
        for (const int shift : {16, 8, 0}) {
          source.image.values.push_back(static_cast<uint8_t>(color >> shift));
        }
      }
    }
    // Grey images of this format always have a palette, so there is no note on a grey palette of 8 bits.
    const bool is_gray = MakeGrayIfEqual(source);
    if (!is_gray) source.notes.push_back("the palette's colours are read as RGB");
    if (is_gray && bits_ < 8) source.notes.push_back("the palette's colours are read as grey values");
  }

  // Masks of red, green, blue and alpha; 0: there is no alpha.
  std::array<uint32_t, 4> Masks() const {
    if (!has_fields_) {
      if (bits_ == 16) return {0x7c00, 0x3e0, 0x1f, 0};
      return {0xff0000, 0xff00, 0xff, 0};
    }
    std::array<uint32_t, 4> masks = {};
    const bool has_alpha = header_size_ >= 56 || compression_ == kAlphaBitFields;
    for (size_t i = 0; i < (has_alpha ? 4 : 3); ++i) {
      masks[i] = Number(kFileHeaderSize + kInfoHeaderSize + 4 * i, 4);
      if (masks[i] == 0 && i < 3) common::ThrowDataError(path_, "a mask for each colour", "0");
    }
    return masks;
  }

  void ReadColors(SourceImage& source) const {
    const std::array<uint32_t, 4> masks = Masks();
    const size_t size = bits_ / 8;
    const int channels = masks[3] == 0 ? 3 : 4;
    source.image.channels = 3;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const uint32_t pixel = Number(RowAt(y) + static_cast<uint64_t>(x) * size, size);
        for (size_t c = 0; c < static_cast<size_t>(channels); ++c) {
          source.image.values.push_back(Channel(pixel, masks[c]));
        }
      }
    }
    if (channels == 4) {
      source.notes.push_back(AlphaNote(CompositeOnBlack(source.image.values, channels, 255)));
    }
    if (bits_ == 16) source.notes.push_back("16 bits a pixel are scaled to 8 a channel");
  }

  std::string_view bytes_;
  const std::string& path_;
  uint32_t header_size_ = 0, bits_ = 0, compression_ = 0;
  bool has_fields_ = false, is_top_down_ = false;
  uint64_t row_size_ = 0, pixels_at_ = 0;
  int width_ = 0, height_ = 0;
};

}  // namespace

SourceImage DecodeBmp(std::string_view bytes, const std::string& path) {
  return BmpReader(bytes, path).Read();
}

}  // namespace structlab::graphical_models
