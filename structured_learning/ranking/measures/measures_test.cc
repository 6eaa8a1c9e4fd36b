#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/ranking/measures/average_precision.h"
#include "structured_learning/ranking/measures/precision_recall.h"
#include "structured_learning/ranking/measures/query_measures.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;
using testing::HasSubstr;

using Labels = std::vector<uint8_t>;

struct RandomSamples {
  std::vector<double> scores;
  Labels labels;
  std::vector<int> grades;
};

// 1 to 6 samples with scores of few values, so that ties are common; at least one is relevant.
RandomSamples DrawSamples(uint64_t seed) {
  common::RandomStream random(1, "measures_test", seed);
  RandomSamples samples;
  const auto n = 1 + random.UniformIndex(6);
  const auto levels = 1 + random.UniformIndex(4);
  for (uint64_t i = 0; i < n; ++i) {
    samples.scores.push_back(static_cast<double>(random.UniformIndex(levels)) - 1.5);
    samples.grades.push_back(static_cast<int>(random.UniformIndex(4)));
  }
  samples.grades[random.UniformIndex(n)] = 2;
  for (const int grade : samples.grades) samples.labels.push_back(grade > 0 ? 1 : 0);
  return samples;
}

// Calls `use` with each order of the samples by falling score: all orders of ties.
template <class Use>
void ForAllOrders(const std::vector<double>& scores, const Use& use) {
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    const bool falls = std::ranges::is_sorted(order, std::greater(), [&](int i) { return scores[i]; });
    if (falls) use(order);
  } while (std::ranges::next_permutation(order).found);
}

// The definition, in the given order.
double AveragePrecisionByDefinition(const std::vector<int>& order, const Labels& labels) {
  double sum = 0, relevant = 0;
  for (size_t rank = 1; rank <= order.size(); ++rank) {
    if (labels[order[rank - 1]] == 0) continue;
    double found = 0;
    for (size_t k = 0; k < rank; ++k) found += labels[order[k]];
    sum += found / static_cast<double>(rank);
    ++relevant;
  }
  return sum / relevant;
}

TEST(AveragePrecision, AgreesWithAllOrdersOfTies) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const RandomSamples samples = DrawSamples(seed);
    double sum = 0, count = 0, lowest = 2, highest = -1, stable = -1;
    ForAllOrders(samples.scores, [&](const std::vector<int>& order) {
      const double value = AveragePrecisionByDefinition(order, samples.labels);
      if (stable < 0) stable = value;  // the first permutation is lexicographically lowest
      sum += value;
      ++count;
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    });
    const AveragePrecision found = ComputeAveragePrecision(samples.scores, samples.labels);
    EXPECT_NEAR(found.mean, sum / count, 1e-14) << "seed " << seed;
    EXPECT_NEAR(found.lowest, lowest, 1e-14) << "seed " << seed;
    EXPECT_NEAR(found.highest, highest, 1e-14) << "seed " << seed;
    EXPECT_NEAR(found.stable, stable, 1e-14) << "seed " << seed;
  }
}

// Worked example of the notes: scores 0.9 0.2 0.4 0.6 -0.3, positives 1 and 2, give the ranking 1 4 3 2 5.
TEST(AveragePrecision, OfTheWorkedExample) {
  const std::vector<double> scores = {0.9, 0.2, 0.4, 0.6, -0.3};
  const Labels labels = {1, 1, 0, 0, 0};
  EXPECT_EQ(OrderByFallingScore(scores), (std::vector<int>{0, 3, 2, 1, 4}));
  EXPECT_DOUBLE_EQ(ComputeAveragePrecision(scores, labels).mean, 0.75);
  EXPECT_DOUBLE_EQ(WorstAveragePrecision(2, 3), 0.325);
  EXPECT_DOUBLE_EQ(WorstAveragePrecision(3, 0), 1);
}

TEST(AveragePrecision, RefusesWrongSamples) {
  const Labels labels = {1, 0};
  EXPECT_THAT(MessageOf([&] { ComputeAveragePrecision(std::vector{1.0}, labels); }),
              HasSubstr("one for each of the 2 labels"));
  EXPECT_THAT(MessageOf([&] {
                ComputeAveragePrecision(std::vector{1.0, std::nan("")}, labels);
              }),
              HasSubstr("score of sample 1"));
  EXPECT_THAT(MessageOf([&] {
                ComputeAveragePrecision(std::vector{1.0, 2.0}, Labels{1, 2});
              }),
              HasSubstr("label of sample 1"));
  EXPECT_THAT(MessageOf([&] {
                ComputeAveragePrecision(std::vector{1.0, 2.0}, Labels{0, 0});
              }),
              HasSubstr("at least one relevant"));
  EXPECT_THAT(MessageOf([&] { WorstAveragePrecision(0, 3); }), HasSubstr("at least 1"));
}

