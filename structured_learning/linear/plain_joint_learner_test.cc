#include "structured_learning/linear/plain_joint_learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/class_weights/class_weights_learner.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {
namespace {

constexpr uint32_t kFeatures = 60, kLabels = 20;
constexpr uint32_t kSeed = 5;
constexpr double kRate = 0.5;

struct Sample {
  std::vector<uint32_t> keys, labels;
  std::vector<float> values;
  ExampleView view() const { return {keys, values, labels}; }
};

// Features in increasing order, each once; three of them determine the label, the others are noise. The first
// sample has the highest label, so that all labels are known from then on.
std::vector<Sample> RandomSamples(int count) {
  common::RandomStream random(1, "samples");
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    const auto label = i == 0 ? kLabels - 1 : static_cast<uint32_t>(random.UniformIndex(kLabels));
    std::set<uint32_t> features = {3 * label, 3 * label + 1, 3 * label + 2};
    while (features.size() < 12) features.insert(static_cast<uint32_t>(random.UniformIndex(kFeatures)));
    Sample sample = {{features.begin(), features.end()}, {label}, {}};
    for (size_t k = 0; k < features.size(); ++k)
      sample.values.push_back(static_cast<float>(random.Uniform(0.5, 1)));
    samples.push_back(std::move(sample));
  }
  return samples;
}

// Both learn all samples; before a sample is learned their scores for it must be the same.
template <class Learner>
void ExpectSameScores(PlainJointLearner& plain, Learner& other, double tolerance) {
  double largest = 0;
  for (const Sample& sample : RandomSamples(400)) {
    plain.Learn(sample.view());
    other.Learn(sample.view());
    const std::span<const float> scores = plain.Scores(sample.view()), expected = other.Scores(sample.view());
    ASSERT_LE(scores.size(), expected.size());
    for (size_t label = 0; label < scores.size(); ++label) {
      ASSERT_NEAR(scores[label], expected[label], tolerance) << label;
      largest = std::max<double>(largest, std::abs(scores[label]));
    }
  }
  EXPECT_GT(largest, 0.5);
}

PlainJointLearner Plain(int bits, LabelBins bins) {
  return PlainJointLearner({.bits = bits, .seed = kSeed, .learning_rate = kRate, .bins = bins});
}

// Without collisions the layout of the bins makes no difference.
TEST(PlainJointLearner, LearnsSeparateModelsInALargeTable) {
  for (const LabelBins bins : {LabelBins::kOfBlocks, LabelBins::kOfEachLabel}) {
    std::set<uint32_t> met;
    for (uint32_t key = 0; key < kFeatures; ++key) {
      for (uint32_t label = 0; label < kLabels; ++label) {
        met.insert(LabelBin(bins, key, label, kernels::SaltOf(kSeed), kernels::MaskOf(24)));
      }
    }
    ASSERT_EQ(met.size(), kFeatures * kLabels) << "another seed is needed";
    PlainJointLearner plain = Plain(24, bins);
    ClassWeightsLearner separate({.features = kFeatures, .classes = kLabels, .learning_rate = kRate});
    ExpectSameScores(plain, separate, 1e-4);
  }
}

// A table in which about five weights share a bin.
TEST(PlainJointLearner, IsTheStreamingLearnerWithBlocks) {
  PlainJointLearner plain = Plain(8, LabelBins::kOfBlocks);
  StreamingLearner streaming(
      {.bits = 8, .seed = kSeed, .task = LinearTask::kMulticlass, .learning_rate = kRate});
  ExpectSameScores(plain, streaming, 1e-3);
}

// The number of pairs of features that share a bin for two labels, and for both at once.
struct Meetings {
  int at_first = 0, at_second = 0, at_both = 0;
};

constexpr int kBits = 6, kPairs = 200'000;

Meetings CountMeetings(LabelBins bins, uint32_t first, uint32_t second) {
  const uint64_t salt = kernels::SaltOf(kSeed);
  const uint32_t mask = kernels::MaskOf(kBits);
  common::RandomStream random(2, "pairs");
  Meetings meetings;
  for (int i = 0; i < kPairs; ++i) {
    const auto a = static_cast<uint32_t>(random.Bits()), b = static_cast<uint32_t>(random.Bits());
    const auto meet = [&](uint32_t label) {
      return LabelBin(bins, a, label, salt, mask) == LabelBin(bins, b, label, salt, mask);
    };
    meetings.at_first += meet(first);
    meetings.at_second += meet(second);
    meetings.at_both += meet(first) && meet(second);
  }
  return meetings;
}

// Within five standard deviations.
void ExpectShare(int count, double share) {
  EXPECT_NEAR(count, kPairs * share, 5 * std::sqrt(kPairs * share * (1 - share)));
}

// Labels 8 and 13 are in the same block, 8 and 16 are not. For a single label the number of collisions is the
// same in both cases.
TEST(LabelBin, LabelsOfABlockMeetTogetherAndOthersIndependently) {
  const double alone = std::exp2(-kBits), independent = alone * alone;
  for (const LabelBins bins : {LabelBins::kOfBlocks, LabelBins::kOfEachLabel}) {
    for (const uint32_t second : {13u, 16u}) {
      const Meetings meetings = CountMeetings(bins, 8, second);
      ExpectShare(meetings.at_first, alone);
      ExpectShare(meetings.at_second, alone);
      if (bins == LabelBins::kOfBlocks && second == 13) {
        EXPECT_EQ(meetings.at_both, meetings.at_first);
      } else {
        ExpectShare(meetings.at_both, independent);
      }
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
