#include "structured_learning/ranking/average_precision/most_violated_ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::ElementsAre;
using testing::HasSubstr;

struct Samples {
  std::vector<double> scores;
  std::vector<uint8_t> labels;
};

// With `levels` >= 1, scores take so few values that many are tied.
Samples DrawSamples(uint64_t seed, int max_size, int levels, double scale) {
  common::RandomStream random(seed, "most_violated_ranking_test");
  Samples samples;
  const int n = 2 + static_cast<int>(random.UniformIndex(max_size - 1));
  const int relevant = 1 + static_cast<int>(random.UniformIndex(n - 1));
  for (const int place : random.Permutation(n)) {
    samples.labels.push_back(place < relevant ? 1 : 0);
    const double score = levels > 0 ? static_cast<double>(random.UniformIndex(levels)) : random.Normal();
    samples.scores.push_back(scale * score);
  }
  return samples;
}

// Delta(R) + S(R) by the definitions.
double ValueByDefinition(const std::vector<int>& order, const Samples& samples) {
  double precision = 0, found = 0, pairs = 0, margin = 0;
  for (size_t rank = 0; rank < order.size(); ++rank) {
    if (samples.labels[order[rank]] == 1) precision += ++found / static_cast<double>(rank + 1);
  }
  for (size_t a = 0; a < order.size(); ++a) {
    for (size_t b = a + 1; b < order.size(); ++b) {
      const int above = order[a], below = order[b];
      if (samples.labels[above] == samples.labels[below]) continue;
      ++pairs;
      const double difference = samples.scores[above] - samples.scores[below];
      margin += difference;  // R_ij (s_i - s_j) is the same for both directions of a pair
    }
  }
  return 1 - precision / found + margin / pairs;
}

TEST(MostViolatedRanking, AgreesWithAllOrders) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const Samples samples = DrawSamples(seed, 6, seed % 2 == 0 ? 3 : 0, seed % 3 == 0 ? 0.3 : 1);
    std::vector<int> order(samples.scores.size());
    std::iota(order.begin(), order.end(), 0);
    double best = -std::numeric_limits<double>::infinity();
    do {
      best = std::max(best, ValueByDefinition(order, samples));
    } while (std::ranges::next_permutation(order).found);
    for (const SlotScan scan : {SlotScan::kDivideAndConquer, SlotScan::kGreedy}) {
      const ViolatedRanking found = MostViolatedRanking(samples.scores, samples.labels, scan);
      EXPECT_NEAR(ValueByDefinition(OrderOf(found), samples), best, 1e-12) << "seed " << seed;
    }
  }
}

TEST(MostViolatedRanking, BothScansAgree) {
  int tied = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    const Samples samples = DrawSamples(seed, 60, seed % 2 == 0 ? 4 : 0,
                                        seed % 5 == 0 ? 0 : 0.02 * static_cast<double>(seed % 7));
    const ViolatedRanking fast = MostViolatedRanking(samples.scores, samples.labels);
    const ViolatedRanking greedy = MostViolatedRanking(samples.scores, samples.labels, SlotScan::kGreedy);
    ASSERT_EQ(fast.positives, greedy.positives);
    ASSERT_EQ(fast.negatives, greedy.negatives);
    ASSERT_NEAR(ValueByDefinition(OrderOf(fast), samples), ValueByDefinition(OrderOf(greedy), samples), 1e-12)
        << "seed " << seed;
    ASSERT_TRUE(std::ranges::is_sorted(fast.slots)) << "seed " << seed;
    tied += fast.slots != greedy.slots ? 1 : 0;
  }
  EXPECT_LT(tied, 200);  // only rounding of equal contributions may decide otherwise
}

// The best slot of each negative alone never falls with its rank: this is what the division relies on.
TEST(MostViolatedRanking, SlotsOfSingleNegativesNeverFall) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Samples samples = DrawSamples(seed, 40, 0, 0.02 * static_cast<double>(1 + seed % 9));
    const ViolatedRanking ranking = MostViolatedRanking(samples.scores, samples.labels);
    const auto all = static_cast<double>(ranking.positives.size()),
               count = static_cast<double>(ranking.negatives.size());
    int last = 0;
    for (size_t j = 0; j < ranking.negatives.size(); ++j) {
      const double rank = static_cast<double>(j) + 1;
      int best = static_cast<int>(all);
      double best_value = 0, value = 0;
      for (int k = best; k >= 1; --k) {
        const double margin = samples.scores[ranking.positives[k - 1]] - samples.scores[ranking.negatives[j]];
        value += (rank / (rank + k) - (rank - 1) / (rank + k - 1)) / all - 2 * margin / (all * count);
        if (value > best_value) best = k - 1, best_value = value;
      }
      EXPECT_GE(best, last) << "seed " << seed;
      EXPECT_EQ(best, ranking.slots[j]) << "seed " << seed;
      last = best;
    }
  }
}

