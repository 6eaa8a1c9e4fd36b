#include "graphical_models/images/pnm_file.h"

#include <charconv>
#include <cstdint>
#include <limits>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class PnmReader {
 public:
  PnmReader(std::string_view bytes, const std::string& path) : rest_(bytes), path_(path) {}

  Image Read() {
    const char kind = rest_[1];
    rest_.remove_prefix(2);
    const int channels = kind == '2' || kind == '5' ? 1 : 3;
    const int width = Number("a width", std::numeric_limits<int>::max());
    const int height = Number("a height", std::numeric_limits<int>::max());
    const int largest = Number("the largest value", std::numeric_limits<uint16_t>::max());
    if (largest != 255) {
      common::ThrowDataError(path_, "255 as the largest value", std::to_string(largest),
                             "save it with 8 bits");
    }
    const int64_t pixels = static_cast<int64_t>(width) * height;
    if (pixels == 0 || pixels > std::numeric_limits<int>::max()) {
      common::ThrowDataError(path_, "1 to 2^31 - 1 pixels", std::to_string(pixels));
    }
    // White space, then a byte a value, or white space and a digit for each.
    const auto values = static_cast<uint64_t>(pixels) * static_cast<uint64_t>(channels);
    const bool is_text = kind == '2' || kind == '3';
    if ((is_text ? 2 * values : values + 1) > rest_.size()) {
      common::ThrowDataError(path_, std::to_string(values) + " values", "a file that is too short for them");
    }
    Image image = UniformImage(width, height, channels);
    if (is_text) {
      for (uint8_t& value : image.values) value = static_cast<uint8_t>(Number("a value", 255));
      SkipSpace();
    } else {
      if (!IsSpace(rest_[0])) common::ThrowDataError(path_, "white space before the values", "a comment");
      rest_.remove_prefix(1);
      image.values.assign(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(values));
      rest_.remove_prefix(values);
    }
    if (!rest_.empty()) {
      common::ThrowDataError(path_, "nothing after the last value",
                             std::to_string(rest_.size()) + " bytes more");
    }
    return image;
  }

 private:
  // White space and comments, each from '#' to the end of its line.
  void SkipSpace() {
    while (!rest_.empty() && (IsSpace(rest_[0]) || rest_[0] == '#')) {
      const size_t length = rest_[0] == '#' ? rest_.find('\n') : 1;
      rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length);
    }
  }

  // The white space before it is skipped, and there must be one after it or the end.
  int Number(const std::string& what, int most) {
    SkipSpace();
    int value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    const auto length = static_cast<size_t>(end - rest_.data());
    const bool ends = length == rest_.size() || IsSpace(rest_[length]) || rest_[length] == '#';
    if (error != std::errc() || !ends || value < 0 || value > most) {
      common::ThrowDataError(path_, what + " from 0 to " + std::to_string(most),
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
  return bytes.size() >= 3 && bytes[0] == 'P' &&
         (bytes[1] == '2' || bytes[1] == '3' || bytes[1] == '5' || bytes[1] == '6') && IsSpace(bytes[2]);
}

Image DecodePnm(std::string_view bytes, const std::string& path) { return PnmReader(bytes, path).Read(); }

}  // namespace structlab::graphical_models
