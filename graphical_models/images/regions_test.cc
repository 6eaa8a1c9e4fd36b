#include "graphical_models/images/regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// The pixels that can be reached from the first one by steps between neighbours of one region.
std::set<int> Reached(const Image& image, const std::vector<int>& of_pixel, int first) {
  std::set<int> reached = {first};
  std::vector<int> open = {first};
  while (!open.empty()) {
    const int pixel = open.back(), x = pixel % image.width, y = pixel / image.width;
    open.pop_back();
    for (const auto& [dx, dy] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) {
      if (x + dx < 0 || x + dx >= image.width || y + dy < 0 || y + dy >= image.height) continue;
      const int other = (y + dy) * image.width + x + dx;
      if (of_pixel[other] != of_pixel[pixel]) continue;
      if (reached.insert(other).second) open.push_back(other);
    }
  }
  return reached;
}

void ExpectConnectedPartition(const Image& image, const Segmentation& segmentation, int min_size) {
  CheckSegmentation(segmentation, image.num_pixels(), "segmentation");
  int last_first = -1;
  for (const std::vector<int>& pixels : segmentation.Members()) {
    EXPECT_GT(pixels.front(), last_first);  // regions are numbered by their first pixels
    last_first = pixels.front();
    EXPECT_EQ(Reached(image, segmentation.of_pixel, pixels.front()),
              std::set<int>(pixels.begin(), pixels.end()));
    if (segmentation.count > 1) {
      EXPECT_GE(static_cast<int>(pixels.size()), min_size);
    }
  }
}

// The same rule on lists of pixels, in the simplest form.
Segmentation Merged(const Image& image, Segmentation regions, int min_size) {
  const auto mean = [&](const std::vector<int>& pixels) {
    std::array<double, 3> sum = {};
    for (const int pixel : pixels) {
      for (size_t c = 0; c < 3; ++c) sum[c] += ColorOf(image, static_cast<size_t>(pixel))[c];
    }
    for (double& value : sum) value /= static_cast<double>(pixels.size());
    return sum;
  };
  while (true) {
    const std::vector<std::vector<int>> members = regions.Members();
    const auto least = std::min_element(members.begin(), members.end(),
                                        [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (members.size() < 2 || static_cast<int>(least->size()) >= min_size) return regions;
    const int region = static_cast<int>(least - members.begin());
    int nearest = -1;
    double nearest_distance = std::numeric_limits<double>::infinity();
    for (int other = 0; other < regions.count; ++other) {
      std::vector<int> joined = regions.of_pixel;
      for (int& of : joined) of = of == other ? region : of;
      const size_t both = least->size() + members[other].size();
      if (other == region || Reached(image, joined, least->front()).size() != both) continue;
      double distance = 0;
      for (size_t c = 0; c < 3; ++c) {
        distance += std::pow(mean(*least)[c] - mean(members[other])[c], 2);
      }
      if (distance < nearest_distance) nearest = other, nearest_distance = distance;
    }
    const int kept = std::min(region, nearest), gone = std::max(region, nearest);
    for (int& of : regions.of_pixel) of = of == gone ? kept : of - (of > gone ? 1 : 0);
    --regions.count;
  }
}

TEST(RegionsOfSimilarColor, AreAConnectedPartition) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "regions");
    const Image image = RandomImage(20, random, seed % 2 == 0 ? 100 : 7);
    const int min_size = 1 + static_cast<int>(random.UniformIndex(20));
    const double radius = random.Uniform(0, 150);
    ExpectConnectedPartition(image, RegionsOfSimilarColor(image, radius, min_size), min_size);
  }
}

TEST(RegionsOfSimilarColor, MergeAsTheRuleSays) {
  int merges = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "merges");
    const Image image = RandomImage(6, random, seed % 2 == 0 ? 50 : 3);
    const double radius = random.Uniform(0, 120);
    const Segmentation fine = RegionsOfSimilarColor(image, radius, 1);
    for (const int min_size : {2, 3, 7}) {
      const Segmentation found = RegionsOfSimilarColor(image, radius, min_size);
      EXPECT_EQ(found, Merged(image, fine, min_size));
      merges += fine.count - found.count;
    }
  }
  EXPECT_GT(merges, 1000);
}

