// One weight vector for each class, side by side: what joint hashing saves (Shi 2011, sections 2.3.3
// and 2.6.2).
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
  uint32_t features = 0;       // keys are below it; at least 1
  uint32_t classes = 0;        // labels are below it; at least 1
  double learning_rate = 0.5;  // of the adaptive rule, 1e-12 to 1e12
};

// The multiclass hinge [1 + max_{y' != y} s(y') - s(y)]+ with adaptive updates: what StreamingLearner does
// for LinearTask::kMulticlass and UpdateRule::kAdaptive, in a table that is as large as features times
// classes, so that nothing collides. Features may be hashed or projected before. 8 bytes for each feature and
// class. O(features of the example * classes) an example. Not thread-safe; deterministic.
//
// Features of an example that is learned are each there once, in rising order: the rate of a weight follows
// the square of all that its bin adds to the score, which is not the sum of the squares of parts of it.
// SumInBins makes such examples of hashed ones.
class ClassWeightsLearner {
 public:
  // Throws common::Error (usage) for options out of range, and for a table of more than 10^12 bytes.
  explicit ClassWeightsLearner(const ClassWeightsOptions& options);

  // While it learns.
  size_t bytes() const { return (weights_.size() + states_.size()) * sizeof(float); }

  // Of all classes, valid until the next call. Throws common::Error (data) for a key that is too high.
  std::span<const float> Scores(const ExampleView& example);
  // Throws also for labels other than one below the number of classes, for keys that do not rise, for numbers
  // above the limits of StreamingLearner, and if the score of the label or of its rival is not finite;
  // nothing is learned then.
  ExampleOutcome Learn(const ExampleView& example);

 private:
  size_t Index(uint32_t key, uint32_t label) const { return size_t{key} * options_.classes + label; }

  ClassWeightsOptions options_;
  std::vector<float> weights_, states_;  // the classes of feature 0, of feature 1, ...
  std::vector<float> scores_, rates_;    // of the current example; their memory is kept
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_CLASS_WEIGHTS_CLASS_WEIGHTS_LEARNER_H_
