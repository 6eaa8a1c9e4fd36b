// Joint hashing with plain loops, with or without blocks of labels: a reference to measure the cost of the
// blocks of StreamingLearner.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_PLAIN_JOINT_LEARNER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_PLAIN_JOINT_LEARNER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

enum class LabelBins {
  kOfBlocks,    // kernels::JointBin: eight labels of a feature are adjacent, by one hash
  kOfEachLabel  // a separate hash for each label
};

// The bin h(i, y) of the feature with this key, below 2^bits. For a single label it is uniform with both
// settings; with kOfEachLabel it is also independent for any two labels.
uint32_t LabelBin(LabelBins bins, uint32_t key, uint32_t label, uint64_t salt, uint32_t mask);

struct PlainJointOptions {
  int bits = 18;  // 2^bits weights for all labels together, 3..31
  uint32_t seed = 0;
  double learning_rate = 0.5;
  LabelBins bins = LabelBins::kOfEachLabel;
};

// Computes the same as StreamingLearner for LinearTask::kMulticlass and UpdateRule::kAdaptive without l2,
// except for the rounding of sums, and slower: O(features * labels) cache lines for an example. Labels that
// have not occurred have no score. Not thread-safe; deterministic.
class PlainJointLearner {
 public:
  explicit PlainJointLearner(const PlainJointOptions& options);

  // The scores of the labels seen so far, valid until the next call.
  std::span<const float> Scores(const ExampleView& example);
  // Learns from an example with one label.
  void Learn(const ExampleView& example);

 private:
  uint32_t Bin(uint32_t key, uint32_t label) const {
    return LabelBin(options_.bins, key, label, salt_, mask_);
  }

  PlainJointOptions options_;
  uint32_t mask_;
  uint64_t salt_;
  size_t num_labels_ = 0;
  std::vector<float> weights_, states_;  // one for each bin
  // Data of the current example; their memory is reused.
  std::vector<float> scores_, rates_;
  std::vector<uint32_t> bins_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_PLAIN_JOINT_LEARNER_H_
