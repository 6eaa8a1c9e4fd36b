#include "graphical_models/exact/benchmark_images.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgcodecs.hpp>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::graphical_models {
namespace {

constexpr int kWeightBits = 22;

// Enlarges one line of n pixels, which are `stride` apart, to 4 n pixels.
void EnlargeLine(const uint8_t* source, int n, int stride, uint8_t* target, int target_stride) {
  for (int i = 0; i < 4 * n; ++i) {
    const double centre = (i + 0.5) / 4;  // in source pixels, whose centres are at 0.5, 1.5, ...
    const int first = std::max(static_cast<int>(centre - 0.5), 0);
    const int last = std::min(static_cast<int>(centre + 1.5), n) - 1;
    std::array<double, 3> weights{};
    double sum = 0;
    for (int j = first; j <= last; ++j)
      sum += weights[j - first] = std::max(0.0, 1 - std::abs(j + 0.5 - centre));
    int value = 1 << (kWeightBits - 1);
    for (int j = first; j <= last; ++j) {
      const int weight = static_cast<int>(std::lround(weights[j - first] / sum * (1 << kWeightBits)));
      value += weight * source[static_cast<ptrdiff_t>(j) * stride];
    }
    target[static_cast<ptrdiff_t>(i) * target_stride] =
        static_cast<uint8_t>(std::clamp(value >> kWeightBits, 0, 255));
  }
}

}  // namespace

GrayImage ReadGrayImage(const std::string& path) {
  const cv::Mat read = cv::imread(path, cv::IMREAD_UNCHANGED);
  if (read.empty() || read.depth() != CV_8U || (read.channels() != 1 && read.channels() != 3)) {
    common::ThrowDataError(path, "an image of 8-bit grey or colour values", "something else");
  }
  GrayImage image{.width = read.cols, .height = read.rows, .pixels = {}};
  for (int y = 0; y < read.rows; ++y) {
    for (int x = 0; x < read.cols; ++x) {
      const uint8_t* pixel = read.ptr<uint8_t>(y) + x * read.channels();
      const int luma = read.channels() == 1
                           ? pixel[0]
                           : (pixel[2] * 19595 + pixel[1] * 38470 + pixel[0] * 7471 + (1 << 15)) >> 16;
      image.pixels.push_back(static_cast<uint8_t>(luma));
    }
  }
  return image;
}

GrayImage EnlargeFourfold(const GrayImage& image) {
  const int width = 4 * image.width, height = 4 * image.height;
  std::vector<uint8_t> wide(static_cast<size_t>(width) * image.height);
  for (int y = 0; y < image.height; ++y) {
    EnlargeLine(image.pixels.data() + static_cast<ptrdiff_t>(y) * image.width, image.width, 1,
                wide.data() + static_cast<ptrdiff_t>(y) * width, 1);
  }
  GrayImage large{.width = width, .height = height, .pixels = std::vector<uint8_t>(4 * wide.size())};
  for (int x = 0; x < width; ++x) {
    EnlargeLine(wide.data() + x, image.height, width, large.pixels.data() + x, width);
  }
  return large;
}

GrayImage GenerateGrayImage(int width, int height, uint64_t seed) {
  common::RandomStream random(seed, "max-flow benchmark image");
  struct Blob {
    double x, y, radius, height;
  };
  std::vector<Blob> blobs;
  for (int i = 0; i < 60; ++i) {
    blobs.push_back({random.Uniform(0, width), random.Uniform(0, height), random.Uniform(0.01, 0.12) * width,
                     random.Uniform(-110, 110)});
  }
  GrayImage image{.width = width, .height = height, .pixels = {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double value = 110 + 12 * random.Normal();
      for (const Blob& blob : blobs) {
        const double distance = std::hypot(x - blob.x, y - blob.y) / blob.radius;
        if (distance < 1) value += blob.height * (1 - distance * distance);
      }
      image.pixels.push_back(static_cast<uint8_t>(std::clamp(value, 0.0, 255.0)));
    }
  }
  return image;
}

TwoMeans TwoMeansOf(const GrayImage& image) {
  std::array<int64_t, 256> counts{};
  for (const uint8_t value : image.pixels) ++counts[value];
  for (double dark = 0, bright = 255;;) {
    double sums[2] = {0, 0}, sizes[2] = {0, 0};
    for (int value = 0; value < 256; ++value) {
      const int nearest = std::abs(value - dark) <= std::abs(value - bright) ? 0 : 1;
      sums[nearest] += static_cast<double>(value * counts[value]);
      sizes[nearest] += static_cast<double>(counts[value]);
    }
    const double new_dark = sizes[0] > 0 ? sums[0] / sizes[0] : dark;
    const double new_bright = sizes[1] > 0 ? sums[1] / sizes[1] : bright;
    if (new_dark == dark && new_bright == bright) {
      return {static_cast<int>(std::lround(dark)), static_cast<int>(std::lround(bright))};
    }
    dark = new_dark;
    bright = new_bright;
  }
}

}  // namespace structlab::graphical_models
