#include "structured_learning/linear/plain_joint_learner.h"

#include <algorithm>

#include "common/check.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/adaptive_rates.h"
#include "structured_learning/linear/linear_loss.h"

namespace structlab::structured_learning {

uint32_t LabelBin(LabelBins bins, uint32_t key, uint32_t label, uint64_t salt, uint32_t mask) {
  if (bins == LabelBins::kOfBlocks) return kernels::JointBin(key, label, salt, mask);
  return static_cast<uint32_t>(kernels::MixBits((uint64_t{label} << 32 | key) + salt)) & mask;
}

PlainJointLearner::PlainJointLearner(const PlainJointOptions& options)
    : options_(options),
      mask_(kernels::MaskOf(options.bits)),
      salt_(kernels::SaltOf(options.seed)),
      weights_(size_t{1} << options.bits),
      states_(weights_.size()) {}

std::span<const float> PlainJointLearner::Scores(const ExampleView& example) {
  scores_.assign(num_labels_, 0.f);
  for (size_t i = 0; i < example.keys.size(); ++i) {
    for (uint32_t label = 0; label < num_labels_; ++label) {
      scores_[label] += weights_[Bin(example.keys[i], label)] * example.values[i];
    }
  }
  return scores_;
}

void PlainJointLearner::Learn(const ExampleView& example) {
  STRUCTLAB_CHECK(example.labels.size() == 1);
  const uint32_t own = example.labels[0];
  num_labels_ = std::max(num_labels_, size_t{own} + 1);
  Scores(example);
  uint32_t rival = own;
  for (uint32_t label = 0; label < num_labels_; ++label) {
    if (label != own && (rival == own || scores_[label] > scores_[rival])) rival = label;
  }
  const double missing = 1.0 + scores_[rival] - scores_[own];
  if (rival == own || missing <= 0 || example.importance == 0) return;
  // Both labels of each feature, the true one first.
  const size_t places = 2 * example.keys.size();
  bins_.resize(places);
  rates_.resize(places);
  double gain = 0;
  for (size_t i = 0; i < places; ++i) {
    const float x = example.values[i / 2];
    bins_[i] = Bin(example.keys[i / 2], i % 2 == 0 ? own : rival);
    float& state = states_[bins_[i]];
    state += example.importance * StateGrowth<false>(x);
    rates_[i] = RateOf(x, state);
    gain += static_cast<double>(x) * rates_[i];
  }
  const double size = options_.learning_rate * example.importance;
  const double distance = InvariantStep(LinearLoss::kHinge, 1 - missing, 1, size, gain);
  for (size_t i = 0; i < places; ++i) {
    weights_[bins_[i]] += static_cast<float>((i % 2 == 0 ? distance : -distance) * rates_[i]);
  }
}

}  // namespace structlab::structured_learning
