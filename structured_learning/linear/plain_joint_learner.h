// Joint hashing as StreamingLearner learns it, by plain loops, with the bins of labels in blocks or not: what
// the blocks cost.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_PLAIN_JOINT_LEARNER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_PLAIN_JOINT_LEARNER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

enum class LabelBins {
  kOfBlocks,    // kernels::JointBin: eight labels of a feature side by side, by one hash
  kOfEachLabel  // a hash of its own for each label
};

// h(i, y) of the feature with this key, below 2^bits. Uniform for each label alone with both; with
// kOfEachLabel independent for any two labels, too.
uint32_t LabelBin(LabelBins bins, uint32_t key, uint32_t label, uint64_t salt, uint32_t mask);

struct PlainJointOptions {
  int bits = 18;  // 2^bits weights for all labels together, 3..31
  uint32_t seed = 0;
  double learning_rate = 0.5;
  LabelBins bins = LabelBins::kOfEachLabel;
};

// What StreamingLearner does for LinearTask::kMulticlass and UpdateRule::kAdaptive without l2, but for the
// rounding of sums, and slower: O(features * labels) cache lines an example. Labels that have not been seen
// have no score. Not thread-safe; deterministic.
class PlainJointLearner {
 public:
  explicit PlainJointLearner(const PlainJointOptions& options);

  // Of the labels seen so far, valid until the next call.
  std::span<const float> Scores(const ExampleView& example);
  // An example of one label.
  void Learn(const ExampleView& example);

 private:
  uint32_t Bin(uint32_t key, uint32_t label) const {
    return LabelBin(options_.bins, key, label, salt_, mask_);
  }

  PlainJointOptions options_;
  uint32_t mask_;
  uint64_t salt_;
  size_t num_labels_ = 0;
  std::vector<float> weights_, states_;  // one a bin
  // Of the current example; their memory is kept.
  std::vector<float> scores_, rates_;
  std::vector<uint32_t> bins_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_PLAIN_JOINT_LEARNER_H_
