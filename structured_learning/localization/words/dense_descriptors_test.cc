#include "structured_learning/localization/words/dense_descriptors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using graphical_models::Image;
using Numbers = std::array<float, kDescriptorNumbers>;

Image RandomImage(uint64_t seed, int width, int height, int channels = 1, int low = 0, int high = 256) {
  common::RandomStream random(seed, "dense descriptors");
  Image image = graphical_models::UniformImage(width, height, channels);
  for (uint8_t& value : image.values) value = static_cast<uint8_t>(low + random.UniformIndex(high - low));
  return image;
}

Numbers DescriptorOf(const DenseDescriptors& descriptors, int k) {
  Numbers numbers;
  descriptors.Describe(k, numbers);
  return numbers;
}

TEST(Orientations, SumToTheGradientInTwoNeighbouringDirections) {
  common::RandomStream random(1, "orientations");
  for (int k = 0; k < 1000; ++k) {
    // Small integers also give the axes, the diagonals and 0.
    const auto x = static_cast<float>(static_cast<int>(random.UniformIndex(7)) - 3);
    const auto y = static_cast<float>(static_cast<int>(random.UniformIndex(7)) - 3);
    const auto coefficients = OrientationsOf(x, y);
    double sum_x = 0, sum_y = 0;
    std::vector<int> used;
    for (int bin = 0; bin < kOrientations; ++bin) {
      EXPECT_GE(coefficients[bin], 0);
      sum_x += coefficients[bin] * std::cos(bin * M_PI / 4);
      sum_y += coefficients[bin] * std::sin(bin * M_PI / 4);
      if (coefficients[bin] > 0) used.push_back(bin);
    }
    EXPECT_NEAR(sum_x, x, 1e-6);
    EXPECT_NEAR(sum_y, y, 1e-6);
    ASSERT_LE(used.size(), 2u);
    const int distance = used.size() == 2 ? used[1] - used[0] : 1;
    EXPECT_TRUE(distance == 1 || distance == 7) << x << " " << y;
  }
}

TEST(ReducedGray, IsTheMeanOfTheCoveredPixels) {
  const Image image = RandomImage(1, 96, 48);
  const GrayPlane plane = ReducedGray(image, 32);
  ASSERT_EQ(plane.width, 32);
  ASSERT_EQ(plane.height, 16);
  for (int y = 0; y < plane.height; ++y) {
    for (int x = 0; x < plane.width; ++x) {
      int sum = 0;
      for (int pixel = 0; pixel < 9; ++pixel) sum += image(3 * x + pixel % 3, 3 * y + pixel / 3);
      EXPECT_NEAR(plane.values[y * plane.width + x], sum / 9.0, 1e-3);
    }
  }
}

TEST(ReducedGray, KeepsTheMeanAtAnyScaleAndSmallImages) {
  for (const auto& [width, height, reduced_width, reduced_height] :
       {std::array{97, 41, 20, 8}, std::array{33, 200, 3, 20}, std::array{300, 2, 20, 1}}) {
    const Image image = RandomImage(width, width, height);
    const GrayPlane plane = ReducedGray(image, 20);
    EXPECT_EQ(plane.width, reduced_width);
    EXPECT_EQ(plane.height, reduced_height);
    const double mean = std::accumulate(image.values.begin(), image.values.end(), 0.0) / image.num_pixels();
    const double reduced =
        std::accumulate(plane.values.begin(), plane.values.end(), 0.0) / (plane.width * plane.height);
    EXPECT_NEAR(reduced, mean, 1e-3);
  }
  const Image image = RandomImage(3, 15, 7, 3);
  const GrayPlane plane = ReducedGray(image, 20);
  ASSERT_EQ(plane.width, 15);
  EXPECT_NEAR(plane.values[16], 0.299 * image(1, 1, 0) + 0.587 * image(1, 1, 1) + 0.114 * image(1, 1, 2),
              1e-4);
}

TEST(DenseDescriptors, EqualSumsOverPixels) {
  const Image image = RandomImage(2, 23, 17);
  const int side = 3;
  const DescriptorOptions options = {.max_side = 100, .step = 5, .cell_sides = {side}, .min_gradient = 0};
  const DenseDescriptors descriptors(image, options);
  ASSERT_EQ(descriptors.size(), 5 * 4);  // x = 1, 6, ..., 21; y = 0, 5, 10, 15
  const auto gray = [&](int x, int y) {
    return static_cast<double>(image(std::clamp(x, 0, 22), std::clamp(y, 0, 16)));
  };
  for (int k = 0; k < descriptors.size(); ++k) {
    const auto [x0, y0] = descriptors.position(k);
    EXPECT_EQ(x0, 1 + 5 * (k % 5));
    EXPECT_EQ(y0, 5 * (k / 5));
    std::vector<double> expected(kDescriptorNumbers, 0.0);
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        const int column = x - x0 + 2 * side < 0 ? -1 : (x - x0 + 2 * side) / side;
        const int row = y - y0 + 2 * side < 0 ? -1 : (y - y0 + 2 * side) / side;
        if (std::min(row, column) < 0 || std::max(row, column) >= kPatchCells) continue;
        const auto parts = OrientationsOf(static_cast<float>((gray(x + 1, y) - gray(x - 1, y)) / 2),
                                          static_cast<float>((gray(x, y + 1) - gray(x, y - 1)) / 2));
        for (int bin = 0; bin < kOrientations; ++bin) {
          expected[(row * kPatchCells + column) * kOrientations + bin] += parts[bin];
        }
      }
    }
    const auto norm = [&] {
      return std::sqrt(std::inner_product(expected.begin(), expected.end(), expected.begin(), 0.0));
    };
    const double first = norm();
    for (double& number : expected) number = std::min(number / first, 0.2);
    const double second = norm();
    const Numbers found = DescriptorOf(descriptors, k);
    for (int n = 0; n < kDescriptorNumbers; ++n) EXPECT_NEAR(found[n], expected[n] / second, 1e-5);
  }
}

