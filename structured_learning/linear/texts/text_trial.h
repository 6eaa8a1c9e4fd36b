// Common parts of the methods of text_methods.h: options, the choice of rates, and a learner that counts
// mistakes.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_TRIAL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_TRIAL_H_

#include "structured_learning/linear/streaming_learner.h"
#include "structured_learning/linear/texts/text_methods.h"

namespace structlab::structured_learning {

// Bits for the numbers of a dictionary, which are below 2^22: 14 times the words of RCV1.
inline constexpr int kDictionaryBits = 22;

// A linear SVM with steps proportional to 1 / (lambda (t + t0)).
inline LearnerOptions GradientDescent(int bits) {
  return {.bits = bits, .loss = LinearLoss::kHinge, .update = UpdateRule::kSchedule};
}
inline LearnerOptions VwUpdates(int bits) {
  return {.bits = bits, .loss = LinearLoss::kHinge, .update = UpdateRule::kNormalized};
}

struct Choice {
  LearnerOptions options;
  size_t chosen_on = 0;
};
// Chooses the rate and lambda with the lowest loss on the first piece, where each example is judged before it
// is learned; the first in ascending order of equal ones.
Choice Tuned(const ExampleBatch& examples, LearnerOptions options, const TextSettings& settings);

// Learns documents, and counts mistakes on test documents.
class Trial {
 public:
  explicit Trial(const Choice& choice) : choice_(choice), learner_(choice.options) {}

  void Learn(const ExampleBatch& batch) {
    for (size_t i = 0; i < batch.size(); ++i) learner_.Learn(batch[i]);
  }
  void Test(const ExampleBatch& batch) {
    for (size_t i = 0; i < batch.size(); ++i) mistakes_.Add(learner_.Judge(batch[i]).mistaken);
  }
  // Fills in the results other than times.
  void Report(TextOutcome& outcome) const;

 private:
  Choice choice_;
  StreamingLearner learner_;
  Mistakes mistakes_;
};

// Throws common::Error (usage) if there was no training document.
void CheckHasTraining(bool has_training);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_TRIAL_H_
