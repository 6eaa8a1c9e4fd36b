#include "graphical_models/images/restoration.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

constexpr int kGrayValues = 256;
constexpr uint8_t kMasked = 255;

void CheckNotNegative(int value, const std::string& name) {
  if (value < 0) common::ThrowUsageError(name + " of restoration", "0 or more", std::to_string(value));
}

void CheckMask(const Image& mask, const Image& image) {
  CheckSize(mask, image.width, image.height, "mask");
  CheckGray(mask, "mask");
  for (size_t pixel = 0; pixel < mask.values.size(); ++pixel) {
    const int value = mask.values[pixel];
    if (value == 0 || value == kMasked) continue;
    const auto width = static_cast<size_t>(mask.width);
    common::ThrowUsageError("mask", "only 0 and 255",
                            std::to_string(value) + " at (" + std::to_string(pixel % width) + ", " +
                                std::to_string(pixel / width) + ")");
  }
}

}  // namespace

GridEnergy<int32_t> RestorationEnergy(const Image& noisy, const Image* mask,
                                      const RestorationOptions& options) {
  CheckGray(noisy, "noisy image");
  if (noisy.num_pixels() == 0) common::ThrowUsageError("noisy image", "at least one pixel", "none");
  if (mask != nullptr) CheckMask(*mask, noisy);
  CheckNotNegative(options.slope, "slope");
  CheckNotNegative(options.truncation, "truncation");
  std::vector<int32_t> unaries(noisy.values.size() * kGrayValues, 0);
  for (size_t pixel = 0; pixel < noisy.values.size(); ++pixel) {
    if (mask != nullptr && mask->values[pixel] == kMasked) continue;
    for (int label = 0; label < kGrayValues; ++label) {
      const int difference = label - noisy.values[pixel];
      unaries[pixel * kGrayValues + static_cast<size_t>(label)] = difference * difference;
    }
  }
  return {{.width = noisy.width, .height = noisy.height, .labels = kGrayValues},
          std::move(unaries),
          TruncatedLinear{static_cast<double>(options.slope), static_cast<double>(options.truncation)},
          1};
}

Image ImageOfLabels(int width, int height, std::span<const Label> labels) {
  Image image = UniformImage(width, height, 1);
  CheckLabeling(labels, image.num_pixels(), kGrayValues);
  for (size_t pixel = 0; pixel < labels.size(); ++pixel) {
    image.values[pixel] = static_cast<uint8_t>(labels[pixel]);
  }
  return image;
}

double Psnr(const Image& image, const Image& clean, const Image* mask) {
  CheckImage(image, "image");
  CheckSize(clean, image.width, image.height, "clean image");
  if (image.channels != clean.channels) {
    common::ThrowUsageError("channels of the clean image",
                            std::to_string(image.channels) + " as in the other image",
                            std::to_string(clean.channels));
  }
  if (mask != nullptr) CheckMask(*mask, clean);
  const auto channels = static_cast<size_t>(image.channels);
  int64_t count = 0, squares = 0;
  for (size_t i = 0; i < image.values.size(); ++i) {
    if (mask != nullptr && mask->values[i / channels] != kMasked) continue;
    const int difference = image.values[i] - clean.values[i];
    squares += difference * difference;
    ++count;
  }
  if (count == 0) common::ThrowUsageError("PSNR", "at least one pixel to compare", "none");
  if (squares == 0) return std::numeric_limits<double>::infinity();
  return 10 * std::log10(255.0 * 255.0 * static_cast<double>(count) / static_cast<double>(squares));
}

}  // namespace structlab::graphical_models
