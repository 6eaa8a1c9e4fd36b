#include "structured_learning/linear/training.h"

#include <limits>
#include <map>
#include <optional>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

void CheckAtLeast(const std::string& where, int value, int least) {
  if (value >= least) return;
  common::ThrowUsageError(where, "at least " + std::to_string(least), std::to_string(value));
}

// Reports sums at powers of two.
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

// Tracks the held-out loss from pass to pass.
class EarlyStop {
 public:
  explicit EarlyStop(int patience) : patience_(patience) {}

  // True if no earlier pass had such a low loss.
  bool IsLowest(double loss) {
    const bool is_lowest = loss < lowest_;
    worse_ = is_lowest ? 0 : worse_ + 1;
    if (is_lowest) lowest_ = loss;
    return is_lowest;
  }
  bool GoesOn() const { return patience_ == 0 || worse_ < patience_; }

 private:
  int patience_;
  int worse_ = 0;  // passes since the minimum loss
  double lowest_ = std::numeric_limits<double>::infinity();
};

void CheckOptions(const TrainingOptions& options) {
  const double passes = options.run.stop.iterations;
  if (!(passes >= 1)) common::ThrowUsageError("iteration limit", "at least 1", common::FormatDouble(passes));
  CheckAtLeast("TrainingOptions::holdout", options.holdout, 0);
  CheckAtLeast("TrainingOptions::patience", options.patience, 0);
  if (options.holdout == 1) {
    common::ThrowUsageError("TrainingOptions::holdout", "0 or at least 2", "1: nothing would be learned");
  }
}

// Labels that first occur after a held-out example was judged are missing from its loss. To make the losses
// of two passes comparable, they count as labels with score 0.
class UnseenLabels {
 public:
  explicit UnseenLabels(LinearTask task) : is_largest_rival_(task == LinearTask::kMulticlass) {}

  void Add(const ExampleOutcome& outcome, double importance) {
    losses_[outcome.outputs] += importance * outcome.of_unseen;
  }
  // The losses, given the number of outputs at the end of the pass.
  double LossOf(size_t outputs) const {
    double sum = 0;
    for (const auto& [judged, loss] : losses_) {
      if (judged >= outputs) break;
      sum += loss * (is_largest_rival_ ? 1 : static_cast<double>(outputs - judged));
    }
    return sum;
  }

 private:
  bool is_largest_rival_;
  std::map<size_t, double> losses_;  // by the number of outputs at that time
};

struct Pass {
  LossSums learned, heldout;
  std::optional<common::Ending> stopped;  // before the pass was complete
  int64_t examples() const { return learned.examples + heldout.examples; }
};

Pass RunPass(StreamingLearner& learner, const NextBatch& next, int holdout,
             const std::function<void(const ExampleOutcome&, double)>& learned,
             const common::RunRecorder& run) {
  Pass pass;
  UnseenLabels unseen(learner.options().task);
  for (ExampleBatch batch; next(batch);) {
    for (size_t i = 0; i < batch.size(); ++i) {
      const ExampleView example = batch[i];
      if (holdout > 0 && (pass.examples() + 1) % holdout == 0) {
        const ExampleOutcome outcome = learner.Judge(example);
        pass.heldout.Add(outcome, example.importance);
        unseen.Add(outcome, example.importance);
        continue;
      }
      const ExampleOutcome outcome = learner.Learn(example);
      pass.learned.Add(outcome, example.importance);
      learned(outcome, example.importance);
    }
    if (run.MustStop()) break;
  }
  // The flag may also have been set while the source waited for its end.
  pass.stopped = run.MustStop();
  pass.heldout.loss += unseen.LossOf(learner.num_outputs());
  return pass;
}

}  // namespace

TrainingResult Train(StreamingLearner& learner, const TrainingOptions& options,
                     const std::function<NextBatch(int)>& begin_pass,
                     const std::function<void(const TrainingProgress&)>& show,
                     const std::function<void()>& at_lowest) {
  CheckOptions(options);
  common::RunRecorder run(options.run);
  TrainingResult result;
  ProgressSchedule progress(show);
  EarlyStop early_stop(options.patience);
  int64_t examples = 0;
  while (true) {
    const int number = result.passes++;
    const Pass pass = RunPass(
        learner, begin_pass(number), options.holdout,
        [&](const ExampleOutcome& outcome, double importance) { progress.Add(number, outcome, importance); },
        run);
    if (number == 0) result.learned = pass.learned;
    result.heldout.push_back(pass.heldout);
    if (pass.stopped) {
      result.ending = *pass.stopped;
      return result;
    }
    if (number == 0) examples = pass.examples();
    if (pass.examples() != examples) {
      common::ThrowDataError("pass " + std::to_string(result.passes),
                             std::to_string(examples) + " examples as in the first pass",
                             std::to_string(pass.examples()), "read a file that does not change");
    }
    const bool has_heldout = pass.heldout.importance != 0;
    const std::optional<common::Ending> ending =
        run.Record(result.passes, (has_heldout ? pass.heldout : pass.learned).MeanLoss());
    if (has_heldout && early_stop.IsLowest(pass.heldout.MeanLoss())) {
      result.lowest_pass = result.passes;
      if (at_lowest) at_lowest();
    }
    if (has_heldout && !early_stop.GoesOn()) {
      result.ending = common::Ending::kConverged;
      return result;
    }
    if (ending) {
      result.ending = *ending;
      return result;
    }
  }
}

}  // namespace structlab::structured_learning
