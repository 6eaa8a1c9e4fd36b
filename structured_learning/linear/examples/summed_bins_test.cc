#include "structured_learning/linear/examples/summed_bins.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::structured_learning {
namespace {

void Add(const std::vector<uint32_t>& keys, const std::vector<float>& values, ExampleBatch& batch) {
  const ExampleBatch::Room room = batch.FeatureRoom(keys.size());
  for (size_t k = 0; k < keys.size(); ++k) room.keys[k] = keys[k], room.values[k] = values[k];
  batch.AddLabel(static_cast<uint32_t>(batch.size()));
  batch.AddExample(keys.size(), 0.5f, 2);
}

std::vector<uint32_t> KeysOf(const ExampleView& example) {
  return {example.keys.begin(), example.keys.end()};
}
std::vector<float> ValuesOf(const ExampleView& example) {
  return {example.values.begin(), example.values.end()};
}

TEST(SumInBins, WhatMeetsIsSummed) {
  ExampleBatch batch;
  Add({9, 2, 5, 1}, {1, 2, 4, 8}, batch);  // 9, 5 and 1 are bin 1 of 4
  Add({}, {}, batch);
  Add({3, 3}, {1, -1}, batch);
  ExampleBatch summed;
  SumInBins(batch, 2, summed);
  ASSERT_EQ(summed.size(), 3u);
  EXPECT_EQ(KeysOf(summed[0]), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(ValuesOf(summed[0]), (std::vector<float>{13, 2}));
  EXPECT_TRUE(summed[1].keys.empty());
  EXPECT_EQ(KeysOf(summed[2]), (std::vector<uint32_t>{3}));
  EXPECT_EQ(ValuesOf(summed[2]), (std::vector<float>{0}));
  for (size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(summed[i].labels.size(), 1u);
    EXPECT_EQ(summed[i].labels[0], i);
    EXPECT_EQ(summed[i].target, 0.5f);
    EXPECT_EQ(summed[i].importance, 2.f);
  }
}

// Compares with a map of bins, for any number of bits.
TEST(SumInBins, IsTheHashedFeatureMap) {
  common::RandomStream random(1, "summed-bins");
  ExampleBatch summed;
  for (const int bits : {1, 4, 11, 12, 16, 31, 32}) {
    std::vector<uint32_t> keys;
    std::vector<float> values;
    std::map<uint32_t, double> expected;
    for (int i = 0; i < 200; ++i) {
      keys.push_back(static_cast<uint32_t>(random.UniformIndex(uint64_t{1} << 32)));
      values.push_back(static_cast<float>(random.UniformIndex(16)));
      expected[static_cast<uint32_t>(keys.back() % (uint64_t{1} << bits))] +=
          static_cast<double>(values.back());
    }
    ExampleBatch batch;
    Add(keys, values, batch);
    SumInBins(batch, bits, summed);
    std::map<uint32_t, double> found;
    for (size_t k = 0; k < summed[0].keys.size(); ++k) {
      found[summed[0].keys[k]] = static_cast<double>(summed[0].values[k]);
    }
    EXPECT_EQ(found, expected) << bits;
    EXPECT_EQ(summed[0].keys.size(), expected.size()) << bits;
    EXPECT_EQ(summed.num_features(), expected.size()) << bits;
  }
}

TEST(SumInBins, RefusesBitsOutOfRange) {
  ExampleBatch summed;
  for (const int bits : {0, 33}) {
    EXPECT_EQ(common::MessageOf(common::ErrorKind::kUsage, [&] { SumInBins({}, bits, summed); }),
              std::string("SumInBins::bits: expected 1 to 32, found ").append(std::to_string(bits)));
  }
}

}  // namespace
}  // namespace structlab::structured_learning
