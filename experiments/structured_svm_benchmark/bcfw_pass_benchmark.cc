// One pass of block-coordinate Frank-Wolfe over the 6251 OCR training words, against its arithmetic.
//
// The yardstick does what a pass cannot do without, on the same words and at Eigen's speed: the score
// products (T x 128)(128 x 26), the update of w, (128 x T)(T x 26), and the 26 x 26 max-sum steps with one
// running maximum a label; about 2 * 128 * 26 * 2 + 26 * 26 * 2 flops a letter. It reads pixels as doubles.
// Ours knows which pixels are on (one in five) and so stays below it; what bounds ours is loads of rows of w
// from the first two caches, 7 registers a pixel that is on, twice a pass.
#include <Eigen/Core>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/random_stream.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/ocr_chains.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/run/model.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"

namespace structlab::structured_svm_benchmark {
namespace {

using namespace structured_learning;

// The arithmetic alone, on dense matrices.
class Arithmetic {
 public:
  explicit Arithmetic(const ChainSamples& samples)
      : weights_(Eigen::MatrixXd::Zero(samples.num_labels(), samples.num_features())),
        transitions_(samples.num_labels(), samples.num_labels()) {
    common::RandomStream stream(1, "bcfw_pass_benchmark/transitions");
    for (double& transition : transitions_.reshaped()) transition = stream.Uniform(-1, 1);
    for (int i = 0; i < samples.size(); ++i) {
      Eigen::MatrixXd letters = Eigen::MatrixXd::Zero(samples.num_features(), samples.length(i));
      for (int t = 0; t < samples.length(i); ++t) {
        for (const int feature : samples.features(samples.begin(i) + t)) letters(feature, t) = 1;
      }
      words_.push_back(std::move(letters));
    }
  }

  void Pass() {
    for (const Eigen::MatrixXd& letters : words_) {
      scores_.noalias() = weights_ * letters;
      for (int t = static_cast<int>(letters.cols()) - 2; t >= 0; --t) {
        best_.setConstant(transitions_.rows(), -1e300);
        for (int b = 0; b < transitions_.cols(); ++b) {
          best_ = best_.max(transitions_.col(b).array() + scores_(b, t + 1));
        }
        scores_.col(t).array() += best_;
      }
      weights_.noalias() += 1e-9 * scores_ * letters.transpose();
    }
  }

 private:
  std::vector<Eigen::MatrixXd> words_;
  Eigen::MatrixXd weights_, transitions_, scores_;
  Eigen::ArrayXd best_;
};

void Run(const common::BenchmarkSelection& selection) {
  const char* name = "bcfw_pass_ocr";
  if (!selection.Contains(name)) return;
  const harness::Dataset found = datasets::ResolveFromEnvironment("ocr-letters", "regularization_path");
  const ChainProblem problem(
      datasets::OcrChains(datasets::LoadOcrLetters(found.path), datasets::OcrFeatures::kPixels,
                          [](const datasets::OcrWord& word) { return word.fold != 0; }),
      ChainLoss::kMeanHamming);

  // Twenty passes in, at a lambda where most words still move: none of the work is skipped.
  ChainDualState state(problem, 1e-3);
  BlockGaps gaps(problem.size());
  BcfwOptions options;
  options.sampling = BlockSampling::kUniform;
  options.run.stop.gap = 0;
  options.stopping = StoppingRule::kHeuristic;  // steps alone: the other rule measures a gap at the end
  options.run.stop.iterations = 20;
  BcfwSolver<ChainDualState>(state, gaps, options).Run();
  options.run.stop.iterations = 1;
  BcfwSolver<ChainDualState> one_pass(state, gaps, options);
  Arithmetic arithmetic(problem.samples());
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { one_pass.Run(); }, [&] { arithmetic.Pass(); }, 15);

  common::PrintBenchmarkRow({.benchmark = name,
                             .value = 1e3 * seconds.ours,
                             .unit = "ms",
                             .yardstick = "its arithmetic with Eigen, dense",
                             .yardstick_value = 1e3 * seconds.yardstick,
                             .note = std::string(harness::NameOf(found.origin)) + " data, " +
                                     std::to_string(problem.size()) + " words, double precision, CPU time"});
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::structured_svm_benchmark
