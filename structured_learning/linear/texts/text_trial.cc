#include "structured_learning/linear/texts/text_trial.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "common/error.h"
#include "structured_learning/linear/texts/text_pieces.h"

namespace structlab::structured_learning {
namespace {

// Maximum number of documents on which learning rate and lambda are chosen: a piece.
constexpr size_t kMaxChosenOn = kPieceDocuments;

// The sum of losses over the first examples, each judged before it is learned.
double LossOf(const ExampleBatch& examples, size_t count, const LearnerOptions& options) {
  StreamingLearner learner(options);
  double loss = 0;
  for (size_t i = 0; i < count; ++i) loss += learner.Learn(examples[i]).loss;
  return loss;
}

}  // namespace

Choice Tuned(const ExampleBatch& examples, LearnerOptions options, const TextSettings& settings) {
  std::vector<double> rates = settings.rates, lambdas = {0};
  if (options.update == UpdateRule::kSchedule) lambdas = settings.lambdas;
  std::ranges::sort(rates);
  std::ranges::sort(lambdas);
  Choice best = {options, std::min(kMaxChosenOn, examples.size())};
  double least = std::numeric_limits<double>::infinity();
  for (const double lambda : lambdas) {
    for (const double rate : rates) {
      options.learning_rate = rate;
      options.l2 = lambda;
      const double loss = rates.size() * lambdas.size() == 1 ? 0 : LossOf(examples, best.chosen_on, options);
      if (loss < least) best.options = options, least = loss;
    }
  }
  return best;
}

void Trial::Report(TextOutcome& outcome) const {
  outcome.mistakes = mistakes_;
  outcome.error = mistakes_.ErrorPercent();
  outcome.rate = choice_.options.learning_rate;
  outcome.lambda = choice_.options.l2;
  outcome.chosen_on = choice_.chosen_on;
}

void CheckHasTraining(bool has_training) {
  if (!has_training) common::ThrowUsageError("texts", "at least one training document", "none");
}

}  // namespace structlab::structured_learning
