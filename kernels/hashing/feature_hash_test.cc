#include "kernels/hashing/feature_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "kernels/hashing/murmur_hash.h"

namespace structlab::kernels {
namespace {

TEST(MurmurHash3, GivesTheKnownAnswers) {
  EXPECT_EQ(MurmurHash3("", 0), 0u);
  EXPECT_EQ(MurmurHash3("hello", 0), 0x248bfa47u);
  EXPECT_EQ(MurmurHash3("hello", 1), 0xbb4abcadu);
  EXPECT_EQ(MurmurHash3("hash kernel", 0), 0xfee12aaau);
  EXPECT_EQ(MurmurHash3("word\x1f"
                        "17",
                        0),
            0x74aeb3feu);
  EXPECT_EQ(MurmurHash3("hash kernel", 0) & MaskOf(20), 76458u);
}

// The verification value of SMHasher: keys 0; 0,1; 0,1,2; ... with seeds 256 - length, and the hash of all
// hashes.
TEST(MurmurHash3, HasTheVerificationValueOfItsAuthor) {
  std::string key, hashes;
  for (uint32_t length = 0; length < 256; ++length) {
    const uint32_t hash = MurmurHash3(key, 256 - length);
    for (int byte = 0; byte < 4; ++byte) hashes += static_cast<char>(hash >> (8 * byte));
    key += static_cast<char>(length);
  }
  EXPECT_EQ(MurmurHash3(hashes, 0), 0xb0f57ee3u);
}

TEST(FeatureHash, MasksHaveTheirBits) {
  EXPECT_EQ(MaskOf(3), 7u);
  EXPECT_EQ(MaskOf(18), 262143u);
  EXPECT_EQ(MaskOf(32), 4294967295u);
}

// The chi-square of 64 bins of 64,000 keys has mean 63 and standard deviation 11.2.
double ChiSquare(const std::vector<int>& counts) {
  double total = 0;
  for (const int count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST(FeatureHash, EveryLabelHasAUniformHash) {
  for (const uint32_t label : {0u, 1u, 7u, 8u, 7099u, 4294967295u}) {
    for (const uint32_t seed : {0u, 1u}) {
      std::vector<int> counts(64);
      for (uint32_t key = 0; key < 64'000; ++key) ++counts[JointBin(key, label, SaltOf(seed), MaskOf(6))];
      EXPECT_LT(ChiSquare(counts), 63 + 4 * 11.2) << label << " " << seed;
    }
  }
}

// For one label, two keys share a bin with probability 1/64.
TEST(FeatureHash, TwoFeaturesMeetAsOftenAsInAUniformHash) {
  int meetings = 0;
  constexpr int kPairs = 64'000;
  for (uint32_t pair = 0; pair < kPairs; ++pair) {
    meetings +=
        JointBin(2 * pair, 11, SaltOf(5), MaskOf(6)) == JointBin(2 * pair + 1, 11, SaltOf(5), MaskOf(6));
  }
  EXPECT_NEAR(meetings, kPairs / 64.0, 4 * std::sqrt(kPairs / 64.0));
}

TEST(FeatureHash, LabelsOfABlockShareEightNeighbours) {
  for (uint32_t key = 0; key < 1000; ++key) {
    std::set<uint32_t> bins;
    for (uint32_t label = 16; label < 24; ++label) bins.insert(JointBin(key, label, SaltOf(3), MaskOf(18)));
    EXPECT_EQ(bins.size(), 8u);
    EXPECT_EQ(*bins.begin() % 8, 0u);
    EXPECT_EQ(*bins.rbegin(), *bins.begin() + 7);
  }
}

// Two keys that share a block collide for a label with probability 1/8, not always.
TEST(FeatureHash, SharingABlockIsNotSharingABin) {
  constexpr uint64_t kSalt = SaltOf(3);
  constexpr uint32_t kMask = MaskOf(8);
  int blocks = 0, bins = 0;
  for (uint32_t key = 0; key < 100'000; ++key) {
    if (LabelBlockOf(key, 0, kSalt, kMask).first != LabelBlockOf(key + 1, 0, kSalt, kMask).first) continue;
    ++blocks;
    bins += JointBin(key, 0, kSalt, kMask) == JointBin(key + 1, 0, kSalt, kMask);
  }
  EXPECT_GT(blocks, 2500);
  EXPECT_NEAR(bins, blocks / 8.0, 4 * std::sqrt(blocks / 8.0));
}

// 0.007 collisions are expected among 7,500 random keys of 32 bits.
TEST(FeatureHash, CrossesGramsAndCopiesAreFeaturesOfTheirOwn) {
  std::set<uint32_t> keys;
  for (uint32_t a = 0; a < 50; ++a) {
    for (uint32_t b = 0; b < 50; ++b) {
      keys.insert(CrossKey(a, b));
      keys.insert(GramKey(a, b));
      keys.insert(CopyKey(a, b));
    }
  }
  EXPECT_EQ(keys.size(), 7'500u);
  EXPECT_NE(CrossKey(1, 2), CrossKey(2, 1));
  EXPECT_NE(GramKey(1, 2), GramKey(2, 1));
}

TEST(FeatureHash, SignsAreEvenAndDoNotFollowTheBin) {
  std::vector<double> sums(8);
  for (uint64_t key = 0; key < 80'000; ++key) {
    sums[JointBin(static_cast<uint32_t>(key), 0, SaltOf(1), MaskOf(3))] += SignOf(key, SaltOf(1));
  }
  for (const double sum : sums) EXPECT_LT(std::abs(sum), 4 * std::sqrt(10'000));
}

}  // namespace
}  // namespace structlab::kernels
