// What the thesis lacks and a user wants: lambda chosen without the test set, and another kind of problem.
#include <algorithm>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "experiments/harness/refusal.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/runs.h"
#include "experiments/regularization_path/words.h"
#include "structured_learning/optimization/model.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::Recorder;
using structured_learning::ChainErrors;
using structured_learning::ChainProblem;
using structured_learning::DenseVector;
using structured_learning::MulticlassProblem;
using structured_learning::PathModel;

// The model with the smallest validation loss; of equal ones that of the largest lambda.
struct Choice {
  double lambda = 0, validation_loss = 2;
  DenseVector weights;

  void Offer(const PathModel& model, double loss) {
    if (loss < validation_loss) *this = {model.lambda, loss, model.weights};
  }
};

// The choice as values, and its model as a file for the user. The grid is descending.
void RecordChoice(const Choice& choice, const std::vector<double>& grid, double test_loss,
                  const structured_learning::ProblemFacts& problem, const Case& c, Recorder& record) {
  record.Value(kOurs, "chosen_lambda", choice.lambda);
  record.Value(kOurs, "validation_loss_of_chosen", choice.validation_loss);
  record.Value(kOurs, "test_loss_of_chosen", test_loss);
  record.File("model.txt", structured_learning::FormatModel(
                               {.weights = choice.weights, .lambda = choice.lambda, .problem = problem}));
  if (choice.lambda == grid.back()) {
    record.Note("the chosen lambda is the least of the grid: a smaller one may have a lower validation loss");
  }
  record.Note("the chosen model is files/regularization_path/" + c.Key() +
              "/model.txt below the output folder; structured_learning/optimization/model.h reads it");
}

// Of the models that there are, which may be none.
void RecordCurves(const std::vector<double>& lambdas,
                  const std::vector<std::pair<const char*, const std::vector<double>*>>& curves,
                  Recorder& record) {
  if (lambdas.empty()) return;
  for (const auto& [metric, values] : curves) record.Curve(kOurs, metric, lambdas, *values);
}

double ShareWrong(const MulticlassProblem& problem, const DenseVector& weights, common::ThreadPool& pool) {
  const double wrong = common::ParallelSum(pool, problem.size(), [&](int64_t sample) {
    const int i = static_cast<int>(sample);
    return problem.Predict(i, weights) != problem.truth(i) ? 1.0 : 0.0;
  });
  return wrong / problem.size();
}

}  // namespace

void RunValidation(const Case& c, Recorder& record) {
  const Protocol protocol = ReadProtocol(c.parameters);
  const WordSets words = LoadWords(c, Split::kValidation, protocol);
  const auto& method = structured_learning::FindPathMethod<ChainProblem>(c.method);
  structured_learning::PathRequest request = RequestOf(c, protocol, method.options);
  common::ThreadPool pool(c.threads);
  Choice choice;
  std::vector<double> reached, validation, test;
  request.on_model = [&](const PathModel& model) {
    reached.push_back(model.lambda);
    validation.push_back(MeasureErrors(words.validation, model.weights, &pool).label_error);
    test.push_back(MeasureErrors(words.test, model.weights, &pool).label_error);
    choice.Offer(model, validation.back());
  };
  const auto outcome = harness::RunUnlessRefused(record, [&] { return method.run(words.train, request); });
  if (!outcome) return;
  if (!outcome->complete) record.Note(IncompleteNote(*outcome, request.lambdas, reached));
  RecordCurves(reached, {{"validation_loss_vs_lambda", &validation}, {"test_loss_vs_lambda", &test}}, record);
  // The best of a part of the grid is not the choice that the path offers.
  if (reached.size() < request.lambdas.size()) return RecordPart(*outcome, reached.size(), record);

  const double min_test_loss = *std::min_element(test.begin(), test.end());
  if (!outcome->complete) return RecordUnconverged(*outcome, min_test_loss, record);

  const ChainErrors errors = MeasureErrors(words.test, choice.weights, &pool);
  RecordChoice(choice, reached, errors.label_error,
               {{"problem", "chain"},
                {"features", std::to_string(words.train.samples().num_features())},
                {"labels", std::to_string(words.train.samples().num_labels())}},
               c, record);
  record.Value(kOurs, "test_loss_per_word_of_chosen", errors.sequence_error);
  record.Value(kOurs, "min_test_loss", min_test_loss);
}

void RunDigits(const Case& c, Recorder& record) {
  const Protocol protocol = ReadProtocol(c.parameters);
  const DigitSets digits = LoadDigits(c, static_cast<int>(c.parameters.Integer("max_images")));
  const auto& method = structured_learning::FindPathMethod<MulticlassProblem>(c.method);
  structured_learning::PathRequest request = RequestOf(c, protocol, method.options);
  common::ThreadPool pool(c.threads);
  Choice choice;
  std::vector<double> reached, train, validation, test, gaps, objectives;
  request.on_model = [&](const PathModel& model) {
    reached.push_back(model.lambda);
    const double objective = PrimalObjective(digits.train, model.lambda, model.weights, &pool);
    objectives.push_back(objective);
    gaps.push_back(objective - model.dual);
    train.push_back(ShareWrong(digits.train, model.weights, pool));
    validation.push_back(ShareWrong(digits.validation, model.weights, pool));
    test.push_back(ShareWrong(digits.test, model.weights, pool));
    choice.Offer(model, validation.back());
  };
  const auto outcome = harness::RunUnlessRefused(record, [&] { return method.run(digits.train, request); });
  if (!outcome) return;
  if (!outcome->complete) record.Note(IncompleteNote(*outcome, request.lambdas, reached));
  RecordCurves(reached,
               {{"objective_vs_lambda", &objectives},
                {"true_gap_on_grid_vs_lambda", &gaps},
                {"train_loss_vs_lambda", &train},
                {"validation_loss_vs_lambda", &validation},
                {"test_loss_vs_lambda", &test}},
               record);
  // The best of a part of the grid is not the choice that the path offers.
  if (reached.size() < request.lambdas.size()) return RecordPart(*outcome, reached.size(), record);
  const double min_test_loss = *std::min_element(test.begin(), test.end());
  if (!outcome->complete) return RecordUnconverged(*outcome, min_test_loss, record);
  record.Value(kOurs, "total_passes", outcome->passes, {.unit = "passes"});
  if (outcome->breakpoints > 0) record.Value(kOurs, "n_breakpoints", outcome->breakpoints);
  record.Value(kOurs, "min_test_loss", min_test_loss);
  record.Value(kOurs, "largest_true_gap", *std::max_element(gaps.begin(), gaps.end()));
  RecordChoice(choice, reached, ShareWrong(digits.test, choice.weights, pool),
               {{"problem", "multiclass"},
                {"features", std::to_string(digits.train.input_dimension())},
                {"labels", std::to_string(digits.train.num_classes())}},
               c, record);
}

}  // namespace structlab::regularization_path
