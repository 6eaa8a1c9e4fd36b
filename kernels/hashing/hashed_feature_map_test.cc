#include "kernels/hashing/hashed_feature_map.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "kernels/hashing/expect_moments.h"
#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/hash_kernel_moments.h"

namespace structlab::kernels {
namespace {

constexpr std::array<double, 4> kX = {1, 2, 0, 3};
constexpr std::array<double, 4> kOther = {2, 1, 1, -1};

TEST(HashedFeatureMap, PutsNamesWhereTheirHashSays) {
  const HashedFeatureMap map({.bits = 20});
  HashedVector vector;
  map.Add("hash kernel", 2.5, vector);
  EXPECT_EQ(vector, (HashedVector{{76458, 2.5}}));
}

TEST(HashedFeatureMap, CopiesAreNamesWithANumber) {
  const HashedFeatureMap map({.bits = 20, .copies = 17});
  HashedVector vector;
  map.Add("word", 1.0, vector);
  ASSERT_EQ(vector.size(), 17u);
  EXPECT_EQ(vector[16].bin, 963582u);
  for (const HashedFeature& feature : vector) EXPECT_DOUBLE_EQ(feature.value, 1 / std::sqrt(17.0));
}

TEST(HashedFeatureMap, EqualBinsAreSummed) {
  HashedVector vector = {{7, 1.0}, {3, 0.5}, {7, -3.0}, {1, 4.0}, {3, 0.25}};
  SumEqualBins(vector);
  EXPECT_EQ(vector, (HashedVector{{1, 4.0}, {3, 0.75}, {7, -2.0}}));
  HashedVector empty;
  SumEqualBins(empty);
  EXPECT_TRUE(empty.empty());
}

// x = (1,2,0,3) and x' = (2,1,1,-1) in bins (0,2,0,1); then with signs (1,-1,-1,1).
TEST(HashedFeatureMap, KernelIsTheProductInTheBins) {
  HashedVector x = {{0, 1}, {2, 2}, {0, 0}, {1, 3}};
  HashedVector other = {{0, 2}, {2, 1}, {0, 1}, {1, -1}};
  SumEqualBins(x), SumEqualBins(other);
  EXPECT_EQ(HashKernel(x, other), 2);
  x = {{0, 1}, {1, 3}, {2, -2}};
  other = {{0, 1}, {1, -1}, {2, -1}};
  EXPECT_EQ(HashKernel(x, other), 0);
  EXPECT_EQ(HashKernel({{1, 5}, {4, 1}}, {{2, 3}, {4, 7}, {9, 1}}), 7);
}

// Classes 0 and 1, three features, h(i, y) = (3i + 2y + 1) mod 4, phi = (1, 2, -1).
TEST(HashedFeatureMap, JointKernelOfDifferentLabelsIsNotZeroWhereBinsAreShared) {
  const auto joint = [](uint32_t y) {
    HashedVector vector;
    const std::array<double, 3> phi = {1, 2, -1};
    for (uint32_t i = 0; i < 3; ++i) vector.push_back({(3 * i + 2 * y + 1) % 4, phi[i]});
    SumEqualBins(vector);
    return vector;
  };
  EXPECT_EQ(joint(0), (HashedVector{{0, 2}, {1, 1}, {3, -1}}));
  EXPECT_EQ(joint(1), (HashedVector{{1, -1}, {2, 2}, {3, 1}}));
  EXPECT_EQ(HashKernel(joint(0), joint(1)), -2);
}

std::string NameOf(size_t i) { return std::string("feature ").append(std::to_string(i)); }

using AddFeature = std::function<void(const HashedFeatureMap&, size_t, double, HashedVector&)>;

void ExpectKernelMoments(HashingOptions options, const KernelMoments& expected, const AddFeature& add) {
  ExpectMoments(expected, [&](uint32_t seed) {
    options.seed = seed;
    const HashedFeatureMap map(options);
    HashedVector x, other;
    for (size_t i = 0; i < kX.size(); ++i) add(map, i, kX[i], x), add(map, i, kOther[i], other);
    SumEqualBins(x), SumEqualBins(other);
    return HashKernel(x, other);
  });
}

const AddFeature kNamed = [](const HashedFeatureMap& map, size_t i, double value, HashedVector& vector) {
  map.Add(NameOf(i), value, vector);
};
const AddFeature kNumbered = [](const HashedFeatureMap& map, size_t i, double value, HashedVector& vector) {
  map.Add(i, value, vector);
};
const AddFeature kCrossed = [](const HashedFeatureMap& map, size_t i, double value, HashedVector& vector) {
  map.AddCross(i < 2 ? "a" : "b", i % 2 == 0 ? "b" : "c", value, vector);
};

AddFeature WithLabel(uint32_t label) {
  return [label](const HashedFeatureMap& map, size_t i, double value, HashedVector& vector) {
    map.Add(NameOf(i), value, vector, label);
  };
}

TEST(HashedFeatureMap, UnsignedKernelsHaveTheirMeanAndVariance) {
  const KernelMoments expected = UnsignedHashKernelMoments(kX, kOther, 8);
  for (const AddFeature& add : {kNamed, kNumbered, kCrossed, WithLabel(0), WithLabel(7099)}) {
    ExpectKernelMoments({.bits = 3}, expected, add);
  }
}

TEST(HashedFeatureMap, SignedKernelsHaveTheirMeanAndVariance) {
  const KernelMoments expected = SignedHashKernelMoments(kX, kOther, 8);
  for (const AddFeature& add : {kNamed, kNumbered, kCrossed, WithLabel(0), WithLabel(7099)}) {
    ExpectKernelMoments({.bits = 3, .is_signed = true}, expected, add);
  }
}

// Copies are separate features with values divided by sqrt(c).
TEST(HashedFeatureMap, CopiesHaveTheMomentsOfMoreFeatures) {
  std::vector<double> x, other;
  for (size_t i = 0; i < kX.size(); ++i) {
    for (int copy = 0; copy < 3; ++copy) {
      x.push_back(kX[i] / std::sqrt(3.0));
      other.push_back(kOther[i] / std::sqrt(3.0));
    }
  }
  ExpectKernelMoments({.bits = 3, .copies = 3}, UnsignedHashKernelMoments(x, other, 8), kNamed);
  ExpectKernelMoments({.bits = 3, .is_signed = true, .copies = 3}, SignedHashKernelMoments(x, other, 8),
                      kNumbered);
}

// This many bins have no collisions: the kernel is the product of the original features.
TEST(HashedFeatureMap, LargeTablesKeepTheProductAndSeparateLabels) {
  const HashedFeatureMap map({.bits = 32});
  const auto vector_of = [&](std::span<const double> values, std::optional<uint32_t> label) {
    HashedVector vector;
    for (size_t i = 0; i < values.size(); ++i) map.Add(NameOf(i), values[i], vector, label);
    SumEqualBins(vector);
    return vector;
  };
  EXPECT_EQ(HashKernel(vector_of(kX, {}), vector_of(kOther, {})), 1);
  for (uint32_t label = 0; label < 20; ++label) {
    EXPECT_EQ(HashKernel(vector_of(kX, label), vector_of(kOther, label)), 1);
    EXPECT_EQ(HashKernel(vector_of(kX, label), vector_of(kOther, label + 1)), 0);
  }
}

TEST(HashedFeatureMap, RefusesOptionsAndValuesOutOfRange) {
  EXPECT_THROW(HashedFeatureMap({.bits = 2}), common::Error);
  EXPECT_THROW(HashedFeatureMap({.bits = 33}), common::Error);
  EXPECT_THROW(HashedFeatureMap({.copies = 0}), common::Error);
  EXPECT_THROW(HashedFeatureMap({.copies = 256}), common::Error);
  HashedVector vector;
  EXPECT_THROW(HashedFeatureMap({}).Add("a", std::nan(""), vector), common::Error);
  EXPECT_THROW(HashedFeatureMap({}).Add(1, std::numeric_limits<double>::infinity(), vector), common::Error);
}

}  // namespace
}  // namespace structlab::kernels
