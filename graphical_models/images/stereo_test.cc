#include "graphical_models/images/stereo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

StereoOptions RandomOptions(int width, common::RandomStream& random) {
  const auto below = [&](uint64_t n) { return static_cast<int>(random.UniformIndex(n)); };
  return {.labels = 1 + below(static_cast<uint64_t>(width)),
          .unary_truncation = below(800),
          .slope = below(30),
          .truncation = below(6),
          .gradient_threshold = below(300),
          .weight_below_threshold = below(5),
          .similarity = below(2) == 0 ? SimilarNeighbours::kMeanSquare : SimilarNeighbours::kAbsoluteSum,
          .outside = below(2) == 0 ? OutsideColumns::kTruncation : OutsideColumns::kFirstColumn};
}

// Directly from the definition, term by term.
double Energy(const Image& left, const Image& right, const StereoOptions& o, const Labeling& labels) {
  double energy = 0;
  const auto distance = [](const Image& a, int ax, int ay, const Image& b, int bx, int by) {
    int sum = 0;
    for (int c = 0; c < 3; ++c) {
      sum += std::abs(a(ax, ay, a.channels == 3 ? c : 0) - b(bx, by, b.channels == 3 ? c : 0));
    }
    return sum;
  };
  const auto label = [&](int x, int y) { return labels[y * left.width + x]; };
  const auto pair = [&](int x, int y, int to_x, int to_y) {
    if (to_x >= left.width || to_y >= left.height) return;
    double squares = 0;
    for (int c = 0; c < 3; ++c) {
      const int channel = left.channels == 3 ? c : 0;
      squares += std::pow(left(x, y, channel) - left(to_x, to_y, channel), 2);
    }
    const bool alike = o.similarity == SimilarNeighbours::kMeanSquare
                           ? squares < 3 * std::pow(o.gradient_threshold, 2)
                           : distance(left, x, y, left, to_x, to_y) < o.gradient_threshold;
    const int weight = alike ? o.weight_below_threshold : 1;
    energy += weight * o.slope * std::min(std::abs(label(x, y) - label(to_x, to_y)), o.truncation);
  };
  for (int y = 0; y < left.height; ++y) {
    for (int x = 0; x < left.width; ++x) {
      const bool clamps = o.outside == OutsideColumns::kFirstColumn;
      const int match = clamps ? std::max(0, x - label(x, y)) : x - label(x, y);
      const int cost = match < 0 ? 765 : distance(left, x, y, right, match, y);
      energy += std::min(cost, o.unary_truncation);
      pair(x, y, x + 1, y);
      pair(x, y, x, y + 1);
    }
  }
  return energy;
}

// Three pixels in a row, computed by hand.
TEST(StereoEnergy, OfATinyPair) {
  const Image left = {.width = 3, .height = 1, .channels = 3, .values = {10, 20, 30, 12, 20, 30, 90, 0, 0}};
  const Image right = {.width = 3, .height = 1, .channels = 3, .values = {12, 20, 30, 90, 1, 0, 0, 0, 0}};
  const GridEnergy<int32_t> energy = StereoEnergy(left, right,
                                                  {.labels = 2,
                                                   .unary_truncation = 100,
                                                   .slope = 7,
                                                   .truncation = 1,
                                                   .gradient_threshold = 3,
                                                   .weight_below_threshold = 5,
                                                   .outside = OutsideColumns::kFirstColumn});
  // Disparity 1 of the first pixel is clamped to column 0; 80 + 20 + 30 = 130 is truncated.
  EXPECT_EQ(std::vector<int32_t>(energy.unaries().begin(), energy.unaries().end()),
            (std::vector<int32_t>{2, 2, 100, 0, 90, 1}));
  // Differences to the right are (2, 0, 0) and (78, 20, 30), of which the first is below the threshold.
  EXPECT_EQ(energy.Energy({{1, 1, 1}}), 3);
  EXPECT_EQ(energy.Energy({{0, 1, 1}}), 3 + 5 * 7);
  EXPECT_EQ(energy.Energy({{1, 1, 0}}), 2 + 0 + 90 + 7);
}

