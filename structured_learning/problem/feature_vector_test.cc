#include "structured_learning/problem/feature_vector.h"

#include <map>

#include "common/random_stream.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

constexpr int kDimension = 7;

SparseVector RandomSparse(common::RandomStream& random) {
  SparseVector vector;
  for (int k = 0; k < 6; ++k) vector.Add(static_cast<int>(random.UniformIndex(kDimension)), random.Normal());
  return vector;
}

DenseVector Dense(const SparseVector& vector) {
  DenseVector dense = DenseVector::Zero(kDimension);
  AddScaled(vector, 1, dense);
  return dense;
}

DenseVector RandomDense(common::RandomStream& random) {
  DenseVector vector(kDimension);
  for (double& value : vector) value = random.Normal();
  return vector;
}

TEST(SparseVector, CompressSortsSumsAndDropsZeros) {
  SparseVector vector;
  vector.Add(5, 2);
  vector.Add(1, 3);
  vector.Add(5, -0.5);
  vector.Add(0, 1);
  vector.Add(3, 4);
  vector.Add(0, -1);
  vector.Compress();
  const std::vector<SparseVector::Entry> expected = {{1, 3}, {3, 4}, {5, 1.5}};
  EXPECT_EQ(vector.entries(), expected);
}

TEST(SparseVector, CompressOfNothingIsNothing) {
  SparseVector vector;
  vector.Compress();
  EXPECT_TRUE(vector.entries().empty());
  EXPECT_EQ(SquaredNorm(vector), 0);
}

// Bit by bit: entries of the same index are summed in the order in which they were added.
TEST(SparseVector, CompressSumsInTheOrderOfTheEntries) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "order of entries");
    const auto count = static_cast<int>(random.UniformIndex(80));
    std::map<int, double> sums;
    SparseVector vector;
    for (int k = 0; k < count; ++k) {
      const auto index = static_cast<int>(random.UniformIndex(20));
      const double value = random.Normal();
      vector.Add(index, value);
      const auto [at, is_new] = sums.emplace(index, value);
      if (!is_new) at->second += value;
    }
    vector.Compress();
    ASSERT_EQ(vector.entries().size(), sums.size());
    size_t k = 0;
    for (const auto& [index, sum] : sums) EXPECT_EQ(vector.entries()[k++], (SparseVector::Entry{index, sum}));
  }
}

// Tolerances: sums of at most 12 terms of order 10.
TEST(FeatureVector, SparseOperationsEqualDenseOnes) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "feature vector test");
    SparseVector a = RandomSparse(random), b = RandomSparse(random);
    const DenseVector dense_a = Dense(a), dense_b = Dense(b), weights = RandomDense(random);
    EXPECT_NEAR(Dot(a, weights), dense_a.dot(weights), 1e-13);
    a.Compress();
    b.Compress();
    EXPECT_TRUE(Dense(a).isApprox(dense_a, 1e-14));
    EXPECT_NEAR(Dot(a, weights), Dot(dense_a, weights), 1e-13);
    EXPECT_NEAR(SquaredNorm(a), SquaredNorm(dense_a), 1e-13);
    const SparseVector sum = Combine(0.5, a, -2, b);
    EXPECT_TRUE(Dense(sum).isApprox(Combine(0.5, dense_a, -2, dense_b), 1e-14));
    for (size_t k = 1; k < sum.entries().size(); ++k) {
      EXPECT_LT(sum.entries()[k - 1].index, sum.entries()[k].index);
    }
    DenseVector target = weights, dense_target = weights;
    AddScaled(a, -1.5, target);
    AddScaled(dense_a, -1.5, dense_target);
    EXPECT_TRUE(target.isApprox(dense_target, 1e-14));
  }
}

TEST(FeatureVector, TheDifferenceOfEqualVectorsIsEmpty) {
  common::RandomStream random(1, "feature vector test");
  SparseVector vector = RandomSparse(random);
  vector.Compress();
  EXPECT_TRUE(Combine(1, vector, -1, vector).entries().empty());
}

}  // namespace
}  // namespace structlab::structured_learning
