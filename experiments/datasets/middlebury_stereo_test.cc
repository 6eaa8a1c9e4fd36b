#include "experiments/datasets/middlebury_stereo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/middlebury_stereo_generator.h"
#include "experiments/datasets/test_files.h"
#include "graphical_models/images/image_file.h"

namespace structlab::datasets {
namespace {

using graphical_models::DisparityMap;
using graphical_models::Image;
using graphical_models::kUnknownDisparity;

Image Stored(const DisparityMap& map, double scale) {
  Image image = graphical_models::UniformImage(map.width, map.height, 1);
  for (size_t i = 0; i < map.values.size(); ++i) {
    if (map.values[i] != kUnknownDisparity) {
      image.values[i] = static_cast<uint8_t>(std::lround(scale * map.values[i]));
    }
  }
  return image;
}

// The pair as files of the scene; the reader goes by content, so a PNG may be called .pgm.
void Write(const StereoPair& pair, const StereoScene& scene, const std::string& folder) {
  const std::string path = folder + "/" + scene.name + "/";
  std::filesystem::create_directories(path);
  graphical_models::WritePng(path + scene.left, pair.left);
  graphical_models::WritePng(path + scene.right, pair.right);
  graphical_models::WritePng(path + scene.left_disparity, Stored(pair.truth, scene.scale));
  if (!scene.right_disparity.empty()) {
    graphical_models::WritePng(path + scene.right_disparity, Stored(pair.right_truth, scene.scale));
  }
  if (!scene.has_superpixels) return;
  std::vector<uint16_t> regions;
  for (const int region : pair.superpixels.of_pixel) regions.push_back(static_cast<uint16_t>(region + 1));
  graphical_models::WritePng16(path + "superpixels.png", scene.width, scene.height, regions);
}

// A generated pair with regions of 1000 pixels, of which every fifth is none.
StereoPair Generate(const StereoScene& scene) {
  StereoPair pair = GenerateStereoPair(scene.name, 3);
  if (!scene.has_superpixels) return pair;
  for (int pixel = 0; pixel < scene.width * scene.height; ++pixel) {
    const int strip = pixel / 1000;
    pair.superpixels.of_pixel.push_back(strip % 5 == 4 ? -1 : strip - strip / 5);
    pair.superpixels.count = std::max(pair.superpixels.count, pair.superpixels.of_pixel.back() + 1);
  }
  return pair;
}

TEST(MiddleburyStereo, ReadsBackWhatWasWritten) {
  const std::string folder = EmptyFolder("data");
  for (const StereoScene& scene : StereoScenes()) {
    SCOPED_TRACE(scene.name);
    const StereoPair pair = Generate(scene);
    Write(pair, scene, folder);
    EXPECT_TRUE(ReadStereoPair(folder, scene) == pair);
    for (const std::string& file : scene.Files()) EXPECT_TRUE(std::filesystem::exists(folder + "/" + file));
  }
}

TEST(MiddleburyStereo, RefusesImagesOfAnotherForm) {
  const std::string folder = EmptyFolder("data");
  const StereoScene& scene = FindStereoScene("tsukuba");
  Write(Generate(scene), scene, folder);
  const struct {
    std::string file;
    Image image;
    std::string expected, found;
  } cases[] = {
      {"im3.png", graphical_models::UniformImage(384, 287, 3), "an image in colours of 384 x 288",
       "an image in colours of 384 x 287"},
      {"im4.png", graphical_models::UniformImage(384, 288, 1), "an image in colours of 384 x 288",
       "a grey image of 384 x 288"},
      {"disp3.pgm", graphical_models::UniformImage(384, 288, 3), "a grey image of 384 x 288",
       "an image in colours of 384 x 288"},
  };
  for (const auto& [file, image, expected, found] : cases) {
    const std::string path = folder + "/tsukuba/" + file;
    const Image right_one = graphical_models::ReadImage(path);
    graphical_models::WritePng(path, image);
    const common::Error error = ErrorOf([&] { ReadStereoPair(folder, scene); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, path);
    EXPECT_EQ(error.parts().expected, expected);
    EXPECT_EQ(error.parts().found, found);
    graphical_models::WritePng(path, right_one);
  }
  StereoPair gap = Generate(scene);
  for (int& region : gap.superpixels.of_pixel) region = region == 0 ? -1 : region;
  Write(gap, scene, folder);
  EXPECT_EQ(ErrorOf([&] { ReadStereoPair(folder, scene); }).parts().found, "none in region 0");
  std::filesystem::remove(folder + "/tsukuba/im3.png");
  EXPECT_EQ(ErrorOf([&] { ReadStereoPair(folder, scene); }).exit_status(), 3);
}

TEST(MiddleburyStereo, ListsTheScenesNearestFirst) {
  const common::Error error = ErrorOf([] { FindStereoScene("tedy"); });
  EXPECT_EQ(error.exit_status(), 2);
  EXPECT_EQ(error.parts().expected, "one of teddy, venus, tsukuba");
}

}  // namespace
}  // namespace structlab::datasets
