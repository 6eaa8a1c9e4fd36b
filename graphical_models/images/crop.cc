#include "graphical_models/images/crop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// Rows of `full_width` pixels of `channels` values.
template <class Value>
std::vector<Value> Cut(const std::vector<Value>& values, int full_width, int full_height, int channels,
                       const Rectangle& part) {
  const bool is_within = part.x >= 0 && part.y >= 0 && part.width >= 0 && part.height >= 0 &&
                         part.x <= full_width - part.width && part.y <= full_height - part.height;
  if (!is_within) {
    common::ThrowUsageError(
        "part of an image", fmt::format("pixels within {} x {}", full_width, full_height),
        fmt::format("{} x {} pixels from ({}, {})", part.width, part.height, part.x, part.y));
  }
  const size_t expected =
      static_cast<size_t>(full_width) * static_cast<size_t>(full_height) * static_cast<size_t>(channels);
  if (values.size() != expected) {
    common::ThrowUsageError("part of an image", fmt::format("{} values", expected),
                            fmt::format("{}", values.size()));
  }
  std::vector<Value> cut;
  cut.reserve(static_cast<size_t>(part.width) * static_cast<size_t>(part.height) *
              static_cast<size_t>(channels));
  for (int row = part.y; row < part.y + part.height; ++row) {
    const auto begin = values.begin() + (static_cast<ptrdiff_t>(row) * full_width + part.x) * channels;
    cut.insert(cut.end(), begin, begin + static_cast<ptrdiff_t>(part.width) * channels);
  }
  return cut;
}

}  // namespace

Rectangle MiddleOf(int image_width, int image_height, int width, int height) {
  Rectangle part = {.width = width == 0 ? image_width : std::min(width, image_width),
                    .height = height == 0 ? image_height : std::min(height, image_height)};
  part.x = (image_width - part.width) / 2;
  part.y = (image_height - part.height) / 2;
  return part;
}

Image Crop(const Image& image, const Rectangle& part) {
  return {.width = part.width,
          .height = part.height,
          .channels = image.channels,
          .values = Cut(image.values, image.width, image.height, image.channels, part)};
}

DisparityMap Crop(const DisparityMap& map, const Rectangle& part) {
  return {
      .width = part.width, .height = part.height, .values = Cut(map.values, map.width, map.height, 1, part)};
}

Segmentation Crop(const Segmentation& regions, int image_width, int image_height, const Rectangle& part) {
  Segmentation cut = {.count = 0, .of_pixel = Cut(regions.of_pixel, image_width, image_height, 1, part)};
  std::vector<int> number(static_cast<size_t>(regions.count), -1);
  for (int& region : cut.of_pixel) {
    if (region < 0) continue;
    int& known = number.at(static_cast<size_t>(region));
    if (known < 0) known = cut.count++;
    region = known;
  }
  return cut;
}

}  // namespace structlab::graphical_models
