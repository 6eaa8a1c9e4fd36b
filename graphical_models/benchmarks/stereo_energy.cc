#include "graphical_models/benchmarks/stereo_energy.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::graphical_models {
namespace {

constexpr int32_t kLargestCost = 20;

struct ImagePair {
  cv::Mat left, right;  // CV_8UC3
};

GridShape ShapeOf(StereoScene scene) {
  if (scene == StereoScene::kTsukuba) return {.width = 384, .height = 288, .labels = 16};
  return {.width = 450, .height = 375, .labels = 60};
}

cv::Mat ReadImage(const std::filesystem::path& path, const GridShape& shape) {
  const cv::Mat image = cv::imread(path.string(), cv::IMREAD_COLOR);
  if (image.cols != shape.width || image.rows != shape.height) {
    common::ThrowDataError(
        path.string(), "an image of " + std::to_string(shape.width) + " x " + std::to_string(shape.height),
        std::to_string(image.cols) + " x " + std::to_string(image.rows));
  }
  return image;
}

cv::Vec3b RandomColour(common::RandomStream& random) {
  const uint64_t bits = random.Bits();
  return {static_cast<uchar>(bits), static_cast<uchar>(bits >> 8), static_cast<uchar>(bits >> 16)};
}

// A grid of 4 x 3 rectangles, each at a depth of its own, before textures that repeat nowhere.
ImagePair Generate(const GridShape& shape) {
  common::RandomStream random(0, "stereo stand-in");
  ImagePair pair;
  pair.right.create(shape.height, shape.width, CV_8UC3);
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) pair.right.at<cv::Vec3b>(y, x) = RandomColour(random);
  }
  int depths[3][4];
  for (auto& row : depths) {
    for (int& depth : row) depth = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(shape.labels)));
  }
  pair.left.create(shape.height, shape.width, CV_8UC3);
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const int from = x - depths[3 * y / shape.height][4 * x / shape.width];
      // A tenth of the pixels is seen in one image only.
      const bool hidden = from < 0 || random.Uniform() < 0.1;
      pair.left.at<cv::Vec3b>(y, x) = hidden ? RandomColour(random) : pair.right.at<cv::Vec3b>(y, from);
    }
  }
  return pair;
}

int32_t ColourDifference(const cv::Vec3b& a, const cv::Vec3b& b) {
  int32_t sum = 0;
  for (int channel = 0; channel < 3; ++channel) sum += std::abs(a[channel] - b[channel]);
  return std::min(sum / 3, kLargestCost);
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
                         : ImagePair{ReadImage(folder / (is_tsukuba ? "im3.png" : "im2.png"), stereo.shape),
                                     ReadImage(folder / (is_tsukuba ? "im4.png" : "im6.png"), stereo.shape)};
  for (int y = 0; y < stereo.shape.height; ++y) {
    for (int x = 0; x < stereo.shape.width; ++x) {
      for (int d = 0; d < stereo.shape.labels; ++d) {
        stereo.unaries.push_back(
            x < d ? kLargestCost
                  : ColourDifference(pair.left.at<cv::Vec3b>(y, x), pair.right.at<cv::Vec3b>(y, x - d)));
      }
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
