#include "structured_learning/linear/label_probabilities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "structured_learning/linear/linear_loss.h"

namespace structlab::structured_learning {
namespace {

// The logistic loss is the negative logarithm of the probability.
TEST(LogisticProbability, IsWhatTheLossIsMadeOf) {
  for (const double score : {-700.0, -30.0, -1.5, 0.0, 0.25, 8.0, 36.0, 1000.0}) {
    EXPECT_NEAR(LogisticProbability(score), std::exp(-LossOf(LinearLoss::kLogistic, score, 1)), 1e-15);
    EXPECT_NEAR(LogisticProbability(score) + LogisticProbability(-score), 1, 1e-15);
  }
}

TEST(OneOfManyProbabilities, AreTheLogisticOnesDividedByTheirSum) {
  const std::vector<float> scores = {-2, 0.5f, 3, -0.25f};
  std::vector<float> probabilities(4);
  OneOfManyProbabilities(scores, probabilities);
  double sum = 0;
  for (const float score : scores) sum += LogisticProbability(score);
  for (size_t c = 0; c < 4; ++c) EXPECT_NEAR(probabilities[c], LogisticProbability(scores[c]) / sum, 1e-7);
}

TEST(OneOfManyProbabilities, KeepTheRatiosOfTinyOnes) {
  std::vector<float> scores = {-2000, -2001, -3000};
  OneOfManyProbabilities(scores, scores);
  EXPECT_NEAR(scores[0] / scores[1], std::exp(1.0), 1e-5);
  EXPECT_EQ(scores[2], 0);
  EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 1, 1e-6);
}

}  // namespace
}  // namespace structlab::structured_learning
