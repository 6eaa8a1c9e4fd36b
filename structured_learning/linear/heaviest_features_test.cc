#include "structured_learning/linear/heaviest_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/linear/examples/read_text.h"
#include "structured_learning/linear/examples/svmlight_line.h"

namespace structlab::structured_learning {
namespace {

using Features = std::vector<std::pair<uint32_t, float>>;

TEST(HeaviestFeatures, AreTheFrontOfAllInTheirOrder) {
  common::RandomStream random(1, "heaviest");
  FeatureNames names;
  std::vector<float> weights;
  std::vector<WeighedFeature> all;
  for (uint32_t key = 0; key < 200; ++key) {
    const std::string name = std::string("f").append(std::to_string(random.UniformIndex(1'000'000)));
    names.emplace(key, name);
    weights.push_back(static_cast<float>(random.UniformIndex(21)) - 10);  // many are equal
    if (weights.back() != 0) all.push_back({name, weights.back()});
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

// The score of an example with only this feature, with its signs and copies.
TEST(HeaviestFeatures, WeightsAreWhatAFeatureAddsToAScore) {
  const auto weight_of = [](uint32_t key) { return static_cast<float>(key % 1009) - 500; };
  for (const int copies : {1, 2, 5}) {
    for (const bool is_signed : {false, true}) {
      for (const bool constant : {false, true}) {
        for (const std::string key : {"3", "8", "11650397"}) {
          const ParserOptions options = {
              .seed = 4, .constant = constant, .is_signed = is_signed, .copies = copies};
          const Features features = ReadText("x " + key + ":1\n", MakeSvmlightParser(options))[0].features;
          double score = constant ? -weight_of(kConstantKey) : 0;
          for (const auto& [made, value] : features) score += value * weight_of(made);
          EXPECT_NEAR(WeightInScores(static_cast<uint32_t>(std::stoul(key)), options, weight_of), score,
                      1e-3);
        }
        EXPECT_EQ(WeightInScores(kConstantKey, {.is_signed = is_signed, .copies = copies}, weight_of),
                  weight_of(kConstantKey));
      }
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
