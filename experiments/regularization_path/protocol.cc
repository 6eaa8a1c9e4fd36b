#include "experiments/regularization_path/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "common/error.h"
#include "common/number.h"
#include "experiments/datasets/load.h"

namespace structlab::regularization_path {
namespace {

using structured_learning::ChainLoss;
using structured_learning::ChainProblem;
using structured_learning::MulticlassProblem;

template <class InSet>
ChainProblem WordsOf(const datasets::OcrLetters& letters, const WordSettings& settings, InSet in_set) {
  return ChainProblem(
      datasets::OcrChains(
          letters, settings.features, [&](const datasets::OcrWord& word) { return in_set(word.fold); },
          settings.max_words),
      settings.mean_loss ? ChainLoss::kMeanHamming : ChainLoss::kHamming);
}

constexpr int kValidatesEvery = 10;  // of the training images

template <class InSet>
MulticlassProblem DigitsOf(const datasets::UspsDigits& digits, int max_images, InSet in_set) {
  std::vector<int> images, labels;
  for (int i = 0; i < digits.size(); ++i) {
    if (!in_set(i) || (max_images > 0 && static_cast<int>(images.size()) == max_images)) continue;
    images.push_back(i);
    labels.push_back(digits.labels[i]);
  }
  Eigen::MatrixXd inputs(datasets::kUspsPixels, images.size());
  for (size_t column = 0; column < images.size(); ++column) {
    const auto pixels = digits.Pixels(images[column]);
    for (int p = 0; p < datasets::kUspsPixels; ++p) inputs(p, column) = pixels[p];
    inputs.col(column).normalize();
  }
  return MulticlassProblem(std::move(inputs), std::move(labels), datasets::kUspsClasses);
}

// Equally spaced logarithms, as the numbers of passes in the source show; down to lambda_min.
std::vector<double> Grid(double low, double high, int n, double lambda_min) {
  const double log_high = std::log10(high), log_low = std::log10(low);
  std::vector<double> grid;
  for (int k = 0; k < n; ++k) {
    const double lambda = k == 0       ? high
                          : k == n - 1 ? low
                                       : std::pow(10, log_high + (log_low - log_high) * k / (n - 1));
    if (lambda >= lambda_min) grid.push_back(lambda);
  }
  return grid;
}

}  // namespace

const std::vector<double>& PaperKappas() {
  static const std::vector<double> kappas = {0.1, 0.3, 0.5, 0.7, 0.9, 0.95};
  return kappas;
}

const std::vector<std::string>& ScratchMethods() {
  static const std::vector<std::string> methods = {"BCFW-HYB-U", "BCFW-HYB-G", "BCFW-STD-U", "BCFW-STD-G"};
  return methods;
}

const std::vector<std::string>& PathMethods() {
  static const std::vector<std::string> methods = {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U", "RP-BCFW-STD-G",
                                                   "RP-BCFW-STD-U"};
  return methods;
}

std::vector<std::string> AllMethods() {
  std::vector<std::string> methods = ScratchMethods();
  methods.insert(methods.end(), PathMethods().begin(), PathMethods().end());
  for (const std::string& name : structured_learning::PathMethodNames<ChainProblem>()) {
    if (std::ranges::find(methods, name) == methods.end()) methods.push_back(name);
  }
  return methods;
}

bool FollowsPath(const std::string& method) {
  return structured_learning::FindPathMethod<ChainProblem>(method).follows_path;
}

WordSettings ReadWordSettings(harness::Case& c, const char* max_words_setting) {
  const std::string& features = c.Text("features");
  return {.test_fold = static_cast<int>(c.Int("test_fold")),
          .max_words = static_cast<int>(c.Int(max_words_setting)),
          .features = features == "pixels" ? datasets::OcrFeatures::kPixels
                      : features == "bias" ? datasets::OcrFeatures::kBias
                                           : datasets::OcrFeatures::kFirstLast,
          .mean_loss = c.Text("loss") == "mean"};
}

PathSettings ReadPathSettings(harness::Case& c) {
  const double low = c.Number("grid_low"), high = c.Number("grid_high"), lambda_min = c.Number("lambda_min");
  const int n = static_cast<int>(c.Int("n_lambda"));
  PathSettings settings{.epsilon = c.Number("epsilon"),
                        .lambda_min = lambda_min,
                        .passes_between_gaps = c.Number("exact_gap_every_p_passes"),
                        .max_passes = c.Number("max_passes"),
                        .random_start = c.Text("start") == "random",
                        .grid = Grid(low, high, n, lambda_min)};
  const bool falls = std::ranges::adjacent_find(settings.grid, std::less_equal<>()) == settings.grid.end();
  if (settings.grid.empty() || !falls) {
    common::ThrowUsageError(
        "settings lambda_min, grid_low, grid_high, n_lambda of regularization_path",
        "grid_low below grid_high, and lambda_min at most grid_high",
        fmt::format("lambda_min={}, grid_low={}, grid_high={}, n_lambda={}", lambda_min, low, high, n));
  }
  return settings;
}

int ValidationFold(const WordSettings& settings) { return (settings.test_fold + 1) % datasets::kOcrFolds; }

WordSets LoadWords(const harness::Recorder& record, Split split, const WordSettings& settings) {
  const datasets::OcrLetters letters =
      datasets::LoadOcrLetters(record.Data("ocr-letters").path, settings.max_words);
  const int test_fold = settings.test_fold;
  const int validation_fold = split == Split::kValidation ? ValidationFold(settings) : test_fold;
  const auto in_train = [=](int fold) { return fold != test_fold && fold != validation_fold; };
  return {WordsOf(letters, settings, in_train),
          WordsOf(letters, settings, [=](int fold) { return fold == test_fold; }),
          WordsOf(letters, settings, [=](int fold) { return fold == validation_fold; })};
}

DigitSets LoadDigits(const harness::Recorder& record, int max_images) {
  const datasets::Usps usps = datasets::LoadUsps(record.Data("usps").path);
  const auto validates = [](int image) { return image % kValidatesEvery == kValidatesEvery - 1; };
  return {DigitsOf(usps.train, max_images, [&](int image) { return !validates(image); }),
          DigitsOf(usps.test, max_images, [](int) { return true; }),
          DigitsOf(usps.train, max_images, validates)};
}

structured_learning::PathRequest RequestOf(const std::string& method,
                                           const std::vector<common::OptionDeclaration>& options,
                                           const PathSettings& settings, double kappa1, uint64_t seed) {
  structured_learning::PathRequest request;
  request.lambdas = settings.grid;
  request.run = structured_learning::LearningRun(settings.epsilon, settings.max_passes, seed);
  request.options = common::OptionValues(method, options);
  const auto set = [&](const char* name, const common::OptionValue& value) {
    if (request.options.Has(name)) request.options.Set(name, value);
  };
  set("lambda_min", settings.lambda_min);
  set("random_start", settings.random_start);
  set("passes_between_gaps", settings.passes_between_gaps);
  set("continue_at_limit", true);
  set("kappa1", kappa1);
  set("kappa2", Kappa2(kappa1));
  return request;
}

double Kappa2(double kappa1) { return std::round((1 - kappa1) * 1e12) / 1e12; }

std::string IncompleteNote(const structured_learning::PathMethodOutcome& outcome, size_t asked,
                           const std::vector<double>& reached) {
  std::string note =
      fmt::format("the tolerance was not reached at some lambda ({}", EndingName(outcome.ending));
  if (outcome.ending == common::Ending::kIterationLimit) note += ", max_passes";
  if (outcome.breakpoints_at_limit > 0)
    note += fmt::format(", at {} breakpoints", outcome.breakpoints_at_limit);
  if (reached.size() == asked) return note + ")";
  note += fmt::format("): models for {} of {} lambdas", reached.size(), asked);
  return reached.empty() ? note : note + ", down to " + common::FormatShort(reached.back());
}

}  // namespace structlab::regularization_path
