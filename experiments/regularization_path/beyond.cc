// What the thesis lacks and a user wants: lambda chosen without the test set, and another kind of problem.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/regularization_path/protocol.h"
#include "structured_learning/optimization/model.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::Planner;
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
                  const structured_learning::ProblemFacts& problem, Recorder& record) {
  record.Value(kOurs, "chosen_lambda", choice.lambda);
  record.Value(kOurs, "validation_loss_of_chosen", choice.validation_loss);
  record.Value(kOurs, "test_loss_of_chosen", test_loss);
  record.File("model.txt", structured_learning::FormatModel(
                               {.weights = choice.weights, .lambda = choice.lambda, .problem = problem}));
  if (choice.lambda == grid.back()) {
    record.Note(
        "the chosen lambda is the smallest of the grid: a smaller one may have a lower validation loss");
  }
  record.Note(
      fmt::format("the chosen model is files/regularization_path/{}/model.txt below the output folder; "
                  "structured_learning/optimization/model.h reads it",
                  record.this_case().Key()));
}

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

// Are there models for the whole grid? The best of a part of it is not the choice that a path offers.
bool IsWhole(const structured_learning::PathMethodOutcome& outcome, const std::vector<double>& grid,
             const std::vector<double>& reached, Recorder& record) {
  if (!outcome.complete) record.Note(IncompleteNote(outcome, grid.size(), reached));
  return reached.size() == grid.size();
}

void ChooseForWords(const WordSettings& word_settings, const PathSettings& settings, double kappa1,
                    Recorder& record) {
  const WordSets words = LoadWords(record, Split::kValidation, word_settings);
  const std::string& name = record.this_case().method;
  const auto& method = structured_learning::FindPathMethod<ChainProblem>(name);
  structured_learning::PathRequest request =
      RequestOf(name, method.options, settings, kappa1, record.this_case().seed);
  common::ThreadPool pool(record.threads());
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
  RecordCurves(reached, {{"validation_loss_vs_lambda", &validation}, {"test_loss_vs_lambda", &test}}, record);
  if (!IsWhole(*outcome, request.lambdas, reached, record)) return;
  const ChainErrors errors = MeasureErrors(words.test, choice.weights, &pool);
  RecordChoice(choice, reached, errors.label_error,
               {{"problem", "chain"},
                {"features", std::to_string(words.train.samples().num_features())},
                {"labels", std::to_string(words.train.samples().num_labels())}},
               record);
  record.Value(kOurs, "test_loss_per_word_of_chosen", errors.sequence_error);
  record.Value(kOurs, "min_test_loss_of_letters", *std::ranges::min_element(test));
}

void ChooseForDigits(int max_images, const PathSettings& settings, double kappa1, Recorder& record) {
  const DigitSets digits = LoadDigits(record, max_images);
  const std::string& name = record.this_case().method;
  const auto& method = structured_learning::FindPathMethod<MulticlassProblem>(name);
  structured_learning::PathRequest request =
      RequestOf(name, method.options, settings, kappa1, record.this_case().seed);
  common::ThreadPool pool(record.threads());
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
  RecordCurves(reached,
               {{"objective_vs_lambda", &objectives},
                {"true_gap_on_grid_vs_lambda", &gaps},
                {"train_loss_vs_lambda", &train},
                {"validation_loss_vs_lambda", &validation},
                {"test_loss_vs_lambda", &test}},
               record);
  if (!IsWhole(*outcome, request.lambdas, reached, record)) return;
  record.Value(kOurs, "total_passes", outcome->passes);
  if (outcome->breakpoints > 0) record.Value(kOurs, "n_breakpoints", outcome->breakpoints);
  record.Value(kOurs, "share_of_wrong_digits", *std::ranges::min_element(test));
  record.Value(kOurs, "largest_true_gap", *std::ranges::max_element(gaps));
  RecordChoice(choice, reached, ShareWrong(digits.test, choice.weights, pool),
               {{"problem", "multiclass"},
                {"features", std::to_string(digits.train.input_dimension())},
                {"labels", std::to_string(digits.train.num_classes())}},
               record);
}

}  // namespace

void Beyond(harness::Package& package) {
  package.Data(datasets::SourceOf("ocr-letters", "regularization_path"));
  package.Data(datasets::SourceOf("usps", "regularization_path"));
  package.Plan([](Planner& plan) {
    plan.data = {"ocr-letters"};
    Case& words = plan.Add("beyond/lambda-by-validation", "RP-BCFW-STD-G", {{"kappa1", "0.7"}});
    const WordSettings word_settings = ReadWordSettings(words, "validation_words");
    const PathSettings settings = ReadPathSettings(words);
    words.dataset = fmt::format("{}, fold {} validates", kDataset, ValidationFold(word_settings));
    words.run = [=](uint64_t, Recorder& record) { ChooseForWords(word_settings, settings, 0.7, record); };

    plan.dataset = "USPS digits";
    plan.data = {"usps"};
    for (const char* method : {"RP-BCFW-STD-G", "BCFW-STD-G"}) {
      const bool is_path = FollowsPath(method);
      Case& digits =
          plan.Add("beyond/usps", method, is_path ? harness::Setting{{"kappa1", "0.5"}} : harness::Setting{});
      const int max_images = static_cast<int>(digits.Int("max_images"));
      const PathSettings of_digits = ReadPathSettings(digits);
      digits.run = [=](uint64_t, Recorder& record) { ChooseForDigits(max_images, of_digits, 0.5, record); };
    }
  });
}

}  // namespace structlab::regularization_path
