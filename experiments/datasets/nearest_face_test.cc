#include "experiments/datasets/nearest_face.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

// The same with the brightness of images of one grey value, whose distances are those of these values.
double ErrorByBrightness(const std::vector<int>& brightness, const std::vector<int>& subjects) {
  const int count = static_cast<int>(subjects.size());
  const std::vector<int> order = common::RandomStream(1, "faces/halves").Permutation(count);
  const size_t half = order.size() / 2;
  double wrong = 0;
  for (size_t i = half; i < order.size(); ++i) {
    const auto distance = [&](size_t j) { return std::abs(brightness[order[i]] - brightness[order[j]]); };
    size_t nearest = 0;
    for (size_t j = 1; j < half; ++j) nearest = distance(j) < distance(nearest) ? j : nearest;
    wrong += subjects[order[nearest]] != subjects[order[i]] ? 1 : 0;
  }
  return wrong / static_cast<double>(order.size() - half);
}

// Images of 70,000 pixels, whose squared distances do not fit 32 bits.
TEST(NearestFaceError, ComparesImagesOfAnySize) {
  const std::vector<int> brightness = {0, 10, 200, 255, 5, 180, 90, 251}, subjects = {1, 1, 2, 2, 1, 3, 3, 2};
  for (const int pixels : {1, 70'000}) {
    Faces faces = {1, pixels, subjects, {}};
    for (const int grey : brightness) {
      faces.pixels.insert(faces.pixels.end(), pixels, static_cast<uint8_t>(grey));
    }
    EXPECT_EQ(NearestFaceError(faces), ErrorByBrightness(brightness, subjects));
  }
}

TEST(NearestFaceError, RefusesFewerThanTwoImages) {
  for (const int images : {0, 1}) {
    const Faces faces = {1, 1, std::vector<int>(images, 1), std::vector<uint8_t>(images)};
    const common::Error error = ErrorOf([&] { NearestFaceError(faces); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
    EXPECT_EQ(error.parts().expected, "at least two images");
  }
}

}  // namespace
}  // namespace structlab::datasets
