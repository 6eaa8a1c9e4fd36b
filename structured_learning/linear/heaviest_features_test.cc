#include "structured_learning/linear/heaviest_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

TEST(HeaviestFeatures, AreTheFrontOfAllInTheirOrder) {
  common::RandomStream random(1, "heaviest");
  FeatureNames names;
  std::vector<float> weights;
  std::vector<WeighedFeature> all;
  for (uint32_t key = 0; key < 200; ++key) {
    names[key] = std::string("f").append(std::to_string(random.UniformIndex(1'000'000)));
    weights.push_back(static_cast<float>(random.UniformIndex(21)) - 10);  // many are equal
    if (weights.back() != 0) all.push_back({names[key], weights.back()});
  }
  std::sort(all.begin(), all.end(), [](const WeighedFeature& a, const WeighedFeature& b) {
    return std::pair(-std::abs(a.weight), a.name) < std::pair(-std::abs(b.weight), b.name);
  });
  for (const size_t count : {0, 1, 7, 100, 1000}) {
    const size_t expected = std::min(count, all.size());
    EXPECT_EQ(HeaviestFeatures(
                  names, [&](uint32_t key) { return weights[key]; }, count),
              std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(expected)));
  }
}

}  // namespace
}  // namespace structlab::structured_learning