TEST(PrecisionRecall, HasAPointForEachScore) {
  const std::vector<double> scores = {0.5, 2, 0.5, -1, 2};
  const Labels labels = {1, 1, 0, 1, 0};
  const std::vector<PrecisionRecallPoint> curve = PrecisionRecallCurve(scores, labels);
  ASSERT_EQ(curve.size(), 3u);
  EXPECT_EQ(curve[1].found, 4);
  EXPECT_EQ(curve[1].relevant, 2);
  EXPECT_DOUBLE_EQ(curve[1].precision, 0.5);
  EXPECT_DOUBLE_EQ(curve[1].recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(curve[2].recall, 1);
}

TEST(PrecisionRecall, PrecisionAtARankAgreesWithAllOrders) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const RandomSamples samples = DrawSamples(seed);
    for (int k = 1; k <= 7; ++k) {
      double sum = 0, count = 0;
      ForAllOrders(samples.scores, [&](const std::vector<int>& order) {
        for (int rank = 0; rank < std::min<int>(k, static_cast<int>(order.size())); ++rank) {
          sum += samples.labels[order[rank]];
        }
        ++count;
      });
      EXPECT_NEAR(PrecisionAt(k, samples.scores, samples.labels), sum / count / k, 1e-14)
          << "seed " << seed << ", k = " << k;
    }
  }
}

TEST(GradedAveragePrecision, AgreesWithAllOrdersOfTies) {
  const std::vector<double> thresholds = {0.5, 0.2, 0.3};
  const std::vector<double> gain = {0, 0.5, 0.7, 1};
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const RandomSamples samples = DrawSamples(seed);
    double best = 0, sum = 0, count = 0;
    for (const int grade : samples.grades) best += gain[grade];
    ForAllOrders(samples.scores, [&](const std::vector<int>& order) {
      for (size_t n = 0; n < order.size(); ++n) {
        for (size_t m = 0; m <= n; ++m) {
          sum +=
              gain[std::min(samples.grades[order[m]], samples.grades[order[n]])] / static_cast<double>(n + 1);
        }
      }
      ++count;
    });
    EXPECT_NEAR(GradedAveragePrecision(samples.scores, samples.grades, thresholds), sum / count / best,
                1e-12)  // the sum has up to 15,000 terms
        << "seed " << seed;
  }
}

TEST(GradedAveragePrecision, IsAveragePrecisionForOneGrade) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const RandomSamples samples = DrawSamples(seed);
    const std::vector<int> grades(samples.labels.begin(), samples.labels.end());
    EXPECT_NEAR(GradedAveragePrecision(samples.scores, grades, EqualThresholds(1)),
                ComputeAveragePrecision(samples.scores, samples.labels).mean, 1e-14);
  }
}

TEST(GradedAveragePrecision, RefusesWrongGrades) {
  const std::vector<double> scores = {1, 2}, half = {0.5, 0.5};
  EXPECT_THAT(MessageOf([&] {
                GradedAveragePrecision(scores, std::vector{0, 3}, half);
              }),
              HasSubstr("grade of sample 1"));
  EXPECT_THAT(MessageOf([&] {
                GradedAveragePrecision(scores, std::vector{0, 0}, half);
              }),
              HasSubstr("at least one relevant"));
  EXPECT_THAT(MessageOf([&] {
                GradedAveragePrecision(scores, std::vector{0, 1}, std::vector{0.5});
              }),
              HasSubstr("with the sum 1"));
  EXPECT_THAT(MessageOf([&] { GradedAveragePrecision(scores, std::vector{1}, half); }),
              HasSubstr("one for each of the 1 grades"));
}

