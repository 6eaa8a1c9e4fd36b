// Random examples and options for tests of linear learners.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_RANDOM_SAMPLES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_RANDOM_SAMPLES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {

struct Sample {
  std::vector<uint32_t> keys;
  std::vector<float> values;
  std::vector<uint32_t> labels;
  float target = 0, importance = 1;
  int noisy_labels = 0;  // number of labels that differ only because of the noise
  ExampleView view() const { return {keys, values, labels, target, importance}; }
};

// Scores are computed from a hidden weight for each feature and label, plus noise. The label is the one with
// the highest score, or the labels are all those with a positive score.
inline std::vector<Sample> RandomSamples(int count, uint32_t num_labels, uint64_t seed,
                                         uint32_t num_features = 40, bool any_number = false) {
  common::RandomStream random(seed, "samples");
  std::vector<double> hidden(num_features * num_labels);
  for (double& weight : hidden) weight = random.Normal();
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    Sample sample;
    std::vector<double> scores(num_labels);
    const size_t size = 1 + random.UniformIndex(20);
    std::set<uint32_t> features;
    for (size_t k = 0; k < size; ++k)
      features.insert(static_cast<uint32_t>(random.UniformIndex(num_features)));
    for (const uint32_t feature : features) {
      sample.keys.push_back(feature);
      sample.values.push_back(static_cast<float>(random.Normal()));
      for (uint32_t c = 0; c < num_labels; ++c) {
        scores[c] += hidden[feature * num_labels + c] * sample.values.back();
      }
    }
    const std::vector<double> silent = scores;
    for (double& score : scores) score += 0.3 * random.Normal();
    for (uint32_t c = 0; c < num_labels; ++c) {
      if (any_number && scores[c] > 0) sample.labels.push_back(c);
      sample.noisy_labels += any_number && (scores[c] > 0) != (silent[c] > 0);
    }
    if (!any_number) {
      sample.labels = {
          static_cast<uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin())};
      sample.noisy_labels = silent[sample.labels[0]] < *std::max_element(silent.begin(), silent.end());
    }
    sample.target = static_cast<float>(scores[0]);
    sample.importance = i % 5 == 0 ? 2.5f : 1.f;
    samples.push_back(std::move(sample));
  }
  return samples;
}

// All update rules and losses, with and without l2.
inline std::vector<LearnerOptions> AllOptions(LinearTask task) {
  std::vector<LearnerOptions> all;
  for (const UpdateRule update : {UpdateRule::kAdaptive, UpdateRule::kNormalized, UpdateRule::kSchedule}) {
    for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kHinge, LinearLoss::kSquared}) {
      for (const double l2 : {0.0, 0.01}) {
        all.push_back({.bits = 20,
                       .task = task,
                       .loss = loss,
                       .update = update,
                       // Gradient steps of the squared loss diverge at rates above the inverse of |x|^2.
                       .learning_rate = update == UpdateRule::kSchedule ? 0.01 : 0.1,
                       .l2 = l2});
      }
    }
  }
  return all;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_RANDOM_SAMPLES_H_
