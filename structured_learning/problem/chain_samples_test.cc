#include "structured_learning/problem/chain_samples.h"

#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

using Ints = std::vector<int>;
using Values = std::vector<double>;

template <class Action>
std::string Refusal(const Action& action) {
  return common::MessageOf(common::ErrorKind::kData, action);
}

TEST(ChainSamples, RefuseMoreWeightsThanAnIntCounts) {
  // (F + L) L: 2^31 - 1 with one label, 2^31 with the next feature.
  EXPECT_EQ(Refusal([] { ChainSamples(2147483646, 1); }), "no error");
  EXPECT_EQ(Refusal([] { ChainSamples(2147483647, 1); }),
            "num_features and num_labels: expected at most 2147483647 weights, (features + labels) labels, "
            "found 2147483648");
  EXPECT_NE(Refusal([] { ChainSamples(1 << 26, 64); }), "no error");
  EXPECT_NE(Refusal([] { ChainSamples(1, 46341); }), "no error");
  EXPECT_EQ(Refusal([] { ChainSamples(1, 46340); }), "no error");
  EXPECT_NE(Refusal([] { ChainSamples(2147483647, 2147483647); }), "no error");
}

// Two sequences, of two positions and of one.
ChainSamples Example(const Values& values_of_the_last) {
  ChainSamples samples(5, 3);
  samples.BeginSequence();
  samples.AddPosition(2, Ints{0, 3});
  samples.AddPosition(0, Ints{});
  samples.BeginSequence();
  samples.AddPosition(1, Ints{0, 1, 3}, values_of_the_last);
  return samples;
}

template <class T>
std::vector<T> Copy(std::span<const T> span) {
  return {span.begin(), span.end()};
}

TEST(ChainSamples, KeepSequencesPositionsAndFeatures) {
  const ChainSamples samples = Example({1, 1, 1});
  EXPECT_EQ(samples.size(), 2);
  EXPECT_EQ(samples.num_positions(), 3);
  EXPECT_EQ(samples.max_length(), 2);
  EXPECT_EQ(samples.length(0), 2);
  EXPECT_EQ(samples.length(1), 1);
  EXPECT_EQ(Copy(samples.labels(0)), (Ints{2, 0}));
  EXPECT_EQ(Copy(samples.labels(1)), (Ints{1}));
  EXPECT_EQ(Copy(samples.features(0)), (Ints{0, 3}));
  EXPECT_TRUE(samples.features(1).empty());
  EXPECT_EQ(Copy(samples.features(samples.begin(1))), (Ints{0, 1, 3}));
}

TEST(ChainSamples, StoreValuesOnlyWhereOneIsNotOne) {
  const ChainSamples ones = Example({1, 1, 1});
  EXPECT_TRUE(ones.all_ones());
  EXPECT_TRUE(ones.values(2).empty());

  const ChainSamples valued = Example({0.5, 1, -2});
  EXPECT_FALSE(valued.all_ones());
  EXPECT_EQ(Copy(valued.values(0)), (Values{1, 1}));  // added before the first other value
  EXPECT_TRUE(valued.values(1).empty());
  EXPECT_EQ(Copy(valued.values(2)), (Values{0.5, 1, -2}));
}

TEST(ChainSamples, FeatureProductIsTheInnerProduct) {
  EXPECT_EQ(Example({1, 1, 1}).FeatureProduct(0, 2), 2);
  const ChainSamples valued = Example({0.5, 1, -2});
  EXPECT_EQ(valued.FeatureProduct(0, 2), -1.5);
  EXPECT_EQ(valued.FeatureProduct(2, 0), -1.5);
  EXPECT_EQ(valued.FeatureProduct(2, 2), 5.25);
  EXPECT_EQ(valued.FeatureProduct(1, 2), 0);
}

TEST(ChainSamples, RefuseASpaceWithoutFeaturesOrLabels) {
  EXPECT_EQ(Refusal([] { ChainSamples(0, 3); }), "num_features: expected at least 1, found 0");
  EXPECT_EQ(Refusal([] { ChainSamples(3, -1); }), "num_labels: expected at least 1, found -1");
}

TEST(ChainSamples, RefuseWhatCannotBeAPosition) {
  ChainSamples samples = Example({1, 1, 1});
  EXPECT_EQ(Refusal([&] { samples.AddPosition(3, Ints{0}); }),
            "sequence 1, position 1, label: expected 0 to 2, found 3");
  EXPECT_EQ(Refusal([&] { samples.AddPosition(-1, Ints{0}); }),
            "sequence 1, position 1, label: expected 0 to 2, found -1");
  EXPECT_EQ(Refusal([&] {
              samples.AddPosition(0, Ints{1, 5});
            }),
            "sequence 1, position 1, feature: expected 2 to 4, in increasing order, found 5");
  EXPECT_EQ(Refusal([&] { samples.AddPosition(0, Ints{-1}); }),
            "sequence 1, position 1, feature: expected 0 to 4, in increasing order, found -1");
  EXPECT_EQ(Refusal([&] {
              samples.AddPosition(0, Ints{2, 2});
            }),
            "sequence 1, position 1, feature: expected 3 to 4, in increasing order, found 2");
  EXPECT_EQ(Refusal([&] {
              samples.AddPosition(0, Ints{3, 1});
            }),
            "sequence 1, position 1, feature: expected 4 to 4, in increasing order, found 1");
  EXPECT_EQ(Refusal([&] {
              samples.AddPosition(0, Ints{3}, Values{1, 2});
            }),
            "sequence 1, position 1, values: expected one for each of the 1 features, found 2");
  EXPECT_EQ(Refusal([&] { samples.AddPosition(0, Ints{3}, Values{std::nan("")}); }),
            "sequence 1, position 1, feature 3: expected a finite number, found nan");
  EXPECT_EQ(
      Refusal([&] { samples.AddPosition(0, Ints{3}, Values{-std::numeric_limits<double>::infinity()}); }),
      "sequence 1, position 1, feature 3: expected a finite number, found -inf");
}

TEST(ChainSamples, AreUnchangedByWhatTheyRefuse) {
  ChainSamples samples = Example({1, 1, 1});
  EXPECT_NE(Refusal([&] { samples.AddPosition(0, Ints{0, 3}, Values{2, std::nan("")}); }), "no error");
  EXPECT_EQ(samples.num_positions(), 3);
  EXPECT_TRUE(samples.all_ones());
  samples.AddPosition(0, Ints{4});
  EXPECT_EQ(Copy(samples.features(3)), (Ints{4}));
}

}  // namespace
}  // namespace structlab::structured_learning
