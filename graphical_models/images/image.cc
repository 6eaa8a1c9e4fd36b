#include "graphical_models/images/image.h"

#include <limits>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

std::string SizeText(int width, int height) {
  return std::to_string(width) + " x " + std::to_string(height) + " pixels";
}

void CheckShape(int width, int height, int channels, const std::string& where) {
  const int64_t pixels = static_cast<int64_t>(width) * height;
  if (width < 0 || height < 0 || pixels > std::numeric_limits<int>::max()) {
    common::ThrowUsageError(where, "0 to 2^31 - 1 pixels", SizeText(width, height));
  }
  if (channels == 1 || channels == 3) return;
  common::ThrowUsageError(where, "1 channel (grey) or 3 (red, green, blue)", std::to_string(channels));
}

}  // namespace

Image UniformImage(int width, int height, int channels, uint8_t value) {
  CheckShape(width, height, channels, "image");
  const size_t values =
      static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(channels);
  return {width, height, channels, std::vector<uint8_t>(values, value)};
}

void CheckImage(const Image& image, const std::string& where) {
  CheckShape(image.width, image.height, image.channels, where);
  const size_t values = static_cast<size_t>(image.num_pixels()) * static_cast<size_t>(image.channels);
  if (image.values.size() == values) return;
  common::ThrowUsageError(where, std::to_string(values) + " values", std::to_string(image.values.size()));
}

void CheckGray(const Image& image, const std::string& where) {
  CheckImage(image, where);
  if (image.channels == 1) return;
  common::ThrowUsageError(where, "a grey image", "a colour image",
                          "save it with one channel, or restore each channel by itself");
}

void CheckSize(const Image& image, int width, int height, const std::string& where) {
  CheckImage(image, where);
  if (image.width == width && image.height == height) return;
  common::ThrowUsageError(where, SizeText(width, height), SizeText(image.width, image.height));
}

}  // namespace structlab::graphical_models
