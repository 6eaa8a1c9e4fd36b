#include "graphical_models/images/pnm_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class PnmReader {
 public:
  PnmReader(std::string_view bytes, const std::string& path) : rest_(bytes), path_(path) {}

  SourceImage Read(Conversions conversions) {
    const char kind = rest_[1];
    rest_.remove_prefix(2);
    const bool is_bitmap = kind == '1' || kind == '4', is_text = kind <= '3';
    SourceImage source;
    ReadHeader(is_bitmap, kind == '3' || kind == '6' ? 3 : 1, conversions, source);
    CheckHolds(source, is_bitmap, is_text);
    if (!is_text) SkipSpaceBeforeValues();
    if (is_bitmap) {
      ReadBits(is_text, source.image);
      source.notes.push_back("1 bit a value is scaled to 8");
    } else if (source.maximum > 255) {
      source.deep = Values<uint16_t>(is_text, source);
    } else {
      source.image.values = Values<uint8_t>(is_text, source);
    }
    if (is_text) SkipSpace();
    if (!rest_.empty()) {
      common::ThrowDataError(path_, "nothing after the last value",
                             fmt::format("{} more bytes", rest_.size()));
    }
    return source;
  }

 private:
  void ReadHeader(bool is_bitmap, int channels, Conversions conversions, SourceImage& source) {
    Image& image = source.image;
    image.channels = channels;
    image.width = Number("a width", std::numeric_limits<int>::max());
    image.height = Number("a height", std::numeric_limits<int>::max());
    if (!is_bitmap) source.maximum = Number("the largest value", std::numeric_limits<uint16_t>::max());
    if (source.maximum != 255 && conversions == Conversions::kRefuse) {
      common::ThrowDataError(path_, "255 as the largest value", std::to_string(source.maximum),
                             "save it with 8 bits");
    }
    if (source.maximum == 0) common::ThrowDataError(path_, "1 to 65535 as the largest value", "0");
    const int64_t pixels = static_cast<int64_t>(image.width) * image.height;
    if (pixels == 0 || pixels > std::numeric_limits<int>::max()) {
      common::ThrowDataError(path_, "1 to 2^31 - 1 pixels", std::to_string(pixels));
    }
  }

  static size_t NumValues(const Image& image) {
    return static_cast<size_t>(image.num_pixels()) * static_cast<size_t>(image.channels);
  }

  static size_t BytesOfBitRow(const Image& image) { return (static_cast<size_t>(image.width) + 7) / 8; }

  // Checks that the file has enough bytes: white space, then one or two bytes a value or a bit a pixel; in
  // text, white space and a digit for each value, or only a digit for a bitmap.
  void CheckHolds(const SourceImage& source, bool is_bitmap, bool is_text) const {
    const size_t values = NumValues(source.image);
    const size_t bytes = is_bitmap && !is_text
                             ? BytesOfBitRow(source.image) * static_cast<size_t>(source.image.height) + 1
                         : is_bitmap ? values
                         : is_text   ? 2 * values
                                     : (source.maximum > 255 ? 2 * values : values) + 1;
    if (bytes <= rest_.size()) return;
    common::ThrowDataError(path_, fmt::format("{} values", values), "a file that is too short for them");
  }

  void SkipSpaceBeforeValues() {
    if (!IsSpace(rest_[0])) common::ThrowDataError(path_, "white space before the values", "a comment");
    rest_.remove_prefix(1);
  }

  template <class Value>
  std::vector<Value> Values(bool is_text, const SourceImage& source) {
    std::vector<Value> values(NumValues(source.image));
    for (Value& value : values) {
      value = static_cast<Value>(is_text ? Number("a value", source.maximum) : Byte());
      if (is_text) continue;
      if constexpr (sizeof(Value) == 2) value = static_cast<Value>(value << 8 | Byte());
      if (value <= source.maximum) continue;
      common::ThrowDataError(path_, fmt::format("a value from 0 to {}", source.maximum),
                             std::to_string(value));
    }
    return values;
  }

  // A bit of 1 is black.
  void ReadBits(bool is_text, Image& image) {
    for (int y = 0; y < image.height; ++y) {
      const std::string_view row = rest_;
      for (int x = 0; x < image.width; ++x) {
        const auto column = static_cast<size_t>(x);
        const bool is_black =
            is_text ? Digit() : (static_cast<uint8_t>(row[column / 8]) >> (7 - column % 8) & 1) != 0;
        image.values.push_back(is_black ? 0 : 255);
      }
      if (!is_text) rest_.remove_prefix(BytesOfBitRow(image));
    }
  }

  bool Digit() {
    SkipSpace();
    if (rest_.empty() || (rest_[0] != '0' && rest_[0] != '1')) {
      common::ThrowDataError(path_, "0 or 1", common::Quote(rest_.substr(0, 12)));
    }
    const bool is_one = rest_[0] == '1';
    rest_.remove_prefix(1);
    return is_one;
  }

  // CheckHolds has checked that there are enough bytes.
  uint8_t Byte() {
    const auto byte = static_cast<uint8_t>(rest_[0]);
    rest_.remove_prefix(1);
    return byte;
  }

  // White space and comments, each from '#' to the end of its line.
  void SkipSpace() {
    while (!rest_.empty() && (IsSpace(rest_[0]) || rest_[0] == '#')) {
      const size_t length = rest_[0] == '#' ? rest_.find('\n') : 1;
      rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length);
    }
  }

  // Skips white space, then reads a number that white space, a comment or the end of the file must follow.
  int Number(const std::string& what, int most) {
    SkipSpace();
    int value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    const auto length = static_cast<size_t>(end - rest_.data());
    const bool ends = length == rest_.size() || IsSpace(rest_[length]) || rest_[length] == '#';
    if (error != std::errc() || !ends || value < 0 || value > most) {
      common::ThrowDataError(path_, fmt::format("{} from 0 to {}", what, most),
                             common::Quote(rest_.substr(0, 12)));
    }
    rest_.remove_prefix(length);
    return value;
  }

  std::string_view rest_;
  const std::string& path_;
};

}  // namespace

bool IsPnm(std::string_view bytes) {
  return bytes.size() >= 3 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6' && IsSpace(bytes[2]);
}

bool IsBitmap(std::string_view bytes) { return IsPnm(bytes) && (bytes[1] == '1' || bytes[1] == '4'); }

SourceImage DecodePnm(std::string_view bytes, const std::string& path, Conversions conversions) {
  return PnmReader(bytes, path).Read(conversions);
}

}  // namespace structlab::graphical_models
