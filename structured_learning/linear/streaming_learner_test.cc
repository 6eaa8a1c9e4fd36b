#include "structured_learning/linear/streaming_learner.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/random_samples.h"

namespace structlab::structured_learning {
namespace {

// A learner with one output that follows the formulas directly, in double precision and with a map as table.
class PlainOutput {
 public:
  explicit PlainOutput(const LearnerOptions& options) : options_(options) {}

  double Score(const Sample& sample) const {
    double score = 0;
    for (size_t i = 0; i < sample.keys.size(); ++i) {
      const auto found = weights_.find(sample.keys[i]);
      if (found != weights_.end()) score += found->second.first * sample.values[i];
    }
    return score;
  }

  void Learn(const Sample& sample, double y) {
    const double score = Score(sample);
    double rate = options_.learning_rate;
    if (options_.update == UpdateRule::kSchedule) rate /= 1 + options_.l2 * rate * total_importance_;
    double size = rate * sample.importance;
    const double shrinking = options_.l2 * size;
    total_importance_ += sample.importance;
    total_features_ += sample.importance * static_cast<double>(sample.keys.size());
    for (auto& [key, weight] : weights_) weight.first *= std::exp(-shrinking);
    // The unit is the root mean square of the targets.
    total_squares_ += sample.importance * y * y;
    if (options_.task == LinearTask::kRegression && options_.update != UpdateRule::kSchedule) {
      size *= std::sqrt(total_squares_ / total_importance_);
    }
    const double g = DerivativeOf(options_.loss, score, y);
    if (g == 0) return;
    if (options_.update == UpdateRule::kSchedule) {
      for (size_t i = 0; i < sample.keys.size(); ++i)
        weights_[sample.keys[i]].first -= size * g * sample.values[i];
      return;
    }
    const bool normalized = options_.update == UpdateRule::kNormalized;
    const double factor = normalized ? std::sqrt(total_importance_ / total_features_) : 1;
    double gain = 0;
    std::vector<double> rates;
    for (size_t i = 0; i < sample.keys.size(); ++i) {
      const double x = sample.values[i];
      double& state = weights_[sample.keys[i]].second;
      state += sample.importance * g * g * std::pow(x, normalized ? 4 : 2);
      rates.push_back(state > 0 ? x / std::sqrt(state) : 0);
      gain += x * rates.back();
    }
    const double distance = factor * InvariantStep(options_.loss, score, y, size, factor * gain);
    for (size_t i = 0; i < sample.keys.size(); ++i) weights_[sample.keys[i]].first += distance * rates[i];
  }

