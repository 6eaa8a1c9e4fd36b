// The guarantee of the path, epsilon-optimality at every lambda, compared with exact solutions at 200 of
// them.
#include <algorithm>
#include <cmath>
#include <string>

#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/optimization/regularization_path/regularization_path.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kRounding = 1e-9;  // of the exact solutions

struct Setting {
  PathOptions options;
  bool non_negative = false;
};

// `count` values from low to high, evenly in the logarithm.
std::vector<double> Lambdas(double low, double high, int count) {
  std::vector<double> lambdas;
  for (int k = 0; k < count; ++k) lambdas.push_back(low * std::pow(high / low, k / (count - 1.0)));
  return lambdas;
}

// The gap at lambda of the model and the dual point of a segment, by an oracle pass: V'w stays, l shrinks
// with lambda, so the dual value is proportional to lambda.
template <class P>
double ExactGapAt(const P& problem, const PathSegment& segment, double lambda) {
  return PrimalObjective(problem, lambda, segment.weights) - segment.dual * lambda / segment.lambda_high;
}

template <class P>
void ExpectCertificate(const P& problem, const OutputsOf<P>& outputs, const Setting& setting) {
  const int d = problem.dimension();
  const std::optional<Box> box =
      setting.non_negative ? std::optional<Box>(Box::NonNegative(d)) : std::nullopt;
  const WeightBox exact_box = setting.non_negative ? WeightBox{.lower = 0} : WeightBox{};
  const double epsilon = setting.options.epsilon;
  const RegularizationPath path = ComputeRegularizationPath(problem, setting.options, box);
  ASSERT_TRUE(path.complete);
  const double lowest = std::max(path.segments.back().lambda_low, 1e-3 * path.first_lambda);
  for (const double lambda : Lambdas(lowest * (1 + 1e-12), 2 * path.first_lambda, 200)) {
    SCOPED_TRACE("lambda " + std::to_string(lambda));
    const DenseVector weights = path.WeightsAt(lambda);
    const ExactOptimum optimum = SolveExactly(problem, outputs, lambda, exact_box);
    ASSERT_LE(optimum.primal - optimum.dual, kRounding);
    const double excess = PrimalObjective(problem, lambda, weights) - optimum.primal;
    EXPECT_GE(excess, -kRounding);
    if (setting.non_negative) {
      EXPECT_GE(weights.minCoeff(), 0);
    }
    const int s = path.SegmentAt(lambda);
    if (s < 0) {
      EXPECT_LE(excess, setting.options.kappa1 * epsilon + kRounding);
      continue;
    }
    const PathSegment& segment = path.segments[s];
    const double gap = ExactGapAt(problem, segment, lambda);
    EXPECT_LE(gap, epsilon + 1e-12);
    EXPECT_LE(excess, gap + kRounding);
    if (segment.gap_is_exact) {
      EXPECT_NEAR(segment.GapAt(lambda), gap, 1e-11);
    } else {
      EXPECT_GE(segment.GapAt(lambda), gap - 1e-12);
    }
  }
}

// The exact rule with every sampling, with and without steps of all blocks, both ways to begin.
Setting SettingOf(uint64_t seed) {
  Setting setting;
  PathOptions& options = setting.options;
  options.kappa1 = seed % 2 == 0 ? 0.5 : 0.9;
  options.kappa2 = 1 - options.kappa1;
  options.epsilon = seed % 5 == 4 ? 0.02 : 0.1;
  options.exact_first_gap = seed % 4 == 3;
  options.random_start = seed % 7 == 6;
  options.optimizer.run.seed = seed;
  options.optimizer.hybrid = seed % 4 >= 2;
  options.optimizer.sampling = seed % 3 == 0   ? BlockSampling::kGap
                               : seed % 3 == 1 ? BlockSampling::kUniform
                                               : BlockSampling::kCyclic;
  return setting;
}

TEST(PathCertificate, HoldsOnTheWorkedExamples) {
  for (uint64_t seed = 0; seed < 7; ++seed) {
    for (const bool non_negative : {false, true}) {
      SCOPED_TRACE("setting " + std::to_string(seed) + (non_negative ? ", w >= 0" : ""));
      Setting setting = SettingOf(seed);
      setting.non_negative = non_negative;
      const MulticlassProblem separable = WorkedExampleT3(), inseparable = WorkedExampleT3n();
      ExpectCertificate(separable, ListOutputs(separable), setting);
      setting.options.lambda_min = 0.01;
      ExpectCertificate(inseparable, ListOutputs(inseparable), setting);
    }
  }
}

ChainProblem Chains(uint64_t seed) {
  return RandomChains(seed, {.num_features = 2,
                             .num_labels = seed % 4 == 0 ? 3 : 2,
                             .sequences = 3,
                             .max_length = seed % 4 == 0 ? 2 : 3,
                             .values = seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kNormal,
                             .loss = seed % 5 == 0 ? ChainLoss::kHamming : ChainLoss::kMeanHamming});
}

TEST(PathCertificate, HoldsOnChains) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem = Chains(seed);
    Setting setting = SettingOf(seed);
    setting.options.lambda_min = 0.01;
    ExpectCertificate(problem, ListOutputs(problem), setting);
  }
}

TEST(PathCertificate, HoldsOnChainsWithPositiveWeights) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem = Chains(seed);
    Setting setting = SettingOf(seed);
    setting.options.lambda_min = 0.01;
    setting.non_negative = true;
    ExpectCertificate(problem, ListOutputs(problem), setting);
  }
}

}  // namespace
}  // namespace structlab::structured_learning
