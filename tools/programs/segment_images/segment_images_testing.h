// What the tests of segment_images share: small images with masks, and the program.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_SEGMENT_IMAGES_TESTING_H_
#define STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_SEGMENT_IMAGES_TESTING_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/table.h"
#include "common/testing/scratch_folder.h"
#include "graphical_models/images/image_file.h"
#include "tools/programs/segment_images/segment_images_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {

class SegmentImagesTest : public testing::Test {
 protected:
  using Image = graphical_models::Image;

  SegmentImagesTest() {
    for (const char* name : {"images", "masks", "new", "new_masks"})
      std::filesystem::create_directory(At(name));
    for (int i = 0; i < 10; ++i) {
      const std::string name = "disc" + std::to_string(i) + ".png", kind = i < 6 ? "" : "new_";
      const auto [image, mask] = Disc(i, 24, 18);
      graphical_models::WritePng(At((i < 6 ? "images/" : "new/") + name), image);
      graphical_models::WritePng(At((i < 6 ? "masks/" : "new_masks/") + name), mask);
    }
  }
  // A reddish disc on a greenish ground with noise, and its mask.
  static std::pair<Image, Image> Disc(int i, int width, int height) {
    common::RandomStream random(1, "segment_images", static_cast<uint64_t>(i));
    std::pair<Image, Image> disc = {graphical_models::UniformImage(width, height, 3),
                                    graphical_models::UniformImage(width, height, 1)};
    const double x0 = random.Uniform(0.3, 0.7) * width, y0 = random.Uniform(0.3, 0.7) * height;
    const double radius = random.Uniform(0.2, 0.3) * height;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const bool is_inside = std::hypot(x - x0, y - y0) < radius;
        if (is_inside) disc.second(x, y) = 255;
        for (int c = 0; c < 3; ++c) {
          const double value = (c == (is_inside ? 0 : 1) ? 150 : 100) + 25 * random.Normal();
          disc.first(x, y, c) = static_cast<uint8_t>(std::clamp(value, 0.0, 255.0));
        }
      }
    }
    return disc;
  }
  std::string At(const std::string& name) const { return folder_.path() + "/" + name; }
  void Put(const std::string& name, const std::string& content) const {
    std::ofstream(At(name), std::ios::binary) << content;
  }
  void PutImage(const std::string& name, std::vector<uint8_t> values, int width) const {
    const int height = static_cast<int>(values.size()) / width;
    graphical_models::WritePng(
        At(name), {.width = width, .height = height, .channels = 1, .values = std::move(values)});
  }
  Outcome Run(const std::vector<std::string>& words) const { return RunProgram(RunSegmentImages, words); }
  // Trains quickly unless `more` says otherwise.
  std::vector<std::string> TrainWords(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"train",     "--images=" + At("images"), "--masks=" + At("masks"),
                                      "--words=4", "--model=" + At("model"),   "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Outcome Train(const std::vector<std::string>& more = {}) const { return Run(TrainWords(more)); }
  Outcome Apply(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"apply", "--model=" + At("model"), At("new"), "--out=" + At("found"),
                                      "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return Run(words);
  }
  Outcome Evaluate(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"evaluate", "--masks=" + At("new_masks"), "--predicted=" + At("found")};
    words.insert(words.end(), more.begin(), more.end());
    return Run(words);
  }
  // A number of the last row, with the means.
  static double Mean(const Outcome& evaluated, const std::string& column) {
    const common::Table table = common::ParseTsv(evaluated.out, "out");
    EXPECT_EQ(table.Text(table.rows.size() - 1, "file"), "mean");
    return table.Number(table.rows.size() - 1, column);
  }

  common::ScratchFolder folder_{"segment_images"};
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_SEGMENT_IMAGES_TESTING_H_
