#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <opencv2/imgproc.hpp>

#include "common/random_stream.h"
#include "common/stop_point.h"
#include "graphical_models/images/mean_shift.h"

namespace structlab::graphical_models {
namespace {

// Patches with noise, so that pixels climb and climbs end for every reason.
std::vector<uint8_t> RandomColors(int width, int height, common::RandomStream& random) {
  std::vector<uint8_t> colors;
  const double noise = 40 * random.Uniform();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const double patch = 40 * ((x / 9 + 2 * (y / 7) + c) % 6);
        colors.push_back(static_cast<uint8_t>(std::clamp(patch + noise * random.Normal(), 0.0, 255.0)));
      }
    }
  }
  return colors;
}

TEST(MeanShift, IsThatOfOpenCvToTheLastBit) {
  common::ThreadPool pool(2);
  for (uint64_t seed = 0; seed < 60; ++seed) {
    common::RandomStream random(seed, "mean shift");
    const int width = 1 + static_cast<int>(random.UniformIndex(50)),
              height = 1 + static_cast<int>(random.UniformIndex(40));
    std::vector<uint8_t> colors = RandomColors(width, height, random);
    const double radius = seed % 3 == 0 ? 7 : 1 + 9 * random.Uniform(),
                 color_radius = seed % 4 == 0 ? 6.5 : 90 * random.Uniform();
    cv::Mat modes;
    const cv::TermCriteria five_steps(cv::TermCriteria::MAX_ITER | cv::TermCriteria::EPS, 5, 1);
    cv::pyrMeanShiftFiltering(cv::Mat(height, width, CV_8UC3, colors.data()), modes, radius, color_radius, 0,
                              five_steps);
    const std::vector<uint8_t> expected(modes.data, modes.data + colors.size());
    EXPECT_EQ(MeanShift(colors, width, height, radius, color_radius, pool), expected) << seed;
  }
}

TEST(MeanShift, CanBeStopped) {
  common::ThreadPool pool(2);
  const std::atomic<bool> flag = true;
  const common::StopScope scope(&flag);
  EXPECT_THROW(MeanShift(std::vector<uint8_t>(3 * 100 * 100), 100, 100, 7, 6.5, pool), common::Stopped);
}

}  // namespace
}  // namespace structlab::graphical_models
