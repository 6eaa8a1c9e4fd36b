#include "graphical_models/images/restoration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

TEST(RestorationEnergy, OfTwoPixels) {
  const Image noisy = {.width = 2, .height = 1, .channels = 1, .values = {10, 200}};
  const RestorationOptions options = {.slope = 3, .truncation = 4};
  const GridEnergy<int32_t> energy = RestorationEnergy(noisy, nullptr, options);
  EXPECT_EQ(energy.num_labels(), 256);
  EXPECT_EQ(energy.Energy({{10, 200}}), 12);
  EXPECT_EQ(energy.Energy({{13, 15}}), 9 + 185 * 185 + 6);
  EXPECT_EQ(energy.Energy({{255, 0}}), 245 * 245 + 200 * 200 + 12);
  const Image mask = {.width = 2, .height = 1, .channels = 1, .values = {0, 255}};
  EXPECT_EQ(RestorationEnergy(noisy, &mask, options).Energy({{13, 15}}), 9 + 6);
}

TEST(RestorationEnergy, IsWhatItsDefinitionSays) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "restoration");
    const Image noisy = RandomImage(4, 5, 1, random);
    const Image mask = RandomImage(4, 5, 1, random, 255);
    const GridEnergy<int32_t> energy = RestorationEnergy(noisy, &mask, {.slope = 7, .truncation = 30});
    const Image other = RandomImage(4, 5, 1, random);
    double expected = 0;
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 4; ++x) {
        if (mask(x, y) == 0) expected += std::pow(other(x, y) - noisy(x, y), 2);
        if (x + 1 < 4) expected += 7 * std::min(30, std::abs(other(x, y) - other(x + 1, y)));
        if (y + 1 < 5) expected += 7 * std::min(30, std::abs(other(x, y) - other(x, y + 1)));
      }
    }
    const Labeling labels(other.values.begin(), other.values.end());
    EXPECT_EQ(energy.Energy(labels), expected);
    EXPECT_EQ(ImageOfLabels(4, 5, labels), other);
  }
}

TEST(RestorationEnergy, MistakesAreTold) {
  const Image gray = UniformImage(3, 2, 1, 9);
  const auto message = [&](const Image& noisy, const Image* mask, const RestorationOptions& options) {
    return MessageOf([&] { RestorationEnergy(noisy, mask, options); });
  };
  EXPECT_EQ(message(InColors(gray), nullptr, {}).substr(0, 34), "noisy image: expected a grey image");
  EXPECT_EQ(message(Image(), nullptr, {}), "noisy image: expected at least one pixel, found none");
  EXPECT_EQ(message(gray, nullptr, {.slope = -1}), "slope of restoration: expected 0 or more, found -1");
  EXPECT_EQ(message(gray, nullptr, {.truncation = -1}),
            "truncation of restoration: expected 0 or more, found -1");
  Image mask = UniformImage(3, 3, 1);
  EXPECT_EQ(message(gray, &mask, {}), "mask: expected 3 x 2 pixels, found 3 x 3 pixels");
  mask = UniformImage(3, 2, 3);
  EXPECT_EQ(message(gray, &mask, {}).substr(0, 27), "mask: expected a grey image");
  mask = UniformImage(3, 2, 1);
  mask(1, 1) = 128;
  EXPECT_EQ(message(gray, &mask, {}), "mask: expected only 0 and 255, found 128 at (1, 1)");
  EXPECT_NE(MessageOf([] { ImageOfLabels(1, 1, Labeling{256}); }), "no error");
  EXPECT_NE(MessageOf([] { ImageOfLabels(2, 1, Labeling{6}); }), "no error");
}

TEST(Psnr, FollowsFromTheMeanSquare) {
  const Image clean = UniformImage(4, 3, 1, 100);
  EXPECT_EQ(Psnr(clean, clean), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Psnr(UniformImage(4, 3, 1, 255), UniformImage(4, 3, 1, 0)), 0);
  EXPECT_NEAR(Psnr(UniformImage(4, 3, 1, 110), clean), 20 * std::log10(25.5), 1e-12);
  // A tenth of the difference is 20 dB more, for either sign and any number of channels.
  EXPECT_NEAR(Psnr(UniformImage(4, 3, 1, 101), clean), 20 + Psnr(UniformImage(4, 3, 1, 90), clean), 1e-12);
  EXPECT_EQ(Psnr(InColors(UniformImage(4, 3, 1, 110)), InColors(clean)),
            Psnr(UniformImage(4, 3, 1, 110), clean));
}

TEST(Psnr, CountsThePixelsOfTheMask) {
  const Image clean = {.width = 2, .height = 1, .channels = 1, .values = {10, 20}};
  const Image image = {.width = 2, .height = 1, .channels = 1, .values = {10, 25}};
  const Image first = {.width = 2, .height = 1, .channels = 1, .values = {255, 0}};
  const Image second = {.width = 2, .height = 1, .channels = 1, .values = {0, 255}};
  EXPECT_EQ(Psnr(image, clean, &first), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(Psnr(image, clean, &second), 20 * std::log10(51), 1e-12);
  EXPECT_NEAR(Psnr(image, clean), 20 * std::log10(51) + 10 * std::log10(2), 1e-12);
  EXPECT_NEAR(Psnr(InColors(image), InColors(clean), &second), 20 * std::log10(51), 1e-12);
  const Image none = UniformImage(2, 1, 1);
  EXPECT_EQ(MessageOf([&] { Psnr(image, clean, &none); }),
            "PSNR: expected at least one pixel to compare, found none");
  EXPECT_EQ(MessageOf([&] { Psnr(image, InColors(clean)); }).substr(0, 28), "channels of the clean image:");
  EXPECT_EQ(MessageOf([&] { Psnr(UniformImage(1, 2, 1), clean); }),
            "clean image: expected 1 x 2 pixels, found 2 x 1 pixels");
}

}  // namespace
}  // namespace structlab::graphical_models