TEST(MeanAveragePrecision, CountsQueriesWithoutARelevantSample) {
  const std::vector<ScoredQuery> queries = {
      {{2, 1}, {1, 0}}, {{2, 1}, {0, 1}}, {{1, 2, 3}, {0, 0, 0}}, {{1, 1}, {1, 0}}};
  const MeanAveragePrecision left_out = ComputeMeanAveragePrecision(queries);
  EXPECT_EQ(left_out.num_queries, 3);
  EXPECT_EQ(left_out.num_without_relevant, 1);
  EXPECT_DOUBLE_EQ(left_out.value.mean, (1 + 0.5 + 0.75) / 3);
  EXPECT_DOUBLE_EQ(left_out.value.highest, (1 + 0.5 + 1) / 3.0);
  EXPECT_DOUBLE_EQ(left_out.constant_score, 0.75);
  EXPECT_DOUBLE_EQ(ComputeMeanAveragePrecision(queries, EmptyQuery::kCountsAsZero).value.mean, 2.25 / 4);
  EXPECT_DOUBLE_EQ(ComputeMeanAveragePrecision(queries, EmptyQuery::kCountsAsOne).value.mean, 3.25 / 4);
  EXPECT_THAT(MessageOf([&] { ComputeMeanAveragePrecision(std::span(queries).subspan(2, 1)); }),
              HasSubstr("at least one with a relevant sample"));
}

// 200 queries whose AP is 1 or 1/2 with equal probability: the standard error of the mean is 0.25 /
// sqrt(200).
TEST(MeanAveragePrecision, BootstrapsOverQueries) {
  common::RandomStream random(3, "bootstrap");
  std::vector<ScoredQuery> queries;
  for (int i = 0; i < 200; ++i) {
    queries.push_back({{2, 1}, random.Uniform() < 0.5 ? Labels{1, 0} : Labels{0, 1}});
  }
  const common::Interval interval = *BootstrapMeanAveragePrecision(queries);
  const double error = 0.25 / std::sqrt(200.0);
  EXPECT_NEAR(interval.high - interval.low, 2 * 1.96 * error, 0.2 * error);
  const double mean = ComputeMeanAveragePrecision(queries).value.mean;
  EXPECT_LT(interval.low, mean);
  EXPECT_GT(interval.high, mean);
}

// The interval of one query must be that of plain resampling.
TEST(MeanAveragePrecision, BootstrapsOverSamplesOfOneQuery) {
  common::RandomStream random(4, "bootstrap");
  ScoredQuery query;
  for (int i = 0; i < 300; ++i) {
    query.is_relevant.push_back(random.Uniform() < 0.2 ? 1 : 0);
    query.scores.push_back(std::round(4 * (random.Normal() + query.is_relevant.back())));
  }
  std::vector<double> values;
  for (int draw = 0; draw < 1000; ++draw) {
    ScoredQuery drawn;
    for (int i = 0; i < 300; ++i) {
      const auto sample = random.UniformIndex(300);
      drawn.scores.push_back(query.scores[sample]);
      drawn.is_relevant.push_back(query.is_relevant[sample]);
    }
    values.push_back(ComputeAveragePrecision(drawn.scores, drawn.is_relevant).mean);
  }
  std::ranges::sort(values);
  const common::Interval interval = *BootstrapMeanAveragePrecision(std::span(&query, 1));
  // A quantile of 1000 draws at 2.5% has a standard error of sqrt(0.025 0.975 / 1000) / density, about 0.1
  // deviations for normal values; the difference of two such is below 0.6 deviations in all but 1 of 10^4
  // tests.
  const double deviation = common::StandardDeviation(values);
  EXPECT_NEAR(interval.low, values[25], 0.6 * deviation);
  EXPECT_NEAR(interval.high, values[974], 0.6 * deviation);
  EXPECT_LT(interval.low, interval.high);
  EXPECT_FALSE(BootstrapMeanAveragePrecision(std::vector<ScoredQuery>{{{1}, {1}}}));
}

TEST(MeanAveragePrecision, RefusesWrongOptionsOfTheBootstrap) {
  const std::vector<ScoredQuery> queries = {{{2, 1}, {1, 0}}};
  EXPECT_THAT(
      MessageOf([&] { BootstrapMeanAveragePrecision(queries, EmptyQuery::kLeftOut, {.confidence = 1}); }),
      HasSubstr("between 0 and 1"));
  EXPECT_THAT(
      MessageOf([&] { BootstrapMeanAveragePrecision(queries, EmptyQuery::kLeftOut, {.resamples = 10}); }),
      HasSubstr("at least 100"));
}

}  // namespace
}  // namespace structlab::structured_learning