// Without merging, a region is the set of pixels that steps of at most the radius reach, and no such step
// leaves it.
TEST(RegionsOfSimilarColor, EndWhereColoursDiffer) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "steps");
    const Image image = RandomImage(12, random, 60);
    const double radius = random.Uniform(0, 200);
    const Segmentation segmentation = RegionsOfSimilarColor(image, radius, 1);
    ExpectConnectedPartition(image, segmentation, 1);
    for (int pixel = 0; pixel < image.num_pixels(); ++pixel) {
      for (const int step : {1, image.width}) {
        if ((step == 1 && (pixel + 1) % image.width == 0) || pixel + step >= image.num_pixels()) continue;
        const auto p = static_cast<size_t>(pixel), q = static_cast<size_t>(pixel + step);
        double distance = 0;
        for (size_t c = 0; c < 3; ++c) distance += std::pow(ColorOf(image, p)[c] - ColorOf(image, q)[c], 2);
        if (std::sqrt(distance) <= radius) {
          EXPECT_EQ(segmentation.of_pixel[p], segmentation.of_pixel[q]);
        }
      }
    }
  }
}

TEST(RegionsOfSimilarColor, OfAnExampleByHand) {
  // Two dark columns, a column of middle grey with one bright pixel, a bright column.
  const Image image = {.width = 4, .height = 2, .channels = 1, .values = {0, 0, 90, 200, 0, 0, 200, 200}};
  EXPECT_EQ(RegionsOfSimilarColor(image, 1, 1), (Segmentation{3, {0, 0, 1, 2, 0, 0, 2, 2}}));
  // 90 is nearer to 0 than to 200.
  EXPECT_EQ(RegionsOfSimilarColor(image, 1, 2), (Segmentation{2, {0, 0, 0, 1, 0, 0, 1, 1}}));
  EXPECT_EQ(RegionsOfSimilarColor(image, 1, 9), (Segmentation{1, std::vector<int>(8, 0)}));
  EXPECT_EQ(RegionsOfSimilarColor(Image(), 1, 9), Segmentation());
  // 90 apart in one grey value is 90 sqrt(3) = 155.88 apart in colour.
  EXPECT_EQ(RegionsOfSimilarColor(image, 155.8, 1).count, 3);
  EXPECT_EQ(RegionsOfSimilarColor(image, 155.9, 1).count, 2);
}

TEST(RegionsOutside, LeavesOutWhatTouchesTheHole) {
  // Regions 0 and 2 have a missing pixel, 1 and 3 none; one pixel is in no region.
  const Segmentation regions = {4, {0, 0, 1, -1, 2, 3}};
  const Image mask = {.width = 6, .height = 1, .channels = 1, .values = {0, 255, 0, 255, 255, 0}};
  const Segmentation outside = RegionsOutside(regions, mask);
  EXPECT_EQ(outside, (Segmentation{2, {-1, -1, 0, -1, -1, 1}}));
  EXPECT_EQ(outside.Members(), (std::vector<std::vector<int>>{{2}, {5}}));
  EXPECT_EQ(RegionsOutside(regions, UniformImage(6, 1, 1)), regions);
  EXPECT_NE(MessageOf([&] { RegionsOutside(regions, UniformImage(5, 1, 1)); }), "no error");
}

TEST(PictureOfRegions, HasBordersInYellow) {
  const Image image = {.width = 2, .height = 2, .channels = 1, .values = {1, 2, 3, 4}};
  const Image picture = PictureOfRegions(image, {2, {0, 1, 1, 1}});
  EXPECT_EQ(picture.values, (std::vector<uint8_t>{255, 220, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4}));
  EXPECT_EQ(PictureOfRegions(image, {1, {0, 0, 0, 0}}).values[0], 1);
}

TEST(RegionsOfSimilarColor, MistakesAreTold) {
  const Image image = UniformImage(2, 2, 1);
  EXPECT_EQ(MessageOf([&] { RegionsOfSimilarColor(image, -1, 1); }),
            "colour radius: expected 0 or more, found -1");
  EXPECT_NE(MessageOf([&] { RegionsOfSimilarColor(image, std::nan(""), 1); }), "no error");
  EXPECT_EQ(MessageOf([&] { RegionsOfSimilarColor(image, 1, 0); }),
            "minimum size: expected 1 or more pixels, found 0");
  const auto check = [](const Segmentation& segmentation) {
    return MessageOf([&] { CheckSegmentation(segmentation, 2, "s"); });
  };
  EXPECT_EQ(check({1, {0}}), "s: expected a region for each of 2 pixels, found 1");
  EXPECT_EQ(check({3, {0, 1}}), "s: expected 0 to 2 regions, found 3");
  EXPECT_EQ(check({1, {0, 1}}), "s: expected regions from 0 to 0, or -1 for none, found 1");
  EXPECT_EQ(check({2, {1, 1}}), "s: expected a pixel in every region, found none in region 0");
  EXPECT_EQ(check({2, {0, 1}}), "no error");
}

}  // namespace
}  // namespace structlab::graphical_models
