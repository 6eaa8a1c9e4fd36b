#include "structured_learning/linear/class_weights/class_weights_learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/linear/examples/summed_bins.h"

namespace structlab::structured_learning {
namespace {

struct Sample {
  std::vector<uint32_t> keys;
  std::vector<float> values;
  std::vector<uint32_t> labels;
  float importance;
  ExampleView view() const { return {keys, values, labels, 0, importance}; }
};

// In nine of ten samples, the feature with the largest value (of 30) determines which of 20 classes it is.
std::vector<Sample> Samples(int count, uint64_t seed) {
  common::RandomStream random(seed, "class-weights");
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    Sample sample = {{}, {}, {}, i % 7 == 0 ? 2.f : 1.f};
    uint32_t largest = 0;
    float largest_value = 0;
    for (uint32_t key = 0; key < 30; ++key) {
      if (random.Uniform() < 0.8) continue;
      sample.keys.push_back(key);
      sample.values.push_back(static_cast<float>(random.Normal()));
      if (sample.values.back() > largest_value) largest = key, largest_value = sample.values.back();
    }
    const bool is_noise = random.Uniform() < 0.1;
    sample.labels = {is_noise ? static_cast<uint32_t>(random.UniformIndex(20)) : largest % 20};
    samples.push_back(sample);
  }
  return samples;
}

// In a table of 2^22 bins the 90 lines of eight labels do not collide (probability 0.008 for a collision with
// a given seed). Then joint hashing equals separate weight vectors.
TEST(ClassWeightsLearner, EqualsJointHashingThatDoesNotCollide) {
  StreamingLearner joint({.bits = 22, .task = LinearTask::kMulticlass, .learning_rate = 0.3});
  ClassWeightsLearner separate({.features = 30, .classes = 20, .learning_rate = 0.3});
  // Joint hashing knows of a class once it has met it.
  for (uint32_t label = 0; label < 20; ++label) {
    const Sample empty = {{}, {}, {label}, 1};
    joint.Learn(empty.view());
    separate.Learn(empty.view());
  }
  int mistakes = 0;
  for (const Sample& sample : Samples(2000, 1)) {
    const ExampleOutcome expected = joint.Learn(sample.view()), outcome = separate.Learn(sample.view());
    ASSERT_NEAR(outcome.loss, expected.loss, 1e-3 * (1 + expected.loss));
    mistakes += outcome.mistaken;
  }
  EXPECT_LT(mistakes, 1500);
  const Sample last = Samples(1, 2)[0];
  const std::vector<float> scores(joint.Scores(last.view()).begin(), joint.Scores(last.view()).end());
  const std::span<const float> ours = separate.Scores(last.view());
  ASSERT_EQ(ours.size(), scores.size());
  for (size_t c = 0; c < scores.size(); ++c) EXPECT_NEAR(ours[c], scores[c], 1e-3) << c;
}

TEST(ClassWeightsLearner, TakesEightBytesAPair) {
  EXPECT_EQ(ClassWeightsLearner({.features = 256, .classes = 71}).bytes(), 256u * 71u * 8u);
}

TEST(ClassWeightsLearner, OneClassIsNeverMistaken) {
  ClassWeightsLearner learner({.features = 2, .classes = 1});
  const Sample sample = {{0, 1}, {1, 1}, {0}, 1};
  EXPECT_EQ(learner.Learn(sample.view()).loss, 0);
  EXPECT_FALSE(learner.Learn(sample.view()).mistaken);
}

// If the rate lets one update take the whole step, the margin is then 1 for any features: two words in one
// bin are one feature with their sum.
TEST(ClassWeightsLearner, OneUpdateMakesTheMarginOneWhereWordsMeet) {
  ExampleBatch words;
  const ExampleBatch::Room room = words.FeatureRoom(3);
  std::ranges::copy(std::vector<uint32_t>{4, 1, 8}, room.keys);  // of 4 bins: 0, 1 and 0
  std::ranges::copy(std::vector<float>{1, 3, 1}, room.values);
  words.AddLabel(1);
  words.AddExample(3, 0, 1);
  ExampleBatch bins;
  SumInBins(words, 2, bins);
  const Sample as_one = {{0, 1}, {2, 3}, {1}, 1};
  for (const ExampleView& example : {bins[0], as_one.view()}) {
    ClassWeightsLearner learner({.features = 4, .classes = 2, .learning_rate = 1e6});
    EXPECT_DOUBLE_EQ(learner.Learn(example).loss, 1);
    const std::span<const float> scores = learner.Scores(example);
    EXPECT_NEAR(scores[1] - scores[0], 1, 1e-5);
    EXPECT_NEAR(scores[1], 0.5, 1e-5);
  }
}

template <class Action>
std::string WhereOf(const Action& action, common::ErrorKind kind) {
  const std::string message = common::MessageOf(kind, action);
  return message.substr(0, message.find(": "));
}

TEST(ClassWeightsLearner, RefusesWhatItCannotLearn) {
  using common::ErrorKind;
  const std::string sizes = "ClassWeightsOptions::features, classes";
  EXPECT_EQ(WhereOf([] { ClassWeightsLearner({.features = 0, .classes = 2}); }, ErrorKind::kUsage), sizes);
  EXPECT_EQ(WhereOf([] { ClassWeightsLearner({.features = 1, .classes = 0}); }, ErrorKind::kUsage), sizes);
  EXPECT_EQ(
      WhereOf([] { ClassWeightsLearner({.features = 1u << 31, .classes = 1u << 31}); }, ErrorKind::kUsage),
      sizes);
  EXPECT_EQ(WhereOf([] { ClassWeightsLearner({.features = 1, .classes = 2, .learning_rate = NAN}); },
                    ErrorKind::kUsage),
            "ClassWeightsOptions::learning_rate");
  ClassWeightsLearner learner({.features = 4, .classes = 2});
  for (const Sample& sample :
       {Sample{{4}, {1}, {0}, 1}, Sample{{1}, {1}, {2}, 1}, Sample{{1}, {1}, {}, 1},
        Sample{{1}, {1}, {0, 1}, 1}, Sample{{0, 0}, {1, 1}, {0}, 1}, Sample{{2, 1}, {1, 1}, {0}, 1}}) {
    EXPECT_EQ(WhereOf([&] { learner.Learn(sample.view()); }, ErrorKind::kData), "example");
  }
  // Larger numbers would make states infinite, and learning would stop.
  for (const Sample& sample : {Sample{{1}, {INFINITY}, {0}, 1}, Sample{{1}, {NAN}, {0}, 1},
                               Sample{{1}, {1e20f}, {0}, 1}, Sample{{1}, {1e10f}, {0}, 1e12f}}) {
    EXPECT_EQ(WhereOf([&] { learner.Learn(sample.view()); }, ErrorKind::kData), "example");
  }
}

}  // namespace
}  // namespace structlab::structured_learning
