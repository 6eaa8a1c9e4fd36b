#include "experiments/datasets/rcv1_small_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace structlab::datasets {
namespace {

TEST(Rcv1SmallGenerator, HasTheFormOfTheRealSample) {
  const Rcv1Small sample = GenerateRcv1Small(7);
  EXPECT_EQ(sample.train.size(), 1000u);
  EXPECT_EQ(sample.test.size(), 500u);
  int first = 0;
  for (size_t i = 0; i < sample.train.size(); ++i) {
    const structured_learning::ExampleView article = sample.train[i];
    ASSERT_EQ(article.labels.size(), 1u);
    ASSERT_LE(article.labels[0], 1u);
    first += article.labels[0] == 0;
    EXPECT_TRUE(std::ranges::is_sorted(article.keys));
    EXPECT_EQ(std::ranges::adjacent_find(article.keys), article.keys.end());
    EXPECT_LT(article.keys.back(), kRcv1Words);
    double squares = 0;
    for (const float value : article.values) squares += static_cast<double>(value) * value;
    EXPECT_NEAR(squares, 1, 1e-5);
  }
  EXPECT_GT(first, 400);
  EXPECT_LT(first, 650);
}

TEST(Rcv1SmallGenerator, DependsOnTheSeedAlone) {
  const auto keys = [](uint64_t seed) {
    Rcv1Small sample = GenerateRcv1Small(seed);
    const auto arrays = sample.test.arrays();
    return std::vector<uint32_t>(arrays.keys.begin(), arrays.keys.end());
  };
  EXPECT_EQ(keys(1), keys(1));
  EXPECT_NE(keys(1), keys(2));
}

}  // namespace
}  // namespace structlab::datasets
