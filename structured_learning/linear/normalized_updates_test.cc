// Compares the normalised updates with the published rule, which needs one number more for each weight.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/linear/linear_loss.h"
#include "structured_learning/linear/random_samples.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {
namespace {

// The normalised adaptive gradient of Ross, Mineiro, Langford 2013 (Algorithm 3) for one output, in double
// precision. For each weight it stores the largest |x| so far, whose growth shrinks the weight, and the sum
// of the squared derivatives. Its step is that of Karampatziakis, Langford 2011, as in Vowpal Wabbit.
class PublishedRule {
 public:
  explicit PublishedRule(const LearnerOptions& options) : options_(options) {}

  // The score of an example that is then learned.
  double Score(const Sample& sample) {
    double score = 0;
    for (size_t i = 0; i < sample.keys.size(); ++i) {
      Feature& feature = features_[sample.keys[i]];
      const double size = std::abs(static_cast<double>(sample.values[i]));
      if (size > feature.largest) {
        feature.weight *= feature.largest / size;
        feature.largest = size;
      }
      score += feature.weight * sample.values[i];
    }
    return score;
  }

  void Learn(const Sample& sample, double y) {
    const double score = Score(sample);
    const double derivative = DerivativeOf(options_.loss, score, y);
    ++examples_;
    for (size_t i = 0; i < sample.keys.size(); ++i) {
      Feature& feature = features_[sample.keys[i]];
      const double x = sample.values[i];
      sum_of_norms_ += x * x / (feature.largest * feature.largest);
      feature.squares += derivative * derivative * x * x;
    }
    if (derivative == 0) return;
    const double factor = std::sqrt(examples_ / sum_of_norms_);
    std::vector<double> moves;
    double gain = 0;
    for (size_t i = 0; i < sample.keys.size(); ++i) {
      const Feature& feature = features_[sample.keys[i]];
      moves.push_back(factor * sample.values[i] / (feature.largest * std::sqrt(feature.squares)));
      gain += sample.values[i] * moves.back();
    }
    const double step = InvariantStep(options_.loss, score, y, options_.learning_rate, gain);
    for (size_t i = 0; i < sample.keys.size(); ++i) features_[sample.keys[i]].weight += step * moves[i];
  }

 private:
  struct Feature {
    double weight = 0, largest = 0, squares = 0;
  };
  LearnerOptions options_;
  std::map<uint32_t, Feature> features_;
  double examples_ = 0, sum_of_norms_ = 0;
};

LearnerOptions Normalized(LinearLoss loss) {
  return {.loss = loss, .update = UpdateRule::kNormalized, .learning_rate = 0.1};
}

// Each feature has its own scale between 2^-10 and 2^10, and a random sign in each example.
std::vector<Sample> SamplesOfOneValueEach(int count, uint64_t seed) {
  std::vector<Sample> samples = RandomSamples(count, 2, seed);
  common::RandomStream scales(seed, "scales"), signs(seed, "signs");
  std::vector<double> scale_of(40);
  for (double& scale : scale_of) scale = std::exp2(scales.Uniform(-10, 10));
  for (Sample& sample : samples) {
    sample.importance = 1;  // the published rule has no importance
    for (size_t i = 0; i < sample.keys.size(); ++i) {
      const double value = scale_of[sample.keys[i]];
      sample.values[i] = static_cast<float>(signs.UniformIndex(2) == 0 ? value : -value);
    }
  }
  return samples;
}

// The largest difference of the scores before each example, which both then learn.
double LargestDifference(const std::vector<Sample>& samples, LinearLoss loss) {
  StreamingLearner learner(Normalized(loss));
  PublishedRule published(Normalized(loss));
  double largest = 0;
  for (const Sample& sample : samples) {
    const double score = learner.Scores(sample.view())[0];
    largest = std::max(largest, std::abs(score - published.Score(sample)));
    learner.Learn(sample.view());
    published.Learn(sample, sample.labels[0] == 0 ? 1 : -1);
  }
  return largest;
}

constexpr int kExamples = 300;
// Scores, and thus sums of weights times values, are about 1: each example rounds a weight to 24 bits.
constexpr double kTolerance = kExamples * 0x1p-24;

TEST(NormalizedUpdates, AreThePublishedRuleForFeaturesOfOneValue) {
  for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kHinge, LinearLoss::kSquared}) {
    for (const uint64_t seed : {1, 2, 3}) {
      EXPECT_LT(LargestDifference(SamplesOfOneValueEach(kExamples, seed), loss), kTolerance) << seed;
    }
  }
}

// Otherwise the test above would prove nothing.
TEST(NormalizedUpdates, AreAnotherRuleWhereValuesVary) {
  for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kHinge, LinearLoss::kSquared}) {
    for (const uint64_t seed : {1, 2, 3}) {
      std::vector<Sample> samples = SamplesOfOneValueEach(kExamples, seed);
      common::RandomStream random(seed, "values");
      for (Sample& sample : samples) {
        for (float& value : sample.values) value *= static_cast<float>(random.Uniform(0.1, 1));
      }
      EXPECT_GT(LargestDifference(samples, loss), 0.1) << seed;
    }
  }
}

// By hand, with the hinge loss, of which no step here reaches the kink: x = 1, 2, 1 of one feature, y = 1.
// The published weight is 0.1, shrinks to 0.05 where x grows, and then gains 0.1 * 2 / (2 sqrt(1 + 4)); ours
// gains 0.1 * 2 / sqrt(1 + 16). The third example has N = 1 + 1 + 1/4, and after it 5 + 1 and 17 + 1.
TEST(NormalizedUpdates, AndThePublishedRuleAreThoseComputedByHand) {
  StreamingLearner learner(Normalized(LinearLoss::kHinge));
  PublishedRule published(Normalized(LinearLoss::kHinge));
  const double published_weight = 0.05 + 0.1 / std::sqrt(5), our_weight = 0.1 + 0.2 / std::sqrt(17);
  const std::vector<float> values = {1, 2, 1, 1};
  const std::vector<double> published_scores = {
      0, 2 * 0.05, published_weight, published_weight + 0.1 * std::sqrt(3 / 2.25) / (2 * std::sqrt(6))};
  const std::vector<double> our_scores = {0, 2 * 0.1, our_weight, our_weight + 0.1 / std::sqrt(18)};
  for (size_t i = 0; i < values.size(); ++i) {
    const Sample sample = {{3}, {values[i]}, {0}};
    EXPECT_NEAR(learner.Scores(sample.view())[0], our_scores[i], 1e-6) << i;
    EXPECT_NEAR(published.Score(sample), published_scores[i], 1e-12) << i;
    learner.Learn(sample.view());
    published.Learn(sample, 1);
  }
}

}  // namespace
}  // namespace structlab::structured_learning
