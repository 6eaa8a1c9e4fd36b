// The exact gap of the path on the words of one fold of the OCR letters, at 200 lambdas.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "experiments/datasets/load.h"
#include "experiments/datasets/ocr_chains.h"
#include "experiments/datasets/real_folder.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/optimization/regularization_path/regularization_path.h"
#include "structured_learning/problem/chain_problem.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab {
namespace {

using structured_learning::BlockSampling;
using structured_learning::ChainLoss;
using structured_learning::ChainProblem;
using structured_learning::PathOptions;
using structured_learning::PathSegment;
using structured_learning::RegularizationPath;

ChainProblem WordsOfFold(const datasets::OcrLetters& letters, int fold) {
  const auto in_fold = [=](const datasets::OcrWord& word) { return word.fold == fold; };
  return {datasets::OcrChains(letters, datasets::OcrFeatures::kPixels, in_fold), ChainLoss::kMeanHamming};
}

PathOptions OptionsOf(BlockSampling sampling, double kappa1) {
  PathOptions options;
  options.kappa1 = kappa1;
  options.kappa2 = 1 - kappa1;
  options.lambda_min = 1e-3;
  options.optimizer.sampling = sampling;
  return options;
}

// One oracle pass gives the primal; the dual value is proportional to lambda, as the planes stay (5.6.1).
double ExactGapAt(const ChainProblem& problem, const PathSegment& segment, double lambda) {
  return structured_learning::PrimalObjective(problem, lambda, segment.weights) -
         segment.dual * lambda / segment.lambda_high;
}

void ExpectCertificateAt200Lambdas(const ChainProblem& problem, const RegularizationPath& path,
                                   const PathOptions& options) {
  constexpr int kLambdas = 200;
  for (int k = 0; k < kLambdas; ++k) {
    const double lambda =
        options.lambda_min * std::pow(path.first_lambda / options.lambda_min, k / (kLambdas - 1.0));
    SCOPED_TRACE(lambda);
    const int s = path.SegmentAt(std::min(lambda, path.first_lambda));
    ASSERT_GE(s, 0);
    const PathSegment& segment = path.segments[s];
    const double gap = ExactGapAt(problem, segment, lambda);
    EXPECT_LE(gap, options.epsilon + 1e-12);
    EXPECT_GE(gap, 0);
    if (segment.gap_is_exact) {
      EXPECT_NEAR(segment.GapAt(lambda), gap, 1e-10);
    } else {
      EXPECT_GE(segment.GapAt(lambda), gap - 1e-10);
    }
  }
}

void ExpectSameBits(const RegularizationPath& a, const RegularizationPath& b) {
  ASSERT_EQ(a.segments.size(), b.segments.size());
  EXPECT_EQ(a.passes, b.passes);
  for (size_t k = 0; k < a.segments.size(); ++k) {
    ASSERT_EQ(a.segments[k].lambda_high, b.segments[k].lambda_high);
    ASSERT_EQ(a.segments[k].gap, b.segments[k].gap);
    ASSERT_EQ(a.segments[k].weights, b.segments[k].weights);
  }
}

// Both samplings, and few long segments as well as many short ones.
TEST(OcrPath, KeepsItsCertificateAt200Lambdas) {
  const std::string folder = datasets::RealFolder("ocr-letters", "regularization_path");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const ChainProblem problem = WordsOfFold(datasets::LoadOcrLetters(folder), 0);
  ASSERT_EQ(problem.size(), 626);
  const struct {
    BlockSampling sampling;
    double kappa1;
  } paths[] = {{BlockSampling::kGap, 0.5}, {BlockSampling::kUniform, 0.5}, {BlockSampling::kGap, 0.95}};
  for (const auto& [sampling, kappa1] : paths) {
    SCOPED_TRACE(sampling == BlockSampling::kGap ? "gap sampling" : "uniform sampling");
    SCOPED_TRACE(kappa1);
    const PathOptions options = OptionsOf(sampling, kappa1);
    const RegularizationPath path = ComputeRegularizationPath(problem, options);
    ASSERT_TRUE(path.complete);
    EXPECT_EQ(path.segments.back().lambda_low, options.lambda_min);
    ExpectCertificateAt200Lambdas(problem, path, options);
  }
}

TEST(OcrPath, IsTheSameEachTime) {
  const std::string folder = datasets::RealFolder("ocr-letters", "regularization_path");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const ChainProblem problem = WordsOfFold(datasets::LoadOcrLetters(folder), 0);
  const PathOptions options = OptionsOf(BlockSampling::kGap, 0.5);
  ExpectSameBits(ComputeRegularizationPath(problem, options), ComputeRegularizationPath(problem, options));
}

}  // namespace
}  // namespace structlab
