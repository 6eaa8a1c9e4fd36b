#include "experiments/datasets/face_occluders.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

constexpr uint8_t kSkin = 251;  // which no occluder has

std::vector<uint8_t> Draw(Occluder occluder, int rows, int columns, uint64_t seed) {
  std::vector<uint8_t> pixels(static_cast<size_t>(rows) * static_cast<size_t>(columns), kSkin);
  common::RandomStream stream(seed, "occluder");
  DrawOccluder(occluder, rows, columns, stream, pixels);
  return pixels;
}

// The share of the rows that is covered.
double Covered(const std::vector<uint8_t>& pixels, size_t columns, size_t begin, size_t end) {
  double covered = 0;
  for (size_t i = begin * columns; i < end * columns; ++i) covered += pixels[i] != kSkin ? 1 : 0;
  return covered / static_cast<double>((end - begin) * columns);
}

TEST(DrawOccluder, CoversWhatItsHeaderSays) {
  for (const auto& [rows, columns] : {std::pair(32, 32), std::pair(192, 168)}) {
    const size_t width = columns, height = rows;
    for (uint64_t seed = 0; seed < 50; ++seed) {
      SCOPED_TRACE(seed);
      const std::vector<uint8_t> glasses = Draw(Occluder::kSunglasses, rows, columns, seed);
      EXPECT_NEAR(Covered(glasses, width, 0, height), 0.2, 0.06);
      EXPECT_EQ(Covered(glasses, width, height * 5 / 8, height), 0);
      const std::vector<uint8_t> scarf = Draw(Occluder::kScarf, rows, columns, seed);
      EXPECT_NEAR(Covered(scarf, width, 0, height), 0.375, 0.1);
      EXPECT_EQ(Covered(scarf, width, 0, height / 2), 0);
      EXPECT_EQ(Covered(scarf, width, height * 13 / 16, height), 1);
    }
  }
}

TEST(DrawOccluder, DependsOnTheStreamAlone) {
  EXPECT_EQ(Draw(Occluder::kScarf, 32, 32, 1), Draw(Occluder::kScarf, 32, 32, 1));
  EXPECT_NE(Draw(Occluder::kScarf, 32, 32, 1), Draw(Occluder::kScarf, 32, 32, 2));
}

TEST(DrawOccluder, RefusesOtherSizes) {
  common::RandomStream stream(1, "occluder");
  std::vector<uint8_t> pixels(64);
  for (const auto& [rows, columns] : {std::pair(7, 9), std::pair(9, 7), std::pair(8, 9)}) {
    const common::Error error = ErrorOf([&, rows = rows, columns = columns] {
      DrawOccluder(Occluder::kScarf, rows, columns, stream, pixels);
    });
    EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
    EXPECT_EQ(error.parts().found, "64 pixels of " + std::to_string(rows) + " x " + std::to_string(columns));
  }
}

}  // namespace
}  // namespace structlab::datasets
