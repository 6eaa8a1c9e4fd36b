// Time to a duality gap of 1% of the primal on the OCR letters, against dlib's structural sequence labeller.
//
// The problem: unnormalised Hamming loss, 128 pixels and a bias, 26 x 26 transitions. Ours is
// block-coordinate Frank-Wolfe with uniform sampling and the plane cache, in double precision, to an exact
// gap of 1% of P. dlib is stopped at the same accuracy: its epsilon is the gap of the mean hinge, 1% of the P
// that ours reached. The limit of ours is the oracle: per letter (features on + 26) * 28 additions, which is
// most of a visit.
#include <cmath>
#include <cstdio>
#include <string>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/number.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/ocr_chains.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/run/model.h"
#include "experiments/structured_svm_benchmark/dlib_sequence_labeler.h"
#include "experiments/structured_svm_benchmark/reached_accuracy.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::structured_svm_benchmark {
namespace {

using namespace structured_learning;

constexpr double kShareOfPrimal = 0.01;

LearningResult TrainWithOurs(const ChainProblem& problem, double lambda) {
  BcfwOptions options;
  options.run.stop.gap = 0;
  options.relative_tolerance = kShareOfPrimal;
  options.sampling = BlockSampling::kUniform;
  options.plane_cache = 5;
  options.passes_between_gaps = 5;
  options.run.stop.iterations = 1e5;
  return Bcfw(problem, lambda, options);
}

struct OcrData {
  datasets::OcrLetters letters;
  std::string origin;
};

// The words of fold 0 or those of folds 1 to 9.
ChainProblem WordsOf(const OcrData& data, bool fold_zero) {
  return {datasets::OcrChains(data.letters, datasets::OcrFeatures::kBias,
                              [=](const datasets::OcrWord& word) { return (word.fold == 0) == fold_zero; }),
          ChainLoss::kHamming};
}

// Shares of wrong letters that differ by no more are the same: both models are within 1% of the optimum, and
// neither is it.
constexpr double kSameError = 0.002;

// `runs` pairs in turns; dlib's times come from its own clock, without copying the words into its types.
// Throws common::Error (data) if one of them did not reach the accuracy, or the models do not make the same
// errors in training and test.
void Compare(const char* name, const OcrData& ocr, bool fold_zero, double lambda, int runs) {
  const ChainProblem train = WordsOf(ocr, fold_zero);
  const ChainProblem test = WordsOf(ocr, !fold_zero);
  if (lambda == 0) lambda = 1.0 / train.size();
  std::vector<double> ours_seconds, dlib_seconds;
  LearningResult ours;
  DlibModel dlib;
  for (int run = 0; run < runs; ++run) {
    ours_seconds.push_back(common::MeasureSeconds([&] { ours = TrainWithOurs(train, lambda); }));
    CheckOursReached(name, ours, kShareOfPrimal);
    dlib = TrainWithDlib(train.samples(), lambda, kShareOfPrimal * ours.primal);
    dlib_seconds.push_back(dlib.seconds);
  }
  const Eigen::Map<const Eigen::VectorXd> dlib_weights(dlib.weights.data(),
                                                       static_cast<long>(dlib.weights.size()));
  const double dlib_primal = PrimalObjective(train, lambda, dlib_weights);
  CheckYardstickReached(name, dlib_primal, ours, kShareOfPrimal);
  const double train_error = MeasureErrors(train, ours.weights).label_error;
  const double test_error = MeasureErrors(test, ours.weights).label_error;
  const double dlib_train_error = LabelError(dlib, train.samples());
  const double dlib_test_error = LabelError(dlib, test.samples());
  if (std::abs(train_error - dlib_train_error) > kSameError ||
      std::abs(test_error - dlib_test_error) > kSameError) {
    common::ThrowDataError(std::string(name) + ": errors of train and test letters",
                           "those of dlib, " + common::FormatDouble(dlib_train_error) + " and " +
                               common::FormatDouble(dlib_test_error),
                           common::FormatDouble(train_error) + " and " + common::FormatDouble(test_error));
  }
  char note[400];
  std::snprintf(
      note, sizeof note,
      "%s data, %d words, %.0f passes, gap %.2f%% of P = %.4f (dlib's model: %.4f); errors of train and test "
      "letters %.2f%% and %.2f%%, dlib %.2f%% and %.2f%%; double precision, CPU time",
      ocr.origin.c_str(), train.size(), ours.passes, 100 * ours.gap / ours.primal, ours.primal, dlib_primal,
      100 * train_error, 100 * test_error, 100 * dlib_train_error, 100 * dlib_test_error);
  common::PrintBenchmarkRow({.benchmark = name,
                             .value = common::MedianOf(ours_seconds),
                             .unit = "s",
                             .yardstick = "dlib structural_sequence_labeling_trainer",
                             .yardstick_value = common::MedianOf(dlib_seconds),
                             .note = note});
}

void Run(const common::BenchmarkSelection& selection) {
  const char* c100 = "ssvm_gap_vs_dlib/c100";
  const char* one_over_n = "ssvm_gap_vs_dlib/lambda_1_over_n";
  const char* full = "ssvm_gap_vs_dlib/full";
  if (!selection.Contains(c100) && !selection.Contains(one_over_n) && !selection.Contains(full)) return;
  const harness::Dataset found = datasets::ResolveFromEnvironment("ocr-letters", "regularization_path");
  const OcrData ocr{datasets::LoadOcrLetters(found.path), std::string(harness::NameOf(found.origin))};
  if (selection.Contains(c100)) Compare(c100, ocr, true, 0.01, 3);
  if (selection.Contains(one_over_n)) Compare(one_over_n, ocr, true, 0, 3);
  if (selection.Contains(full)) Compare(full, ocr, false, 0, 1);
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::structured_svm_benchmark
