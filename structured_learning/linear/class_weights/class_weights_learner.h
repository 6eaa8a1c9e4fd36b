// A linear learner with one weight vector for each class: the memory that joint hashing saves (Shi 2011,
// sections 2.3.3 and 2.6.2).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_CLASS_WEIGHTS_CLASS_WEIGHTS_LEARNER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_CLASS_WEIGHTS_CLASS_WEIGHTS_LEARNER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {

struct ClassWeightsOptions {
  uint32_t features = 0;       // number of features, at least 1; keys are below it
  uint32_t classes = 0;        // number of classes, at least 1; labels are below it
  double learning_rate = 0.5;  // learning rate of the adaptive rule, 1e-12 to 1e12
};

// The multiclass hinge [1 + max_{y' != y} s(y') - s(y)]+ with adaptive updates, as StreamingLearner with
// LinearTask::kMulticlass and UpdateRule::kAdaptive. But the table has features times classes weights, so
// nothing collides. Take it if such a table fits into memory. Features may be hashed or projected before.
//
//     ClassWeightsLearner learner({.features = 1u << 15, .classes = 20});
//     SumInBins(batch, /*bits=*/15, summed);
//     for (size_t i = 0; i < summed.size(); ++i) learner.Learn(summed[i]);
//
// Each feature of a learned example must occur once, and keys must increase; SumInBins makes such examples
// from hashed ones. This is because the rate of a weight depends on the square of everything that its bin
// adds to the score, which is not the sum of the squares of the parts. Memory: 8 bytes for each pair of
// feature and class. O(features of the example * classes) for an example. Not thread-safe; deterministic.
class ClassWeightsLearner {
 public:
  // Throws common::Error (usage) for options out of range, and for a table of more than 10^12 bytes.
  explicit ClassWeightsLearner(const ClassWeightsOptions& options);

  // The memory of the table, including states.
  size_t bytes() const { return (weights_.size() + states_.size()) * sizeof(float); }

  // The scores of all classes, valid until the next call. Throws common::Error (data) for a key that is too
  // high.
  std::span<const float> Scores(const ExampleView& example);
  // Learns from an example. Throws common::Error (data), without learning, unless there is exactly one label
  // below the number of classes; for keys that are too high or do not increase; for numbers above the limits
  // of StreamingLearner; and if the score of the label or its rival is not finite.
  ExampleOutcome Learn(const ExampleView& example);

 private:
  size_t Index(uint32_t key, uint32_t label) const { return size_t{key} * options_.classes + label; }

  ClassWeightsOptions options_;
  std::vector<float> weights_, states_;  // classes of feature 0, classes of feature 1, ...
  std::vector<float> scores_, rates_;    // of the current example; their memory is reused
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_CLASS_WEIGHTS_CLASS_WEIGHTS_LEARNER_H_