TEST(StereoEnergy, IsWhatItsDefinitionSays) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "stereo");
    const Image left = RandomImage(9, random, 40);
    const Image right = RandomImage(left.width, left.height, random.Bits() % 2 == 0 ? 1 : 3, random, 40);
    const StereoOptions options = RandomOptions(left.width, random);
    const GridEnergy<int32_t> energy = StereoEnergy(left, right, options);
    Labeling labels;
    for (int pixel = 0; pixel < left.num_pixels(); ++pixel) {
      labels.push_back(static_cast<int>(random.UniformIndex(static_cast<uint64_t>(options.labels))));
    }
    EXPECT_EQ(energy.Energy(labels), Energy(left, right, options, labels));
  }
}

// The left image shows at x what the right image shows at x - d: then d costs nothing, if it is inside.
TEST(StereoEnergy, TheTruthOfAWarpedPairCostsNothing) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "warp");
    const int width = 12, height = 5, labels = 6;
    const Image right = RandomImage(width, height, 3, random);
    Image left = UniformImage(width, height, 3);
    Labeling truth;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        truth.push_back(static_cast<int>(random.UniformIndex(static_cast<uint64_t>(labels))));
        for (int c = 0; c < 3; ++c) left(x, y, c) = right(std::max(0, x - truth.back()), y, c);
      }
    }
    const StereoOptions options = {.labels = labels, .slope = 0, .outside = OutsideColumns::kFirstColumn};
    EXPECT_EQ(StereoEnergy(left, right, options).Energy(truth), 0);
    // For any other disparity there is hardly a pixel that matches.
    Labeling other = truth;
    for (Label& label : other) label = (label + 1) % labels;
    EXPECT_GT(StereoEnergy(left, right, options).Energy(other), 0);
  }
}

TEST(StereoEnergy, GreyIsAColour) {
  common::RandomStream random(3, "grey");
  const Image left = RandomImage(8, 6, 1, random), right = RandomImage(8, 6, 1, random);
  EXPECT_EQ(StereoEnergy(left, right, {.labels = 5}),
            StereoEnergy(InColors(left), InColors(right), {.labels = 5}));
  EXPECT_EQ(StereoEnergy(left, right, {.labels = 5}), StereoEnergy(left, InColors(right), {.labels = 5}));
}

TEST(StereoEnergy, MistakesAreTold) {
  const Image image = UniformImage(4, 3, 3);
  const auto message = [&](const StereoOptions& options) {
    return MessageOf([&] { StereoEnergy(image, image, options); });
  };
  EXPECT_EQ(message({.labels = 5}), "labels of stereo: expected 1 to the width of the images, 4, found 5");
  EXPECT_EQ(message({.labels = 0}).substr(0, 26), "labels of stereo: expected");
  EXPECT_EQ(message({.labels = 2, .unary_truncation = -1}),
            "unary truncation of stereo: expected 0 or more, found -1");
  EXPECT_EQ(message({.labels = 2, .slope = -1}), "slope of stereo: expected 0 or more, found -1");
  EXPECT_EQ(message({.labels = 2, .truncation = -1}), "truncation of stereo: expected 0 or more, found -1");
  EXPECT_EQ(message({.labels = 2, .gradient_threshold = -1}),
            "gradient threshold of stereo: expected 0 or more, found -1");
  EXPECT_EQ(message({.labels = 2, .weight_below_threshold = -1}),
            "weight below the threshold of stereo: expected 0 or more, found -1");
  EXPECT_EQ(MessageOf([&] { StereoEnergy(image, UniformImage(4, 2, 3), {}); }),
            "right image: expected 4 x 3 pixels, found 4 x 2 pixels");
  EXPECT_EQ(MessageOf([&] { StereoEnergy(Image(), Image(), {}); }),
            "left image: expected at least one pixel, found none");
}

}  // namespace
}  // namespace structlab::graphical_models