 private:
  LearnerOptions options_;
  std::map<uint32_t, std::pair<double, double>> weights_;  // weight and state
  double total_importance_ = 0, total_features_ = 0, total_squares_ = 0;
};

// Floats of 24 bits, added up for some hundred examples.
constexpr double kTolerance = 1e-3;

TEST(StreamingLearner, OneOutputFollowsTheFormulas) {
  const std::vector<Sample> samples = RandomSamples(300, 2, 1);
  for (const LearnerOptions& options : AllOptions(LinearTask::kBinary)) {
    StreamingLearner learner(options);
    PlainOutput plain(options);
    for (const Sample& sample : samples) {
      const double y = sample.labels[0] == 0 ? 1 : -1;
      const double score = plain.Score(sample);
      EXPECT_NEAR(learner.Scores(sample.view())[0], score, kTolerance);
      const ExampleOutcome outcome = learner.Learn(sample.view());
      EXPECT_NEAR(outcome.loss, LossOf(options.loss, score, y), 20 * kTolerance);
      plain.Learn(sample, y);
    }
  }
}

// In a table without collisions, joint hashing learns a separate model for each label.
TEST(StreamingLearner, JointHashingEqualsSeparateModels) {
  constexpr uint32_t kLabels = 11;
  const std::vector<Sample> samples = RandomSamples(200, kLabels, 2, 25);
  for (const LearnerOptions& options : AllOptions(LinearTask::kOneVsRest)) {
    StreamingLearner learner(options);
    std::vector<PlainOutput> separate(kLabels, PlainOutput(options));
    uint32_t seen = 0;
    for (const Sample& sample : samples) {
      const std::span<const float> scores = learner.Scores(sample.view());
      ASSERT_EQ(scores.size(), seen);
      for (uint32_t c = 0; c < seen; ++c) EXPECT_NEAR(scores[c], separate[c].Score(sample), kTolerance) << c;
      learner.Learn(sample.view());
      // The separate model of a label begins when this label, or a higher one, first occurs, with the totals
      // of all examples.
      seen = std::max(seen, sample.labels[0] + 1);
      for (uint32_t c = 0; c < kLabels; ++c) {
        Sample silent = sample;
        if (c >= seen) silent.values.assign(silent.values.size(), 0.f);
        separate[c].Learn(c < seen ? sample : silent, sample.labels[0] == c ? 1 : -1);
      }
    }
  }
}

TEST(StreamingLearner, RegressionFollowsTheFormulas) {
  const std::vector<Sample> samples = RandomSamples(300, 1, 3);
  const LearnerOptions options = {.task = LinearTask::kRegression, .loss = LinearLoss::kSquared};
  StreamingLearner learner(options);
  PlainOutput plain(options);
  for (const Sample& sample : samples) {
    EXPECT_NEAR(learner.Scores(sample.view())[0], plain.Score(sample), kTolerance);
    EXPECT_FALSE(learner.Learn(sample.view()).mistaken);
    plain.Learn(sample, sample.target);
  }
}

// The thesis's multiclass hinge in a table without collisions, for the plain schedule.
TEST(StreamingLearner, MulticlassHingeRaisesTheLabelAndLowersItsRival) {
  constexpr uint32_t kLabels = 5;
  const std::vector<Sample> samples = RandomSamples(300, kLabels, 4);
  const LearnerOptions options = {.bits = 20,
                                  .task = LinearTask::kMulticlass,
                                  .update = UpdateRule::kSchedule,
                                  .learning_rate = 0.2,
                                  .l2 = 0.01};
  StreamingLearner learner(options);
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(kLabels, 40);
  double total = 0;
  uint32_t seen = 0;
  for (const Sample& sample : samples) {
    const uint32_t own = sample.labels[0];
    seen = std::max(seen, own + 1);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(40);
    for (size_t i = 0; i < sample.keys.size(); ++i) x[sample.keys[i]] = sample.values[i];
    const Eigen::VectorXd scores = weights * x;
    uint32_t rival = own;
    for (uint32_t c = 0; c < seen; ++c) {
      if (c != own && (rival == own || scores[c] > scores[rival])) rival = c;
    }
    const double loss = rival == own ? 0 : std::max(0.0, 1 + scores[rival] - scores[own]);
    EXPECT_NEAR(learner.Learn(sample.view()).loss, loss, kTolerance);
    const double size =
        sample.importance * options.learning_rate / (1 + options.l2 * options.learning_rate * total);
    total += sample.importance;
    weights *= std::exp(-options.l2 * size);
    if (loss > 0) {
      weights.row(own) += size * x.transpose();
      weights.row(rival) -= size * x.transpose();
    }
  }
}

// Scaled by powers of two, values lose nothing, and scores are the same to the last bit.
TEST(StreamingLearner, NormalizedUpdatesDoNotSeeTheScaleOfFeatures) {
  const std::vector<Sample> samples = RandomSamples(500, 3, 7);
  for (const LinearTask task : {LinearTask::kBinary, LinearTask::kOneVsRest, LinearTask::kMulticlass}) {
    const LearnerOptions options = {.task = task, .update = UpdateRule::kNormalized};
    StreamingLearner learner(options), of_scaled(options);
    for (Sample sample : samples) {
      if (task == LinearTask::kBinary) sample.labels[0] /= 2;
      Sample scaled = sample;
      for (size_t i = 0; i < scaled.keys.size(); ++i) {
        scaled.values[i] = std::ldexp(scaled.values[i], static_cast<int>(scaled.keys[i] % 21) - 10);
      }
      const std::span<const float> scores = learner.Scores(sample.view());
      const std::span<const float> scaled_scores = of_scaled.Scores(scaled.view());
      ASSERT_TRUE(std::equal(scores.begin(), scores.end(), scaled_scores.begin(), scaled_scores.end()));
      learner.Learn(sample.view());
      of_scaled.Learn(scaled.view());
    }
  }
}

// Also if the bins of labels collide, as almost all do in such a small table.
TEST(StreamingLearner, ReportsTheLossBeforeItLearns) {
  for (const LinearTask task : {LinearTask::kBinary, LinearTask::kOneVsRest, LinearTask::kMultiLabel,
                                LinearTask::kMulticlass, LinearTask::kRegression}) {
    const bool is_any = task == LinearTask::kMultiLabel;
    const std::vector<Sample> samples =
        RandomSamples(200, task == LinearTask::kBinary ? 2 : 20, 14, 40, is_any);
    for (LearnerOptions options : AllOptions(task)) {
      if (task == LinearTask::kRegression && options.loss != LinearLoss::kSquared) continue;
      options.bits = 8;
      StreamingLearner learner(options);
      for (const Sample& sample : samples) {
        const ExampleOutcome judged = learner.Judge(sample.view());
        const ExampleOutcome learned = learner.Learn(sample.view());
        ASSERT_EQ(learned.loss, judged.loss) << static_cast<int>(task);
        ASSERT_EQ(learned.mistaken, judged.mistaken) << static_cast<int>(task);
      }
    }
  }
}

// All weights are 0, so each label costs log 2, for any number of labels in any number of bins.
TEST(StreamingLearner, TheFirstLossIsThatOfChance) {
  for (const uint32_t labels : {20u, 1000u}) {
    StreamingLearner learner({.bits = 8, .task = LinearTask::kOneVsRest});
    Sample sample;
    for (uint32_t i = 0; i < 200; ++i) sample.keys.push_back(977 * i);
    sample.values.assign(200, 1.f);
    sample.labels = {labels - 1};
    EXPECT_NEAR(learner.Learn(sample.view()).loss, labels * std::log(2.0), 1e-9 * labels);
  }
}

TEST(StreamingLearner, ResumesToTheSameBits) {
  const std::vector<Sample> samples = RandomSamples(400, 9, 8);
  for (const LearnerOptions& options : AllOptions(LinearTask::kOneVsRest)) {
    LearnerOptions small = options;
    small.bits = 10;
    StreamingLearner whole(small), first(small);
    for (int i = 0; i < 400; ++i) {
      whole.Learn(samples[i].view());
      if (i < 200) first.Learn(samples[i].view());
    }
    StreamingLearner second(small);
    second.Restore(first.state());
    for (int i = 200; i < 400; ++i) second.Learn(samples[i].view());
    EXPECT_EQ(second.state().table, whole.state().table);
    EXPECT_EQ(second.state().scale, whole.state().scale);
  }
}

TEST(StreamingLearner, TheTableDoesNotGrowWithTheLabels) {
  StreamingLearner learner({.bits = 10, .task = LinearTask::kMulticlass});
  const size_t size = learner.state().table.size();
  EXPECT_EQ(size, size_t{2} << 10);
  for (Sample sample : RandomSamples(50, 2, 9)) {
    sample.labels = {static_cast<uint32_t>(sample.keys[0] * 150)};
    learner.Learn(sample.view());
  }
  EXPECT_GT(learner.num_outputs(), 3000u);
  EXPECT_EQ(learner.state().table.size(), size);
}

// A shrinking scale is multiplied into the table long before it is 0.
TEST(StreamingLearner, StrongRegularizationShrinksWithoutLosingTheWeights) {
  StreamingLearner learner({.learning_rate = 1, .l2 = 2});
  PlainOutput plain({.learning_rate = 1, .l2 = 2});
  for (const Sample& sample : RandomSamples(100, 2, 10)) {
    EXPECT_NEAR(learner.Scores(sample.view())[0], plain.Score(sample), kTolerance);
    learner.Learn(sample.view());
    plain.Learn(sample, sample.labels[0] == 0 ? 1 : -1);
    EXPECT_GT(learner.state().scale, 1e-7);
  }
}

// Even if weights shrink very much, the examples learned last have an effect.
TEST(StreamingLearner, AHugeImportanceLeavesItsOwnExample) {
  const LearnerOptions options = {.learning_rate = 1, .l2 = 2};
  StreamingLearner learner(options);
  PlainOutput plain(options);
  for (Sample sample : RandomSamples(20, 2, 13)) {
    sample.importance = 500;
    learner.Learn(sample.view());
    plain.Learn(sample, sample.labels[0] == 0 ? 1 : -1);
    EXPECT_NEAR(learner.Scores(sample.view())[0], plain.Score(sample), kTolerance);
    EXPECT_GT(learner.state().scale, 0);
  }
}

// The first example shrinks the scale to exp(-13), the second by another exp(-60): a step of about 10^7
// divided by that scale would exceed the floats.
TEST(StreamingLearner, ALongStepBesideStrongShrinkingIsAFloat) {
  StreamingLearner learner(
      {.task = LinearTask::kRegression, .loss = LinearLoss::kSquared, .learning_rate = 1e6, .l2 = 1.3e-5});
  ExampleBatch batch;
  for (const float importance : {1.f, 50.f}) {
    const ExampleBatch::Room room = batch.FeatureRoom(1);
    room.keys[0] = 0, room.values[0] = 1e-4f;
    batch.AddExample(1, importance * 1e9f, importance);
  }
  learner.Learn(batch[0]);
  learner.Learn(batch[1]);
  EXPECT_GT(learner.Weight(0, 0), 1e6f);
  EXPECT_TRUE(std::isfinite(learner.Weight(0, 0)));
}

// Targets in a unit that is a million times smaller give scores that are a million times larger.
TEST(StreamingLearner, ScoresHaveTheUnitOfTheTargets) {
  for (const UpdateRule update : {UpdateRule::kAdaptive, UpdateRule::kNormalized, UpdateRule::kSchedule}) {
    const LearnerOptions options = {.bits = 10,
                                    .task = LinearTask::kRegression,
                                    .loss = LinearLoss::kSquared,
                                    .update = update,
                                    .learning_rate = 0.05};
    StreamingLearner one(options), other(options);
    constexpr float kUnits = 1 << 20;  // exact
    for (Sample sample : RandomSamples(500, 2, 17)) {
      sample.target = sample.labels[0] == 0 ? 3 : -1;
      one.Learn(sample.view());
      const float score = one.Scores(sample.view())[0];
      sample.target *= kUnits;
      other.Learn(sample.view());
      EXPECT_NEAR(other.Scores(sample.view())[0], kUnits * score, 1e-3 * kUnits);
    }
  }
}

TEST(StreamingLearner, AnImportanceOfZeroTeachesNothing) {
  Sample sample = RandomSamples(1, 2, 11)[0];
  sample.importance = 0;
  for (const LinearTask task : {LinearTask::kBinary, LinearTask::kOneVsRest, LinearTask::kMulticlass}) {
    StreamingLearner learner({.bits = 8, .task = task});
    learner.Learn(sample.view());
    EXPECT_EQ(learner.state().table, WeightTable(size_t{2} << 8, 0));
  }
}

// Examples that would make a state infinite, so that its weight would never move again, are refused before
// anything is learned.
TEST(StreamingLearner, RefusesWhatAStateCannotHold) {
  const auto expected_by = [](StreamingLearner& learner, const Sample& sample) -> std::string {
    try {
      learner.Learn(sample.view());
    } catch (const common::Error& error) {
      return error.parts().expected;
    }
    return "this";
  };
  for (const LinearTask task : {LinearTask::kBinary, LinearTask::kOneVsRest, LinearTask::kMulticlass}) {
    const LearnerOptions options = {.bits = 8, .task = task};
    StreamingLearner learner(options);
    EXPECT_EQ(expected_by(learner, {{3, 4}, {10, 1}, {1}, 0, 1e38f}),
              "importance * derivative^2 of at most 1e+28 for values of up to 10");
    EXPECT_EQ(expected_by(learner, {{3, 4}, {1e15f, 1}, {1}, 0, 1e3f}),
              "importance * derivative^2 of at most 1 for values of up to 1e+15");
    EXPECT_EQ(expected_by(learner, {{3, 4}, {1e-15f, 1e-15f}, {1}, 0, 1e38f}),
              "importance * derivative^2 of at most 1e+30 for values of up to 1e-15");
    EXPECT_EQ(learner.state().table, WeightTable(size_t{2} << 8, 0));
    EXPECT_EQ(learner.num_outputs(), StreamingLearner(options).num_outputs());
    EXPECT_EQ(expected_by(learner, {{3, 4}, {1e15f, 1}, {1}, 0, 1}), "this");
  }
  StreamingLearner regression({.bits = 8, .task = LinearTask::kRegression, .loss = LinearLoss::kSquared});
  EXPECT_EQ(expected_by(regression, {{3}, {1}, {}, 1e20f}),
            "importance * derivative^2 of at most 1e+30 for values of up to 1");
  EXPECT_EQ(expected_by(regression, {{3}, {1e14f}, {}, 1000}),
            "importance * derivative^2 of at most 100 for values of up to 1e+14");
  EXPECT_EQ(expected_by(regression, {{3}, {1}, {}, 1e14f}), "this");
  StreamingLearner normalized({.bits = 8, .update = UpdateRule::kNormalized});
  EXPECT_EQ(expected_by(normalized, {{3}, {1e7f}, {0}, 0, 1e10f}),
            "importance * derivative^2 of at most 100 for values of up to 1e+07");
  EXPECT_EQ(expected_by(normalized, {{3}, {1e7f}, {0}}), "this");
  // A schedule has no states.
  StreamingLearner schedule({.bits = 8, .update = UpdateRule::kSchedule, .learning_rate = 1e-9});
  EXPECT_EQ(expected_by(schedule, {{3}, {1e16f}, {0}}), "this");
}

TEST(StreamingLearner, NoNumberOfExamplesMakesAStateInfinite) {
  // A late state, where adding 1e30 no longer changes the sum.
  const float largest = std::ldexp(static_cast<float>(LimitsOf(UpdateRule::kAdaptive).growth), 25);
  ASSERT_TRUE(std::isfinite(largest));
  StreamingLearner learner({.bits = 3});
  StreamingLearner::State state = learner.state();
  state.table[1] = largest;  // of the first bin
  learner.Restore(state);
  for (uint32_t i = 0; i < 1000; ++i) {
    const Sample sample = {{0}, {1}, {i % 2}, 0, 9.9e29f};
    learner.Learn(sample.view());
  }
  EXPECT_EQ(learner.state().table[1], largest);
}

TEST(StreamingLearner, RefusesOptionsAndExamplesThatDoNotFit) {
  EXPECT_THROW(StreamingLearner({.bits = 2}), common::Error);
  EXPECT_THROW(StreamingLearner({.bits = 32}), common::Error);
  EXPECT_THROW(StreamingLearner({.learning_rate = 0}), common::Error);
  EXPECT_THROW(StreamingLearner({.learning_rate = std::nan("")}), common::Error);
  EXPECT_THROW(StreamingLearner({.l2 = -1}), common::Error);
  EXPECT_THROW(StreamingLearner({.task = LinearTask::kRegression}), common::Error);
  Sample sample = RandomSamples(1, 2, 12)[0];
  StreamingLearner binary({.bits = 8}), many({.bits = 8, .task = LinearTask::kOneVsRest});
  sample.labels = {2};
  EXPECT_THROW(binary.Learn(sample.view()), common::Error);
  sample.labels = {};
  EXPECT_THROW(binary.Learn(sample.view()), common::Error);
  EXPECT_THROW(many.Learn(sample.view()), common::Error);
  sample.labels = {1, 3};
  EXPECT_THROW(many.Judge(sample.view()), common::Error);
  EXPECT_THROW(binary.Restore({.table = WeightTable(7, 0)}), common::Error);
  // Their squares, or fourth powers, underflow; nothing is learned from them.
  StreamingLearner adaptive({.bits = 8}), normalized({.bits = 8, .update = UpdateRule::kNormalized});
  sample = {{3}, {2e15f}, {0}};
  EXPECT_THROW(adaptive.Learn(sample.view()), common::Error);
  sample.values = {-2e7f};
  EXPECT_THROW(normalized.Learn(sample.view()), common::Error);
  EXPECT_EQ(normalized.state().table, WeightTable(size_t{2} << 8, 0));
  adaptive.Learn(sample.view());
  EXPECT_NE(adaptive.Scores(sample.view())[0], 0);
  // 1e38 times a weight of 1e44 exceeds the floats.
  StreamingLearner steep({.bits = 8, .update = UpdateRule::kSchedule, .learning_rate = 1e6});
  sample = {{3}, {1e38f}, {0}};
  steep.Learn(sample.view());
  EXPECT_THROW(steep.Learn(sample.view()), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
