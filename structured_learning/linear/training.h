// Passes over examples: progress, held-out examples, early stop.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TRAINING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TRAINING_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "common/statistics.h"
#include "structured_learning/linear/examples/read_ahead.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {

// Sums over examples, each weighted by its importance.
struct LossSums {
  int64_t examples = 0;
  double importance = 0, loss = 0, mistakes = 0;
  common::RunningVariance targets = {};

  void Add(const ExampleOutcome& outcome, double weight) {
    ++examples;
    importance += weight;
    loss += weight * outcome.loss;
    mistakes += outcome.mistaken ? weight : 0;
    targets.Add(outcome.target, weight);
  }
  // Of an example of importance 1; 0 if there is none.
  double MeanLoss() const { return importance > 0 ? loss / importance : 0; }
  double ErrorRate() const { return importance > 0 ? mistakes / importance : 0; }
  // The squared loss of the constant that has the least, the mean of the targets; of regression.
  double ConstantLoss() const { return targets.variance(); }
};

struct TrainingOptions {
  // An iteration is a pass, at least 1. The flag and the time are looked at after each batch. The observer is
  // called after each pass with the mean loss of what is held out or, without, was learned; there is no
  // bound, so that the gap never ends it.
  common::RunControl run = {.stop = {.iterations = 1}};
  // Every so many examples one is held out of learning, the same ones in every pass; 0: none.
  int holdout = 0;
  // With held-out examples training ends after so many passes in a row whose held-out loss is no lower than
  // the lowest before; the model is then so many passes beyond its best, which at_lowest has seen. 0: never.
  int patience = 1;
};

struct TrainingResult {
  // kIterationLimit: all passes. kConverged: the held-out loss falls no more.
  common::Ending ending = common::Ending::kIterationLimit;
  int passes = 0;       // begun
  int lowest_pass = 0;  // that after which the held-out loss was lowest, from 1; 0: none
  LossSums learned;     // of the first pass: every example before it is learned, an honest estimate
  // One for each pass. In their losses labels that were not seen when an example was judged, and later in the
  // pass were, are taken for such of score 0; mistakes are those among the labels that were seen.
  std::vector<LossSums> heldout;
};

// What is shown while it learns: after 1, 2, 4, 8, ... examples of all passes together.
struct TrainingProgress {
  int pass;              // from 1
  LossSums all, latest;  // learned since the beginning, and since the last call
};

// Learns pass after pass; begin_pass(p), p from 0, gives the examples of a pass. Calls at_lowest after each
// pass whose held-out loss is lower than those before it; never if all that is held out has the importance 0.
// Stops at the end of a batch once the flag is set or the time is over. Throws what the functions and the
// learner throw, common::Error (usage) for numbers out of range, and (data) if a pass has not as many
// examples as the first one.
TrainingResult Train(StreamingLearner& learner, const TrainingOptions& options,
                     const std::function<NextBatch(int)>& begin_pass,
                     const std::function<void(const TrainingProgress&)>& show = {},
                     const std::function<void()>& at_lowest = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TRAINING_H_
