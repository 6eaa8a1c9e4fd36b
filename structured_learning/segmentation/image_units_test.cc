#include "structured_learning/segmentation/image_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;
using graphical_models::Image;

struct Instance {
  ImageUnits units;
  Mask mask;
};

Mask RandomMask(int width, int height, common::RandomStream& random) {
  Mask mask = {.width = width, .height = height, .labels = {}};
  for (int i = 0; i < width * height; ++i) {
    const uint64_t label = random.UniformIndex(3);
    mask.labels.push_back(label == 2 ? kVoid : static_cast<uint8_t>(label));
  }
  return mask;
}

// Units of all three kinds, of images of random size.
Instance RandomInstance(uint64_t seed) {
  common::RandomStream random(seed, "units");
  const auto number = [&](uint64_t low, uint64_t high) {
    return static_cast<int>(low + random.UniformIndex(high - low + 1));
  };
  const Image image =
      graphical_models::RandomImage(number(1, 20), number(1, 20), seed % 2 == 0 ? 1 : 3, random, 64);
  const int max_side = number(0, 12);
  Instance instance;
  if (seed % 3 == 0) instance.units = PixelUnits(image, max_side, 4);
  if (seed % 3 == 1) instance.units = BlockUnits(image, max_side, number(1, 5), 8);
  if (seed % 3 == 2) {
    Image reduced = ReduceImage(image, max_side);
    const auto regions = graphical_models::RegionsOfSimilarColor(reduced, 50, number(1, 4));
    instance.units = RegionUnits(image.width, image.height, std::move(reduced), regions);
  }
  instance.mask = RandomMask(image.width, image.height, random);
  return instance;
}

TEST(ImageUnits, PartitionTheImage) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const ImageUnits units = RandomInstance(seed).units;
    const std::set<int> found(units.of_pixel.begin(), units.of_pixel.end());
    ASSERT_EQ(std::ssize(units.of_pixel), units.image.num_pixels());
    EXPECT_EQ(std::ssize(found), units.count);
    EXPECT_EQ(*found.begin(), 0);
    EXPECT_EQ(*found.rbegin(), units.count - 1);
    EXPECT_EQ(std::ssize(units.OfInputPixels()), units.width * units.height);
    if (units.grid_width > 0) {
      EXPECT_EQ(units.grid_width * units.grid_height, units.count);
      EXPECT_EQ(units.edges, GridEdges(units.grid_width, units.grid_height, 4));
    }
  }
}

// Labels by majority, counted by a plain loop over input pixels whose centres are compared as fractions.
TEST(ImageUnits, GetTheLabelOfMostOfTheirPixels) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const auto [units, mask] = RandomInstance(seed);
    const UnitLabels labels = LabelUnits(units, mask);
    ASSERT_EQ(std::ssize(labels.labels), units.count);
    double weights = 0, excess_of_all = 0;
    for (int unit = 0; unit < units.count; ++unit) {
      int foreground = 0, background = 0;
      for (int y = 0; y < units.height; ++y) {
        for (int x = 0; x < units.width; ++x) {
          const double scale_x = static_cast<double>(units.image.width) / units.width;
          const double scale_y = static_cast<double>(units.image.height) / units.height;
          // Centres that fall on a border belong to the pixel behind it.
          const int column = static_cast<int>((x + 0.5) * scale_x + 1e-9);
          const int row = static_cast<int>((y + 0.5) * scale_y + 1e-9);
          if (units.of_pixel[static_cast<size_t>(row * units.image.width + column)] != unit) continue;
          const uint8_t label = mask.labels[static_cast<size_t>(y * units.width + x)];
          foreground += label == 1 ? 1 : 0;
          background += label == 0 ? 1 : 0;
        }
      }
      const auto at = static_cast<size_t>(unit);
      EXPECT_EQ(labels.foreground[at], foreground);
      EXPECT_EQ(labels.background[at], background);
      EXPECT_EQ(labels.labels[at], foreground > background ? 1 : 0);
      weights += labels.loss_weights[at];
      excess_of_all += std::abs(foreground - background);
    }
    EXPECT_NEAR(weights, excess_of_all * units.count / (units.width * units.height), 1e-9);
  }
}

TEST(ImageUnits, AreTheSameAfterExpandingTheirLabels) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const auto [units, mask] = RandomInstance(seed);
    common::RandomStream random(seed, "labels");
    BinaryLabels labels;
    for (int unit = 0; unit < units.count; ++unit)
      labels.push_back(static_cast<uint8_t>(random.UniformIndex(2)));
    const Mask expanded = ExpandLabels(units, labels);
    const UnitLabels again = LabelUnits(units, expanded);
    const std::vector<int> unit_of = units.OfInputPixels();
    for (int unit = 0; unit < units.count; ++unit) {
      const auto at = static_cast<size_t>(unit);
      // A unit that no centre of an input pixel falls into cannot occur: images are never enlarged.
      EXPECT_NE(std::ranges::find(unit_of, unit), unit_of.end());
      EXPECT_EQ(again.labels[at], labels[at]);
    }
    EXPECT_EQ(ExpandLabels(units, again.labels), expanded);
  }
}

