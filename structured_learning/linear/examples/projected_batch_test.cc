#include "structured_learning/linear/examples/projected_batch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace structlab::structured_learning {
namespace {

// One example with five features of value 0.447, label 3, target 2 and importance 7.
ExampleBatch OneExample() {
  ExampleBatch batch;
  const ExampleBatch::Room room = batch.FeatureRoom(5);
  for (uint32_t k = 0; k < 5; ++k) {
    room.keys[k] = 100 * k;
    room.values[k] = 0.447f;
  }
  batch.AddLabel(3);
  batch.AddExample(5, 2, 7);
  return batch;
}

std::vector<float> ValuesOf(const ExampleBatch& batch) {
  return {batch[0].values.begin(), batch[0].values.end()};
}

// <R x, R x> is an unbiased estimate of <x, x>: here of 1, with a standard deviation of sqrt(2 / rows).
TEST(ProjectedBatch, KeepsInnerProductsOnAverage) {
  const ExampleBatch batch = OneExample();
  double sum = 0;
  constexpr int kSeeds = 200, kRows = 64;
  ExampleBatch projected;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Project(batch, kernels::RandomProjection(kernels::ProjectionKind::kSigns, kRows, seed), projected);
    ASSERT_EQ(projected.size(), 1u);
    for (const float value : projected[0].values) sum += static_cast<double>(value) * value / kSeeds;
  }
  EXPECT_NEAR(sum, 5 * 0.447 * 0.447, 4 * std::sqrt(2.0 / kRows / kSeeds));
}

TEST(ProjectedBatch, HasAllRowsAndWhatIsKnownOfTheExample) {
  ExampleBatch projected;
  kernels::StoredSigns signs(70, 3);
  for (int times = 0; times < 2; ++times) Project(OneExample(), signs, projected);  // replaced, not added
  ASSERT_EQ(projected.size(), 1u);
  ASSERT_EQ(projected[0].keys.size(), 70u);
  for (uint32_t row = 0; row < 70; ++row) EXPECT_EQ(projected[0].keys[row], row);
  EXPECT_EQ(projected[0].labels[0], 3u);
  EXPECT_EQ(projected[0].target, 2.f);
  EXPECT_EQ(projected[0].importance, 7.f);
  const std::vector<float> stored = ValuesOf(projected);
  Project(OneExample(), kernels::RandomProjection(kernels::ProjectionKind::kSigns, 70, 3), projected);
  EXPECT_EQ(stored, ValuesOf(projected));
}

}  // namespace
}  // namespace structlab::structured_learning
