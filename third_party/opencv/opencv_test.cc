#include <gtest/gtest.h>

#include <cstdlib>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

namespace {

// A colour image in which no two neighbours are equal.
cv::Mat Pattern() {
  cv::Mat image(17, 23, CV_8UC3);
  for (int y = 0; y < image.rows; ++y) {
    for (int x = 0; x < image.cols; ++x) {
      image.at<cv::Vec3b>(y, x) =
          cv::Vec3b(static_cast<uchar>(11 * x), static_cast<uchar>(13 * y), static_cast<uchar>(x * y));
    }
  }
  return image;
}

TEST(OpenCv, WritesAPngAndReadsItBack) {
  const cv::Mat image = Pattern();
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/image.png";
  ASSERT_TRUE(cv::imwrite(path, image));
  const cv::Mat found = cv::imread(path, cv::IMREAD_COLOR);
  ASSERT_EQ(found.size(), image.size());
  EXPECT_EQ(cv::norm(found, image, cv::NORM_INF), 0.0);
}

TEST(OpenCv, ABlurOfAConstantIsTheConstant) {
  const cv::Mat image(9, 9, CV_32F, cv::Scalar(2.0));
  cv::Mat blurred;
  cv::GaussianBlur(image, blurred, cv::Size(5, 5), 1.0);
  EXPECT_NEAR(cv::norm(blurred, image, cv::NORM_INF), 0.0, 1e-6);
}

}  // namespace
