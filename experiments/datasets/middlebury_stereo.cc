#include "experiments/datasets/middlebury_stereo.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/datasets/image_of_size.h"
#include "graphical_models/images/image_file.h"

namespace structlab::datasets {

using graphical_models::DisparitiesOfImage;
using graphical_models::Segmentation;

namespace {

constexpr const char* kSuperpixels = "superpixels.png";

// Values are the regions, from 1 on; 0 is in none.
Segmentation ReadSuperpixels(const std::string& path, const StereoScene& scene) {
  const graphical_models::Values16 stored = graphical_models::ReadPng16(path);
  if (stored.width != scene.width || stored.height != scene.height) {
    common::ThrowDataError(path, fmt::format("{} x {} pixels", scene.width, scene.height),
                           fmt::format("{} x {}", stored.width, stored.height));
  }
  Segmentation regions;
  for (const uint16_t region : stored.values) {
    regions.of_pixel.push_back(region - 1);
    regions.count = std::max(regions.count, int{region});
  }
  try {
    CheckSegmentation(regions, scene.width * scene.height, path);
  } catch (const common::Error& error) {
    common::ThrowDataError(path, error.parts().expected, error.parts().found);
  }
  return regions;
}

}  // namespace

std::vector<std::string> StereoScene::Files() const {
  std::vector<std::string> files = {name + "/" + left, name + "/" + right, name + "/" + left_disparity};
  if (!right_disparity.empty()) files.push_back(name + "/" + right_disparity);
  if (has_superpixels) files.push_back(name + "/" + kSuperpixels);
  return files;
}

std::span<const StereoScene> StereoScenes() {
  static const std::vector<StereoScene> scenes = {
      {.name = "tsukuba",
       .width = 384,
       .height = 288,
       .labels = 16,
       .scale = 16,
       .left = "im3.png",
       .right = "im4.png",
       .left_disparity = "disp3.pgm",
       .has_superpixels = true},
      {.name = "venus",
       .width = 434,
       .height = 383,
       .labels = 20,
       .scale = 8,
       .left = "im2.png",
       .right = "im6.png",
       .left_disparity = "disp2.pgm"},
      {.name = "teddy",
       .width = 450,
       .height = 375,
       .labels = 60,
       .scale = 4,
       .left = "im2.png",
       .right = "im6.png",
       .left_disparity = "disp2.png",
       .right_disparity = "disp6.png",
       .has_superpixels = true},
  };
  return scenes;
}

const StereoScene& FindStereoScene(std::string_view name) {
  std::vector<std::string> known;
  for (const StereoScene& scene : StereoScenes()) {
    if (scene.name == name) return scene;
    known.push_back(scene.name);
  }
  common::ThrowUsageError("scene", "one of " + common::ListNearest(name, known), common::Quote(name));
}

StereoPair ReadStereoPair(const std::string& folder, const StereoScene& scene) {
  const auto read = [&](const std::string& file, int channels) {
    return ReadImageOfSize(folder + "/" + scene.name + "/" + file, scene.width, scene.height, channels);
  };
  StereoPair pair = {.left = read(scene.left, 3),
                     .right = read(scene.right, 3),
                     .truth = DisparitiesOfImage(read(scene.left_disparity, 1), scene.scale)};
  if (!scene.right_disparity.empty()) {
    pair.right_truth = DisparitiesOfImage(read(scene.right_disparity, 1), scene.scale);
  }
  if (scene.has_superpixels) {
    pair.superpixels = ReadSuperpixels(folder + "/" + scene.name + "/" + kSuperpixels, scene);
  }
  return pair;
}

}  // namespace structlab::datasets