// Worked example of the notes: five samples, of which 1 and 2 are relevant (numbers from 1 there).
TEST(MostViolatedRanking, OfTheWorkedExample) {
  const std::vector<double> scores = {0.9, 0.2, 0.4, 0.6, -0.3};
  const std::vector<uint8_t> labels = {1, 1, 0, 0, 0};
  const ViolatedRanking ranking = MostViolatedRanking(scores, labels);
  EXPECT_THAT(ranking.negatives, ElementsAre(3, 2, 4));
  EXPECT_THAT(ranking.slots, ElementsAre(0, 1, 2));
  EXPECT_THAT(OrderOf(ranking), ElementsAre(3, 0, 2, 1, 4));
  EXPECT_NEAR(ApLossOf(ranking), 0.5, 1e-15);
  EXPECT_NEAR(ValueByDefinition(OrderOf(ranking), {scores, labels}), 0.9166666667, 1e-10);
  EXPECT_NEAR(ValueByDefinition({0, 3, 2, 1, 4}, {scores, labels}) - 0.25, 0.5166666667, 1e-10);
  EXPECT_NEAR(ValueByDefinition({0, 1, 2, 3, 4}, {scores, labels}), 0.3166666667, 1e-10);
  const std::vector<double> weights = InversionWeights(ranking);
  double margin = 0;  // S(R*) - S(R)
  for (size_t i = 0; i < 5; ++i) margin += (labels[i] == 1 ? weights[i] : -weights[i]) * scores[i];
  EXPECT_NEAR(margin, 0.3166666667 - 0.4166666667, 1e-10);
}

// Equal scores everywhere: a slot depends on the loss alone, and the first negatives go to the top.
TEST(MostViolatedRanking, WithEqualScoresPutsAllNegativesFirst) {
  const std::vector<double> scores(7, 0.25);
  const std::vector<uint8_t> labels = {1, 0, 1, 0, 0, 1, 0};
  const ViolatedRanking ranking = MostViolatedRanking(scores, labels);
  EXPECT_THAT(ranking.positives, ElementsAre(0, 2, 5));
  EXPECT_THAT(ranking.negatives, ElementsAre(1, 3, 4, 6));
  EXPECT_THAT(ranking.slots, ElementsAre(0, 0, 0, 0));
  EXPECT_NEAR(1 - ApLossOf(ranking), WorstAveragePrecision(3, 4), 1e-15);
}

// Both orders of the two samples have the value 0.25: the negative goes to the lower place.
TEST(MostViolatedRanking, TakesTheLowestOfEqualPlaces) {
  const std::vector<double> scores = {0, 0.25};
  const std::vector<uint8_t> labels = {0, 1};
  EXPECT_EQ(ValueByDefinition({0, 1}, {scores, labels}), ValueByDefinition({1, 0}, {scores, labels}));
  for (const SlotScan scan : {SlotScan::kDivideAndConquer, SlotScan::kGreedy}) {
    EXPECT_THAT(MostViolatedRanking(scores, labels, scan).slots, ElementsAre(1));
  }
}

TEST(MostViolatedRanking, RefusesWrongSamples) {
  const auto message = [](std::vector<double> scores, std::vector<uint8_t> labels) {
    return MessageOf(ErrorKind::kUsage, [&] { MostViolatedRanking(scores, labels); });
  };
  EXPECT_THAT(message({1}, {1, 0}), HasSubstr("one for each of the 2 labels"));
  EXPECT_THAT(message({1, std::nan("")}, {1, 0}), HasSubstr("score of sample 1: expected a finite number"));
  EXPECT_THAT(message({1, 2}, {1, 3}), HasSubstr("label of sample 1: expected 0 or 1"));
  EXPECT_THAT(message({1, 2}, {1, 1}), HasSubstr("only relevant ones"));
  EXPECT_THAT(message({1, 2}, {0, 0}), HasSubstr("none relevant"));
}

}  // namespace
}  // namespace structlab::structured_learning
