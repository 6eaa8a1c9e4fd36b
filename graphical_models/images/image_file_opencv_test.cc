// Image files compared with an independent reader and writer.
#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "graphical_models/images/any_image_file.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/testing/image_bytes.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

// OpenCV stores blue first.
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

TEST(ImageFileAgainstOpenCv, BothReadTheSameValuesOfOtherFormats) {
  const std::string path = std::string(testing::TempDir()) + "/other";
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "opencv, other formats");
    const Image image = RandomImage(40, random);
    for (const std::string ending : {".tif", ".bmp", ".webp"}) {
      SCOPED_TRACE(ending);
      std::vector<std::string> notes;
      const std::vector<int> lossless = {cv::IMWRITE_WEBP_QUALITY, 101};
      ASSERT_TRUE(
          cv::imwrite(path + ending, MatOf(image), ending == ".webp" ? lossless : std::vector<int>()));
      EXPECT_EQ(ReadAnyImage(path + ending, Colors::kGrayIfEqual, notes).values, image.values);
      if (ending == ".webp") continue;
      EXPECT_EQ(notes, std::vector<std::string>());
    }
    std::vector<std::string> notes;
    ASSERT_TRUE(cv::imwrite(path + "-lossy.webp", MatOf(image), {cv::IMWRITE_WEBP_QUALITY, 80}));
    const cv::Mat lossy = cv::imread(path + "-lossy.webp", cv::IMREAD_COLOR);
    EXPECT_TRUE(AreEqual(MatOf(ReadAnyImage(path + "-lossy.webp", Colors::kAsStored, notes)), lossy));
  }
}

// Values of 16 bits, and of four channels; OpenCV does not composite them.
TEST(ImageFileAgainstOpenCv, SixteenBitsAndAlphaAreConvertedFromTheValuesThatBothRead) {
  const std::string path = std::string(testing::TempDir()) + "/deep";
  common::RandomStream random(2, "opencv, 16 bits");
  for (const std::string ending : {".png", ".tif", ".pgm"}) {
    for (const int channels : {1, 3, 4}) {
      if (ending == ".pgm" && channels != 1) continue;
      cv::Mat mat(7, 9, CV_16UC(channels));
      for (int i = 0; i < 7 * 9 * channels; ++i)
        mat.ptr<uint16_t>()[i] = static_cast<uint16_t>(random.Bits());
      ASSERT_TRUE(cv::imwrite(path + ending, mat));
      std::vector<std::string> notes;
      const Image image = ReadAnyImage(path + ending, Colors::kAsStored, notes);
      // OpenCV's TIFFs do not declare the fourth channel as alpha.
      const bool has_alpha = channels == 4 && ending == ".png";
      ASSERT_EQ(image.channels, std::min(channels, 3));
      EXPECT_EQ(notes.size(), channels == 4 ? 2u : 1u);
      for (int i = 0; i < 7 * 9; ++i) {
        const uint16_t* const pixel = mat.ptr<uint16_t>() + i * channels;
        const double alpha = has_alpha ? pixel[3] / 65535.0 : 1;
        for (int c = 0; c < image.channels; ++c) {
          const double expected = pixel[image.channels - 1 - c] * alpha / 257;
          EXPECT_NEAR(image(i % 9, i / 9, c), expected, 0.51) << ending << channels;
        }
      }
    }
  }
}

TEST(ImageFileAgainstOpenCv, BothTurnPhotographsAlike) {
  const std::string path = std::string(testing::TempDir()) + "/turned.jpg";
  common::RandomStream random(3, "orientation");
  const Image image = RandomImage(21, 13, 3, random);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    common::WriteFileAtomically(
        path, JpegBytes(21, 13, 3, image.values, ExifBytes(orientation, orientation % 2 == 0)));
    std::vector<std::string> notes;
    EXPECT_TRUE(AreEqual(MatOf(ReadAnyImage(path, Colors::kAsStored, notes)), cv::imread(path)))
        << orientation;
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
  for (int i = 0; i < 31 * 17; ++i) EXPECT_EQ(read.at<uint16_t>(i / 31, i % 31), values[i]);
}

}  // namespace
}  // namespace structlab::graphical_models
