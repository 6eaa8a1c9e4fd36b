// What the thesis lacks and a user wants: lambda chosen without the test set, and another kind of problem.
#include <algorithm>
#include <vector>

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
};

double ShareWrong(const MulticlassProblem& problem, const DenseVector& weights) {
  int wrong = 0;
  for (int i = 0; i < problem.size(); ++i) {
    if (problem.Predict(i, weights) != problem.truth(i)) ++wrong;
  }
  return static_cast<double>(wrong) / problem.size();
}

}  // namespace

void RunValidation(const Case& c, Recorder& record) {
  const Protocol protocol = ReadProtocol(c.parameters);
  const WordSets words = LoadWords(c, Split::kValidation, protocol);
  structured_learning::PathRequest request = RequestOf(c, protocol);
  Choice choice;
  std::vector<double> reached, validation, test;
  request.on_model = [&](const PathModel& model) {
    reached.push_back(model.lambda);
    validation.push_back(MeasureErrors(words.validation, model.weights).label_error);
    test.push_back(MeasureErrors(words.test, model.weights).label_error);
    if (validation.back() < choice.validation_loss) choice = {model.lambda, validation.back(), model.weights};
  };
  const auto outcome = structured_learning::FindPathMethod<ChainProblem>(c.method).run(words.train, request);
  if (!outcome.complete) record.Note(IncompleteNote(request.lambdas, reached));
  if (reached.empty()) return;

  const ChainErrors errors = MeasureErrors(words.test, choice.weights);
  record.Value(kOurs, "chosen_lambda", choice.lambda);
  record.Value(kOurs, "validation_loss_of_chosen", choice.validation_loss);
  record.Value(kOurs, "test_loss_of_chosen", errors.label_error);
  record.Value(kOurs, "test_loss_per_word_of_chosen", errors.sequence_error);
  record.Value(kOurs, "min_test_loss", *std::min_element(test.begin(), test.end()));
  record.File("model.txt",
              structured_learning::FormatModel(
                  {.weights = choice.weights,
                   .lambda = choice.lambda,
                   .problem = {{"problem", "chain"},
                               {"features", std::to_string(words.train.samples().num_features())},
                               {"labels", std::to_string(words.train.samples().num_labels())}}}));
  record.Note("the chosen model is files/regularization_path/" + c.Key() +
              "/model.txt below the output folder; structured_learning/optimization/model.h reads it");
  record.Curve(kOurs, "validation_loss_vs_lambda", reached, validation);
  record.Curve(kOurs, "test_loss_vs_lambda", reached, test);
}

void RunDigits(const Case& c, Recorder& record) {
  const Protocol protocol = ReadProtocol(c.parameters);
  const DigitSets digits = LoadDigits(c, static_cast<int>(c.parameters.Integer("max_images")));
  structured_learning::PathRequest request = RequestOf(c, protocol);
  std::vector<double> reached, train, test, gaps, objectives;
  request.on_model = [&](const PathModel& model) {
    reached.push_back(model.lambda);
    const double objective = PrimalObjective(digits.train, model.lambda, model.weights);
    objectives.push_back(objective);
    gaps.push_back(objective - model.dual);
    train.push_back(ShareWrong(digits.train, model.weights));
    test.push_back(ShareWrong(digits.test, model.weights));
  };
  const auto outcome =
      structured_learning::FindPathMethod<MulticlassProblem>(c.method).run(digits.train, request);
  if (!outcome.complete) record.Note(IncompleteNote(request.lambdas, reached));
  if (reached.size() < request.lambdas.size()) return;
  record.Value(kOurs, "total_passes", outcome.passes, {.unit = "passes"});
  if (outcome.breakpoints > 0) record.Value(kOurs, "n_breakpoints", outcome.breakpoints);
  record.Value(kOurs, "min_test_loss", *std::min_element(test.begin(), test.end()));
  record.Value(kOurs, "largest_true_gap", *std::max_element(gaps.begin(), gaps.end()));
  record.Curve(kOurs, "objective_vs_lambda", reached, objectives);
  record.Curve(kOurs, "true_gap_on_grid_vs_lambda", reached, gaps);
  record.Curve(kOurs, "train_loss_vs_lambda", reached, train);
  record.Curve(kOurs, "test_loss_vs_lambda", reached, test);
}

}  // namespace structlab::regularization_path
