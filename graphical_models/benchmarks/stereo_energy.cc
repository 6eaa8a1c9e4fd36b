#include "graphical_models/benchmarks/stereo_energy.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/image_file.h"

namespace structlab::graphical_models {
namespace {

constexpr int32_t kMaxCost = 20;

struct ImagePair {
  Image left, right;
};

GridShape ShapeOf(StereoScene scene) {
  if (scene == StereoScene::kTsukuba) return {.width = 384, .height = 288, .labels = 16};
  return {.width = 450, .height = 375, .labels = 60};
}

Image ReadScene(const std::filesystem::path& path, const GridShape& shape) {
  Image image = ReadImage(path.string());
  if (image.width != shape.width || image.height != shape.height) {
    common::ThrowDataError(
        path.string(), "an image of " + std::to_string(shape.width) + " x " + std::to_string(shape.height),
        std::to_string(image.width) + " x " + std::to_string(image.height));
  }
  return image;
}

void SetColor(Image& image, int x, int y, uint64_t bits) {
  for (int channel = 0; channel < 3; ++channel) {
    image(x, y, channel) = static_cast<uint8_t>(bits >> (8 * channel));
  }
}

// A grid of 4 x 3 rectangles, each at its own depth, with a texture that does not repeat.
ImagePair Generate(const GridShape& shape) {
  common::RandomStream random(0, "stereo stand-in");
  ImagePair pair = {UniformImage(shape.width, shape.height, 3), UniformImage(shape.width, shape.height, 3)};
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) SetColor(pair.right, x, y, random.Bits());
  }
  int depths[3][4];
  for (auto& row : depths) {
    for (int& depth : row) depth = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(shape.labels)));
  }
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const int from = x - depths[3 * y / shape.height][4 * x / shape.width];
      // A tenth of the pixels is visible in one image only.
      const bool hidden = from < 0 || random.Uniform() < 0.1;
      if (hidden) {
        SetColor(pair.left, x, y, random.Bits());
      } else {
        for (int channel = 0; channel < 3; ++channel) pair.left(x, y, channel) = pair.right(from, y, channel);
      }
    }
  }
  return pair;
}

int32_t CostOf(const ImagePair& pair, size_t pixel, int disparity) {
  const size_t match = pixel - static_cast<size_t>(disparity);
  return std::min(ColorDistance(ColorOf(pair.left, pixel), ColorOf(pair.right, match)) / 3, kMaxCost);
}

}  // namespace

std::string NameOf(StereoScene scene) { return scene == StereoScene::kTsukuba ? "tsukuba" : "teddy"; }

StereoUnaries LoadStereoUnaries(StereoScene scene) {
  StereoUnaries stereo{.shape = ShapeOf(scene), .unaries = {}};
  const bool is_tsukuba = scene == StereoScene::kTsukuba;
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const auto folder =
      std::filesystem::path(data == nullptr ? "" : data) / "middlebury-stereo" / NameOf(scene);
  stereo.is_stand_in = data == nullptr || *data == '\0' || !std::filesystem::exists(folder);
  const ImagePair pair =
      stereo.is_stand_in ? Generate(stereo.shape)
                         : ImagePair{ReadScene(folder / (is_tsukuba ? "im3.png" : "im2.png"), stereo.shape),
                                     ReadScene(folder / (is_tsukuba ? "im4.png" : "im6.png"), stereo.shape)};
  for (int pixel = 0; pixel < stereo.shape.num_pixels(); ++pixel) {
    const int x = pixel % stereo.shape.width;
    for (int d = 0; d < stereo.shape.labels; ++d) {
      stereo.unaries.push_back(x < d ? kMaxCost : CostOf(pair, static_cast<size_t>(pixel), d));
    }
  }
  return stereo;
}

int64_t SumOfLeastUnaries(const StereoUnaries& stereo) {
  int64_t sum = 0;
  const auto labels = static_cast<std::ptrdiff_t>(stereo.shape.labels);
  for (auto pixel = stereo.unaries.begin(); pixel != stereo.unaries.end(); pixel += labels) {
    sum += *std::min_element(pixel, pixel + labels);
  }
  return sum;
}

}  // namespace structlab::graphical_models
