#include "kernels/hashing/random_projection.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "kernels/hashing/expect_moments.h"
#include "kernels/hashing/hash_kernel_moments.h"

namespace structlab::kernels {
namespace {

constexpr std::array<double, 4> kX = {1, 2, 0, 3};
constexpr std::array<double, 4> kOther = {2, 1, 1, -1};

std::vector<double> Project(const RandomProjection& projection, std::span<const double> x) {
  std::vector<double> projected(projection.rows());
  for (size_t i = 0; i < x.size(); ++i) projection.Add(i, x[i], projected);
  return projected;
}

double KernelOf(ProjectionKind kind, uint64_t seed) {
  const RandomProjection projection(kind, 3, seed);
  const std::vector<double> x = Project(projection, kX);
  const std::vector<double> other = Project(projection, kOther);
  return x[0] * other[0] + x[1] * other[1] + x[2] * other[2];
}

void ExpectKernelMoments(ProjectionKind kind, const KernelMoments& expected) {
  ExpectMoments(expected, [&](uint64_t seed) { return KernelOf(kind, seed); });
}

TEST(RandomProjection, KernelsHaveTheirMeanAndVariance) {
  ExpectKernelMoments(ProjectionKind::kGaussian, ProjectedKernelMoments(kX, kOther, 3, 3));
  ExpectKernelMoments(ProjectionKind::kSigns, ProjectedKernelMoments(kX, kOther, 3, 1));
  ExpectKernelMoments(ProjectionKind::kSparseSigns, ProjectedKernelMoments(kX, kOther, 3, 3));
  ExpectKernelMoments(ProjectionKind::kCountSketch, SignedHashKernelMoments(kX, kOther, 3));
}

std::vector<double> Column(ProjectionKind kind, int rows, uint64_t feature) {
  std::vector<double> column(rows);
  RandomProjection(kind, rows, 1).Add(feature, 1.0, column);
  return column;
}

TEST(RandomProjection, EntriesAreThoseOfTheirKind) {
  constexpr int kRows = 100;
  const double entry = 1 / std::sqrt(kRows);
  for (const double value : Column(ProjectionKind::kSigns, kRows, 5)) EXPECT_EQ(std::abs(value), entry);
  int zeros = 0;
  EXPECT_EQ(Column(ProjectionKind::kUnscaledSigns, kRows, 5)[0] * entry,
            Column(ProjectionKind::kSigns, kRows, 5)[0]);
  for (const double value : Column(ProjectionKind::kUnscaledSigns, kRows, 5)) EXPECT_EQ(std::abs(value), 1);
  for (const double value : Column(ProjectionKind::kSparseSigns, kRows, 5)) {
    zeros += value == 0;
    EXPECT_TRUE(value == 0 || std::abs(std::abs(value) - std::sqrt(3.0) * entry) < 1e-15) << value;
  }
  EXPECT_NEAR(zeros, 200.0 / 3, 4 * std::sqrt(kRows * 2.0 / 9));
  double size = 0;
  for (const double value : Column(ProjectionKind::kCountSketch, kRows, 5)) size += std::abs(value);
  EXPECT_EQ(size, 1);
}

TEST(RandomProjection, ColumnsAreRepeatableAndDiffer) {
  for (const ProjectionKind kind :
       {ProjectionKind::kGaussian, ProjectionKind::kSigns, ProjectionKind::kUnscaledSigns,
        ProjectionKind::kSparseSigns, ProjectionKind::kCountSketch}) {
    std::set<std::vector<double>> columns;
    for (uint64_t feature = 0; feature < 10; ++feature) {
      columns.insert(Column(kind, 1000, feature));
      EXPECT_EQ(Column(kind, 1000, feature), Column(kind, 1000, feature));
    }
    EXPECT_EQ(columns.size(), 10u);
  }
}

TEST(RandomProjection, RefusesWhatDoesNotFit) {
  EXPECT_THROW(RandomProjection(ProjectionKind::kSigns, 0, 1), common::Error);
  EXPECT_THROW(RandomProjection(ProjectionKind::kSigns, (1 << 24) + 1, 1), common::Error);
  const RandomProjection projection(ProjectionKind::kSigns, 3, 1);
  std::vector<double> projected(2);
  EXPECT_THROW(projection.Add(0, 1.0, projected), common::Error);
  projected.resize(3);
  EXPECT_THROW(projection.Add(0, std::nan(""), projected), common::Error);
}

// In any order of features, and whether or not a word of signs is used up.
TEST(StoredSigns, AddWhatTheProjectionAdds) {
  for (const int rows : {1, 63, 64, 100, 256}) {
    const RandomProjection projection(ProjectionKind::kSigns, rows, 7);
    StoredSigns stored(rows, 7);
    EXPECT_EQ(stored.rows(), rows);
    std::vector<double> expected(rows), projected = expected;
    for (const uint64_t feature : {5u, 0u, 5u, 4000000000u, 17u, 0u}) {
      const double value = 0.1 * static_cast<double>(feature % 7) - 0.3;
      projection.Add(feature, value, expected);
      stored.Add(feature, value, projected);
    }
    EXPECT_EQ(projected, expected) << rows;
  }
}

// Large features, each used twice, some of them consecutive, so that their hash table grows and has
// collisions.
TEST(StoredSigns, KnowsManyLargeFeaturesAgain) {
  const RandomProjection projection(ProjectionKind::kSigns, 64, 3);
  StoredSigns stored(64, 3);
  for (int round = 0; round < 2; ++round) {
    for (uint64_t i = 0; i < 5000; ++i) {
      const uint64_t feature = i % 2 == 0 ? (uint64_t{1} << 22) + i : (i << 40) + (uint64_t{1} << 30);
      std::vector<double> expected(64), projected(64);
      projection.Add(feature, 1, expected);
      stored.Add(feature, 1, projected);
      ASSERT_EQ(projected, expected) << feature;
    }
  }
}

TEST(StoredSigns, RefusesWhatDoesNotFit) {
  EXPECT_THROW(StoredSigns(0, 1), common::Error);
  StoredSigns stored(4, 1);
  std::vector<double> entries(3);
  EXPECT_THROW(stored.Add(0, 1, entries), common::Error);
  entries.resize(4);
  EXPECT_THROW(stored.Add(0, std::nan(""), entries), common::Error);
}

}  // namespace
}  // namespace structlab::kernels