// Brightness and contrast do not matter; the mirror image has the mirrored descriptors.
TEST(DenseDescriptors, AreInvariant) {
  const Image image = RandomImage(4, 31, 25, 1, 0, 100);
  Image brighter = image, mirrored = image;
  for (uint8_t& value : brighter.values) value = static_cast<uint8_t>(2 * value + 17);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) mirrored(x, y) = image(image.width - 1 - x, y);
  }
  const DescriptorOptions options = {.step = 6, .cell_sides = {2, 4}};
  const DenseDescriptors a(image, options), b(brighter, options);
  ASSERT_EQ(a.size(), 2 * 6 * 5);
  for (int k = 0; k < a.size(); ++k) {
    const Numbers numbers = DescriptorOf(a, k), other = DescriptorOf(b, k);
    for (int n = 0; n < kDescriptorNumbers; ++n) EXPECT_NEAR(numbers[n], other[n], 1e-5);
    EXPECT_NEAR(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0), 1, 1e-5);
  }
  // A patch with the middle x covers [x - half, x + half); its mirror image has the middle width - x.
  const DescriptorOptions dense = {.step = 1, .cell_sides = {3}, .min_gradient = 0};
  const DenseDescriptors d(image, dense), e(mirrored, dense);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 1; x < image.width; ++x) {
      const Numbers numbers = DescriptorOf(d, y * image.width + x);
      const Numbers other = DescriptorOf(e, y * image.width + image.width - x);
      for (int n = 0; n < kDescriptorNumbers; ++n) {
        const int row = n / 32, column = n / 8 % 4, bin = n % 8;
        EXPECT_NEAR(numbers[n], other[row * 32 + (3 - column) * 8 + (12 - bin) % 8], 1e-5);
      }
    }
  }
}

TEST(DenseDescriptors, OfFlatPartsAreZero) {
  Image image = graphical_models::UniformImage(64, 64, 1, 100);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) image(x, y) = static_cast<uint8_t>(x < 32 ? 100 : 100 + 40 * (x % 4 / 2));
  }
  const DenseDescriptors descriptors(image, {.step = 7, .cell_sides = {3}});
  int zeros = 0, others = 0;
  for (int k = 0; k < descriptors.size(); ++k) {
    const Numbers numbers = DescriptorOf(descriptors, k);
    const bool is_zero = std::ranges::all_of(numbers, [](float number) { return number == 0; });
    const int x = descriptors.position(k).x;
    EXPECT_TRUE(x >= 24 || is_zero) << x;
    EXPECT_TRUE(x <= 40 || !is_zero) << x;
    ++(is_zero ? zeros : others);
  }
  EXPECT_GT(zeros, 0);
  EXPECT_GT(others, 0);
}

TEST(DenseDescriptors, LieInTheWholeImageAlsoIfItIsReduced) {
  const DenseDescriptors descriptors(RandomImage(5, 200, 100),
                                     {.max_side = 50, .step = 7, .cell_sides = {4}});
  ASSERT_EQ(descriptors.size(), 8 * 4);  // of 50 x 25
  EXPECT_EQ(descriptors.position(0), (DenseDescriptors::Position{0, 4 * 1 + 0}));
  EXPECT_EQ(descriptors.position(descriptors.size() - 1), (DenseDescriptors::Position{4 * 49, 4 * 22}));
  EXPECT_GE(DenseDescriptors(graphical_models::UniformImage(1, 1, 1), {}).size(), 1);
}

TEST(DenseDescriptors, RefuseOptionsOutOfRange) {
  const auto error = [](const DescriptorOptions& options) {
    return MessageOf(ErrorKind::kUsage, [&] { CheckDescriptorOptions(options); });
  };
  EXPECT_EQ(error({.max_side = 15}), "longer side of images: expected 16 to 2048, found 15");
  EXPECT_EQ(error({.step = 0}), "step of descriptors: expected 1 to 256, found 0");
  EXPECT_EQ(error({.cell_sides = {}}), "number of scales: expected 1 to 16, found 0");
  EXPECT_EQ(error({.cell_sides = {4, 0}}), "side of cells: expected 1 to 256, found 0");
  EXPECT_EQ(error({.min_gradient = std::nan("")}), "smallest gradient: expected 0 to 1000, found nan");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { DenseDescriptors(Image{}, {}); }),
            "image: expected at least one pixel, found none");
}

}  // namespace
}  // namespace structlab::structured_learning
