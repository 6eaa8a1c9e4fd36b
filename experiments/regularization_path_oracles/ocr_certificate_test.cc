// The exact gap of the path on the words of one fold of the OCR letters, at 200 lambdas.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "structured_learning/optimization/chain_dual_state.h"
#include "structured_learning/optimization/regularization_path.h"
#include "structured_learning/problem/chain_problem.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab {
namespace {

using structured_learning::BlockSampling;
using structured_learning::ChainLoss;
using structured_learning::ChainProblem;
using structured_learning::ChainSamples;
using structured_learning::PathOptions;
using structured_learning::PathSegment;
using structured_learning::RegularizationPath;

// The folder of the letters, verified; empty where it is absent.
std::string RealFolder() {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  if (data == nullptr || *data == '\0') return "";
  return datasets::SourceOf("ocr-letters", "regularization_path").resolve(data).path;
}

ChainProblem WordsOfFold(const datasets::OcrLetters& letters, int fold) {
  ChainSamples samples(datasets::kOcrPixels, datasets::kOcrClasses);
  std::vector<int> on;
  for (const datasets::OcrWord& word : letters.words) {
    if (word.fold != fold) continue;
    samples.BeginSequence();
    const auto labels = letters.Labels(word);
    const auto pixels = letters.Pixels(word);
    for (int t = 0; t < word.length; ++t) {
      on.clear();
      for (int pixel = 0; pixel < datasets::kOcrPixels; ++pixel) {
        if (pixels[static_cast<size_t>(t * datasets::kOcrPixels + pixel)] != 0) on.push_back(pixel);
      }
      samples.AddPosition(labels[static_cast<size_t>(t)], on);
    }
  }
  return {std::move(samples), ChainLoss::kMeanHamming};
}

PathOptions Options() {
  PathOptions options;
  options.kappa1 = 0.5;
  options.kappa2 = 0.5;
  options.lambda_min = 1e-3;
  options.optimizer.sampling = BlockSampling::kGap;
  return options;
}

// One oracle pass gives the primal; the dual value is proportional to lambda, as the planes stay (5.6.1).
double ExactGapAt(const ChainProblem& problem, const PathSegment& segment, double lambda) {
  return structured_learning::PrimalObjective(problem, lambda, segment.weights) -
         segment.dual * lambda / segment.lambda_high;
}

TEST(OcrPath, KeepsItsCertificateAt200Lambdas) {
  const std::string folder = RealFolder();
  if (folder.empty()) GTEST_SKIP() << "needs the real letters: set STRUCTLAB_DATA to the folder they are in";
  const ChainProblem problem = WordsOfFold(datasets::LoadOcrLetters(folder), 0);
  ASSERT_EQ(problem.size(), 626);
  const PathOptions options = Options();
  const RegularizationPath path = ComputeRegularizationPath(problem, options);
  ASSERT_TRUE(path.complete);
  EXPECT_EQ(path.segments.back().lambda_low, options.lambda_min);

  constexpr int kLambdas = 200;
  for (int k = 0; k < kLambdas; ++k) {
    const double lambda =
        options.lambda_min * std::pow(path.first_lambda / options.lambda_min, k / (kLambdas - 1.0));
    SCOPED_TRACE(lambda);
    const int s = path.SegmentAt(std::min(lambda, path.first_lambda));
    ASSERT_GE(s, 0);
    const PathSegment& segment = path.segments[static_cast<size_t>(s)];
    const double gap = ExactGapAt(problem, segment, lambda);
    EXPECT_LE(gap, options.epsilon + 1e-12);
    EXPECT_GE(gap, 0);
    if (segment.gap_is_exact) {
      EXPECT_NEAR(segment.GapAt(lambda), gap, 1e-10);
    } else {
      EXPECT_GE(segment.GapAt(lambda), gap - 1e-10);
    }
  }

  // The same path again, bit for bit.
  const RegularizationPath again = ComputeRegularizationPath(problem, options);
  ASSERT_EQ(again.segments.size(), path.segments.size());
  EXPECT_EQ(again.passes, path.passes);
  for (size_t k = 0; k < path.segments.size(); ++k) {
    ASSERT_EQ(again.segments[k].lambda_high, path.segments[k].lambda_high);
    ASSERT_EQ(again.segments[k].gap, path.segments[k].gap);
    ASSERT_EQ(again.segments[k].weights, path.segments[k].weights);
  }
}

}  // namespace
}  // namespace structlab
