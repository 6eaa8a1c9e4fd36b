#include "graphical_models/images/source_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// If the three channels are equal in all pixels, keeps only the first one; returns whether they are.
template <class Value>
bool KeepFirstOfEqual(std::vector<Value>& values) {
  for (size_t i = 0; i < values.size(); i += 3) {
    if (values[i] != values[i + 1] || values[i] != values[i + 2]) return false;
  }
  for (size_t i = 0; i < values.size() / 3; ++i) values[i] = values[3 * i];
  values.resize(values.size() / 3);
  return true;
}

// The values of an image of this size and number of channels, turned according to the orientation.
template <class Value>
std::vector<Value> Oriented(const std::vector<Value>& values, const Image& image, int orientation) {
  const bool swaps_axes = orientation >= 5;
  const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  std::vector<Value> turned;
  turned.reserve(values.size());
  for (int y = 0; y < (swaps_axes ? image.width : image.height); ++y) {
    for (int x = 0; x < (swaps_axes ? image.height : image.width); ++x) {
      int from_x = swaps_axes ? y : x, from_y = swaps_axes ? x : y;
      if (from_right) from_x = image.width - 1 - from_x;
      if (from_bottom) from_y = image.height - 1 - from_y;
      const size_t from =
          static_cast<size_t>(from_y) * static_cast<size_t>(image.width) + static_cast<size_t>(from_x);
      for (size_t c = 0; c < static_cast<size_t>(image.channels); ++c) {
        turned.push_back(values[from * static_cast<size_t>(image.channels) + c]);
      }
    }
  }
  return turned;
}

uint8_t Scaled(uint32_t value, uint32_t maximum) {
  return static_cast<uint8_t>((value * 255 + maximum / 2) / maximum);
}

void Scale(SourceImage& source) {
  const auto maximum = static_cast<uint32_t>(source.maximum);
  for (uint8_t& value : source.image.values) value = Scaled(value, maximum);
  for (const uint16_t value : source.deep) source.image.values.push_back(Scaled(value, maximum));
  source.notes.push_back(source.maximum == std::numeric_limits<uint16_t>::max()
                             ? "16 bits a value are rounded to 8"
                             : fmt::format("values from 0 to {} are scaled to 0 to 255", source.maximum));
}

}  // namespace

void CheckPixelCount(uint64_t width, uint64_t height, uint64_t pixels_per_byte, size_t file_size,
                     const std::string& path) {
  constexpr uint64_t kMax = std::numeric_limits<int>::max();
  constexpr uint64_t kFew = uint64_t{1} << 24;
  const bool are_too_many = width > kMax || height > kMax || width * height > kMax;
  if (width == 0 || height == 0 || are_too_many) {
    common::ThrowDataError(path, "1 to 2^31 - 1 pixels", fmt::format("{} x {}", width, height));
  }
  if (width * height > std::max(kFew, pixels_per_byte * file_size)) {
    common::ThrowDataError(path, "as many pixels as its header says", "a file that is too short for them");
  }
}

std::string AlphaNote(bool is_opaque) {
  return is_opaque ? "the alpha channel is left out: all pixels are opaque"
                   : "transparency is composited on black";
}

void Orient(SourceImage& source, int orientation) {
  if (orientation <= 1 || orientation > 8) return;
  Image& image = source.image;
  if (source.deep.empty()) {
    image.values = Oriented(image.values, image, orientation);
  } else {
    source.deep = Oriented(source.deep, image, orientation);
  }
  if (orientation >= 5) std::swap(image.width, image.height);
}

bool MakeGrayIfEqual(SourceImage& source) {
  if (source.image.channels != 3) return false;
  const bool is_gray =
      source.deep.empty() ? KeepFirstOfEqual(source.image.values) : KeepFirstOfEqual(source.deep);
  if (is_gray) source.image.channels = 1;
  return is_gray;
}

std::vector<Image> ToEightBits(std::span<SourceImage> sources) {
  const bool keeps_deep = std::ranges::all_of(sources, [](const SourceImage& source) {
    return std::ranges::all_of(source.deep, [](uint16_t value) { return value <= 255; });
  });
  std::vector<Image> images;
  for (SourceImage& source : sources) {
    if (!source.deep.empty() && keeps_deep) {
      source.image.values.assign(source.deep.begin(), source.deep.end());
      source.notes.push_back("more than 8 bits a value, but none is above 255: the values are kept");
    } else if (source.maximum != 255) {
      Scale(source);
    }
    source.deep = {};
    images.push_back(std::move(source.image));
  }
  return images;
}

}  // namespace structlab::graphical_models
