#include "structured_learning/linear/training.h"

#include <limits>
#include <string>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

void CheckAtLeast(const std::string& where, int value, int least) {
  if (value >= least) return;
  common::ThrowUsageError(where, "at least " + std::to_string(least), std::to_string(value));
}

// Shows sums at the powers of two.
class ProgressSchedule {
 public:
  explicit ProgressSchedule(const std::function<void(const TrainingProgress&)>& show) : show_(show) {}

  void Add(int pass, const ExampleOutcome& outcome, double importance) {
    all_.Add(outcome, importance);
    latest_.Add(outcome, importance);
    if (all_.examples < next_) return;
    next_ *= 2;
    if (show_) show_({pass + 1, all_, latest_});
    latest_ = {};
  }

 private:
  const std::function<void(const TrainingProgress&)>& show_;
  LossSums all_, latest_;
  int64_t next_ = 1;
};

// Whether training goes on after a pass with this held-out loss.
class EarlyStop {
 public:
  explicit EarlyStop(int patience) : patience_(patience) {}

  bool GoesOn(double loss) {
    worse_ = loss < lowest_ ? 0 : worse_ + 1;
    if (loss < lowest_) lowest_ = loss;
    return patience_ == 0 || worse_ < patience_;
  }

 private:
  int patience_;
  int worse_ = 0;  // passes since the lowest loss
  double lowest_ = std::numeric_limits<double>::infinity();
};

}  // namespace

TrainingResult Train(StreamingLearner& learner, const TrainingOptions& options,
                     const std::function<NextBatch(int)>& begin_pass,
                     const std::function<void(const TrainingProgress&)>& show,
                     const std::atomic<bool>& interrupted) {
  CheckAtLeast("TrainingOptions::passes", options.passes, 1);
  CheckAtLeast("TrainingOptions::holdout", options.holdout, 0);
  CheckAtLeast("TrainingOptions::patience", options.patience, 0);
  if (options.holdout == 1) {
    common::ThrowUsageError("TrainingOptions::holdout", "0 or at least 2", "1: nothing would be learned");
  }
  TrainingResult result;
  ProgressSchedule progress(show);
  EarlyStop early_stop(options.patience);
  ExampleBatch batch;
  for (int pass = 0; pass < options.passes; ++pass) {
    const NextBatch next = begin_pass(pass);
    ++result.passes;
    LossSums heldout;
    int64_t position = 0;
    while (next(batch)) {
      for (size_t i = 0; i < batch.size(); ++i) {
        const ExampleView example = batch[i];
        if (options.holdout > 0 && ++position % options.holdout == 0) {
          heldout.Add(learner.Judge(example), example.importance);
          continue;
        }
        const ExampleOutcome outcome = learner.Learn(example);
        if (pass == 0) result.learned.Add(outcome, example.importance);
        progress.Add(pass, outcome, example.importance);
      }
      if (interrupted) {
        result.end = TrainingEnd::kInterrupted;
        result.heldout.push_back(heldout);
        return result;
      }
    }
    result.heldout.push_back(heldout);
    if (heldout.examples > 0 && !early_stop.GoesOn(heldout.MeanLoss())) {
      result.end = TrainingEnd::kHoldoutLoss;
      return result;
    }
  }
  return result;
}

}  // namespace structlab::structured_learning