TEST(ImageUnits, HaveTheAgreementOfTheirMask) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const auto [units, mask] = RandomInstance(seed);
    if (std::ranges::all_of(mask.labels, [](uint8_t label) { return label == kVoid; })) continue;
    common::RandomStream random(seed, "labels");
    BinaryLabels labels;
    for (int unit = 0; unit < units.count; ++unit)
      labels.push_back(static_cast<uint8_t>(random.UniformIndex(2)));
    const UnitLabels truth = LabelUnits(units, mask);
    const MaskAgreement agreement = AgreementOfUnits(truth, labels);
    const MaskAgreement expected = CompareMasks(mask, ExpandLabels(units, labels), "m");
    EXPECT_EQ(agreement.pixel_error, expected.pixel_error);
    EXPECT_EQ(agreement.overlap, expected.overlap);
    EXPECT_EQ(agreement.foreground_share, expected.foreground_share);
    // Loss weights are what a wrong label costs beyond the least possible error.
    double loss = 0;
    for (size_t unit = 0; unit < labels.size(); ++unit) {
      if (labels[unit] != truth.labels[unit]) loss += truth.loss_weights[unit];
    }
    const double least = AgreementOfUnits(truth, truth.labels).pixel_error;
    const auto known =
        static_cast<double>(std::ranges::count_if(mask.labels, [](uint8_t l) { return l != kVoid; }));
    const double mean_size = static_cast<double>(units.width) * units.height / units.count;
    EXPECT_NEAR(loss * mean_size, (agreement.pixel_error - least) * known, 1e-9);
  }
}

TEST(ImageUnits, OfRegionsAreNeighboursIfTheyTouch) {
  //  0 0 1
  //  2 0 1
  //  2 2 3
  const Image image = graphical_models::UniformImage(3, 3, 1);
  const graphical_models::Segmentation regions = {.count = 4, .of_pixel = {0, 0, 1, 2, 0, 1, 2, 2, 3}};
  const ImageUnits units = RegionUnits(3, 3, image, regions);
  EXPECT_EQ(units.edges, (std::vector<NodePair>{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(units.grid_width, 0);
  EXPECT_NE(MessageOf([&] { RegionUnits(3, 3, image, {.count = 1, .of_pixel = std::vector<int>(9, -1)}); }),
            "no error");
}

TEST(ImageUnits, OfBlocksAreCutOffAtTheBorder) {
  const ImageUnits units = BlockUnits(graphical_models::UniformImage(5, 3, 1), 0, 2, 4);
  EXPECT_EQ(units.of_pixel, (std::vector<int>{0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 3, 3, 4, 4, 5}));
  EXPECT_EQ(units.edges, (std::vector<NodePair>{{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {4, 5}}));
}

TEST(ReduceImage, AveragesAreas) {
  const Image image = {.width = 3, .height = 2, .channels = 1, .values = {0, 30, 90, 120, 150, 210}};
  // Two columns and one row: each covers one pixel and a half.
  EXPECT_EQ(ReduceImage(image, 2), (Image{.width = 2, .height = 1, .channels = 1, .values = {70, 130}}));
  EXPECT_EQ(ReduceImage(image, 1), (Image{.width = 1, .height = 1, .channels = 1, .values = {100}}));
  EXPECT_EQ(ReduceImage(image, 3), image);
  EXPECT_EQ(ReduceImage(image, 0), image);
  // A uniform image stays uniform at any size.
  for (int side = 1; side < 40; ++side) {
    const Image small = ReduceImage(graphical_models::UniformImage(41, 17, 3, 77), side);
    EXPECT_EQ(small.width, side);
    EXPECT_EQ(small, graphical_models::UniformImage(small.width, small.height, 3, 77));
  }
}

TEST(ReduceImage, RefusesWhatHasNoSize) {
  EXPECT_EQ(MessageOf([] { ReduceImage(Image{}, 3); }), "image: expected at least one pixel, found none");
  const Image image = graphical_models::UniformImage(2, 2, 1);
  EXPECT_NE(MessageOf([&] { ReduceImage(image, -1); }), "no error");
  EXPECT_NE(MessageOf([&] { BlockUnits(image, 0, 0, 4); }), "no error");
  EXPECT_NE(MessageOf([&] { PixelUnits(image, 0, 5); }), "no error");
  EXPECT_NE(MessageOf([&] {
              LabelUnits(PixelUnits(image, 0, 4), Mask{.width = 1, .height = 4, .labels = {0, 0, 0, 0}});
            }),
            "no error");
}

}  // namespace
}  // namespace structlab::structured_learning
