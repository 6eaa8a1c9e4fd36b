// Image files against an independent reader and writer.
#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

// OpenCV keeps blue first.
cv::Mat MatOf(const Image& image) {
  cv::Mat mat(image.height, image.width, image.channels == 1 ? CV_8UC1 : CV_8UC3);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      for (int c = 0; c < image.channels; ++c) {
        mat.ptr<uchar>(y)[x * image.channels + c] = image(x, y, image.channels - 1 - c);
      }
    }
  }
  return mat;
}

bool AreEqual(const cv::Mat& a, const cv::Mat& b) {
  return a.type() == b.type() && a.size() == b.size() && cv::norm(a, b, cv::NORM_INF) == 0;
}

TEST(ImageFileAgainstOpenCv, BothReadTheSameValues) {
  const std::string path = std::string(testing::TempDir()) + "/image";
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "opencv");
    const Image image = RandomImage(50, random);
    for (const std::string ending : {".png", ".jpg", ".ppm"}) {
      SCOPED_TRACE(ending);
      const std::string name = path + (ending == ".ppm" && image.channels == 1 ? ".pgm" : ending);
      ASSERT_TRUE(cv::imwrite(name, MatOf(image)));
      EXPECT_TRUE(AreEqual(MatOf(ReadImage(name)), cv::imread(name, cv::IMREAD_UNCHANGED)));
      if (ending != ".jpg") {
        EXPECT_EQ(ReadImage(name), image);
      }
    }
    WritePng(path + "-ours.png", image);
    EXPECT_TRUE(AreEqual(MatOf(image), cv::imread(path + "-ours.png", cv::IMREAD_UNCHANGED)));
  }
}

TEST(ImageFileAgainstOpenCv, SixteenBitsAreWrittenWhole) {
  const std::string path = std::string(testing::TempDir()) + "/deep.png";
  common::RandomStream random(1, "16 bits");
  std::vector<uint16_t> values;
  for (int i = 0; i < 31 * 17; ++i) values.push_back(static_cast<uint16_t>(random.Bits()));
  WritePng16(path, 31, 17, values);
  const cv::Mat read = cv::imread(path, cv::IMREAD_UNCHANGED);
  ASSERT_EQ(read.type(), CV_16UC1);
  ASSERT_EQ(read.size(), cv::Size(31, 17));
  for (int i = 0; i < 31 * 17; ++i)
    EXPECT_EQ(read.at<uint16_t>(i / 31, i % 31), values[static_cast<size_t>(i)]);
}

}  // namespace
}  // namespace structlab::graphical_models
