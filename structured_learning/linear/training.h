// Trains a StreamingLearner: several passes over examples, progress, held-out examples, early stopping.
//
//     const auto begin_pass = [&](int) -> NextBatch {
//       auto reader = std::make_shared<ExampleReader>("news.vw", MakeParser(input), &labels);
//       return [reader](ExampleBatch& batch) { return reader->Next(batch); };
//     };
//     const TrainingOptions options = {.run = {.stop = {.iterations = 10}}, .holdout = 10};
//     const TrainingResult result = Train(learner, options, begin_pass);
//
// For a single pass a loop that calls Learn is enough (streaming_learner.h).
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
  // The mean for an example of importance 1; 0 if there is no example.
  double MeanLoss() const { return importance > 0 ? loss / importance : 0; }
  double ErrorRate() const { return importance > 0 ? mistakes / importance : 0; }
  // For regression: the squared loss of the best constant prediction, the mean of the targets.
  double ConstantLoss() const { return targets.variance(); }
};

struct TrainingOptions {
  // An iteration is a pass; at least 1. The interrupt flag and the time are checked after each batch. The
  // observer is called after each pass with the mean loss of the held-out examples, or of the learned ones if
  // none are held out. There is no bound, so the gap never ends training.
  common::RunControl run = {.stop = {.iterations = 1}};
  // Hold out one of every `holdout` examples, the same ones in every pass; 0: none. Needed for early
  // stopping, but these examples are not learned.
  int holdout = 0;
  // If examples are held out, training ends after this many consecutive passes without a new minimum of the
  // held-out loss; 0: never. The model is then this many passes beyond its best one; at_lowest can save the
  // best.
  int patience = 1;
};

struct TrainingResult {
  // kIterationLimit: all passes were made. kConverged: the held-out loss no longer falls.
  common::Ending ending = common::Ending::kIterationLimit;
  int passes = 0;       // passes that were begun
  int lowest_pass = 0;  // pass after which the held-out loss was lowest, from 1; 0: none
  LossSums learned;     // first pass only, each example judged before it is learned: an honest estimate
  // One entry for each pass. In the losses, a label that was not yet known when an example was judged but
  // became known later in the pass counts with the score 0. Mistakes are counted among the labels known at
  // the time.
  std::vector<LossSums> heldout;
};

// Progress during learning, reported after 1, 2, 4, 8, ... examples of all passes together.
struct TrainingProgress {
  int pass;              // from 1
  LossSums all, latest;  // learned since the beginning, and since the last report
};

// Learns pass after pass. begin_pass(p), with p from 0, returns the source of the examples of a pass.
// at_lowest is called after each pass whose held-out loss is lower than all before; never if all held-out
// examples have importance 0. Stops at the end of a batch when the flag is set or the time is over. Throws
// what the functions and the learner throw, common::Error (usage) for options out of range, and (data) if a
// pass has another number of examples than the first one.
TrainingResult Train(StreamingLearner& learner, const TrainingOptions& options,
                     const std::function<NextBatch(int)>& begin_pass,
                     const std::function<void(const TrainingProgress&)>& show = {},
                     const std::function<void()>& at_lowest = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TRAINING_H_
