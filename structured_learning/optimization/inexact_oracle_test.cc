// Learners with oracles that miss the maximum: what they claim, and what they must not claim.
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/cutting_plane/n_slack_cutting_plane.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/regularization_path/regularization_path.h"
#include "structured_learning/optimization/subgradient.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

constexpr double kLambda = 0.05, kGap = 1e-3;

// Multiclass problems whose oracle does not see one class, which one follows from the digits of the weights;
// the true class is always seen. So it misses the maximum often, also planes that it has found before. What
// it says of itself is chosen by the test. Its bound is the true hinge plus a slack.
class WorseOracle {
 public:
  using Output = int;

  WorseOracle(const MulticlassProblem& problem, OracleCertificate certificate, double slack = 0)
      : problem_(&problem), certificate_(certificate), slack_(slack) {}

  int size() const { return problem_->size(); }
  int dimension() const { return problem_->dimension(); }
  int truth(int i) const { return problem_->truth(i); }
  double Loss(int i, int y) const { return problem_->Loss(i, y); }
  auto JointFeature(int i, int y) const { return problem_->JointFeature(i, y); }
  int Predict(int i, const WeightsView& weights) const { return problem_->Predict(i, weights); }
  int LossAugmentedInference(int i, const WeightsView& weights) const {
    const auto digits = static_cast<int64_t>(1e6 * std::abs(weights.sum()));
    const int unseen = static_cast<int>((digits + i) % problem_->num_classes());
    std::vector<int> seen;
    for (int y = 0; y < problem_->num_classes(); ++y) {
      if (y != unseen || y == truth(i)) seen.push_back(y);
    }
    return FirstMaximum(seen, [&](int y) { return Loss(i, y) + Dot(JointFeature(i, y), weights); });
  }
  OracleCertificate certificate() const { return certificate_; }
  BoundedOutput<int> LossAugmentedInferenceWithBound(int i, const WeightsView& weights) const {
    return {LossAugmentedInference(i, weights),
            HighestPlaneWithBound(*problem_, i, weights).hinge_bound + slack_};
  }

 private:
  const MulticlassProblem* problem_;
  OracleCertificate certificate_;
  double slack_;
};

struct NamedResult {
  std::string name;
  LearningResult result;
};

std::vector<NamedResult> ResultsOfAllLearners(const WorseOracle& problem) {
  const common::RunControl run = LearningRun(kGap, 3000);
  BcfwOptions plain, cached, gap_sampling, averaged;
  plain.run = cached.run = gap_sampling.run = averaged.run = run;
  cached.plane_cache = 5;
  gap_sampling.sampling = BlockSampling::kGap;
  averaged.average = true;
  CuttingPlaneOptions bounded;
  bounded.box = Box::Symmetric(problem.dimension(), 0.7);
  return {
      {"one-slack", LearnOneSlackCuttingPlane(problem, kLambda, run)},
      {"BMRM", LearnBmrm(problem, kLambda, run)},
      {"BMRM in a box", LearnByMeanCuttingPlanes(problem, kLambda, run, CuttingPlaneIterate::kBest, bounded)},
      {"n-slack", LearnNSlackCuttingPlane(problem, kLambda, run)},
      {"batch subgradient", LearnBatchSubgradient(problem, kLambda, run)},
      {"stochastic subgradient", LearnStochasticSubgradient(problem, kLambda, LearningRun(kGap, 300))},
      {"Frank-Wolfe", FrankWolfe(problem, kLambda, run)},
      {"BCFW", Bcfw(problem, kLambda, plain)},
      {"BCFW with a cache", Bcfw(problem, kLambda, cached)},
      {"BCFW with gap sampling", Bcfw(problem, kLambda, gap_sampling)},
      {"averaged BCFW", Bcfw(problem, kLambda, averaged)}};
}

double ObjectiveOf(const MulticlassProblem& problem, const DenseVector& weights) {
  return BruteForce(problem, ListOutputs(problem)).Objective(kLambda, weights);
}

TEST(InexactOracle, NoLearnerEndsWithAGapThatNothingProves) {
  int misled = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const MulticlassProblem exact = RandomMulticlass(seed);
    for (const auto& [name, result] : ResultsOfAllLearners(WorseOracle(exact, OracleCertificate::kNone))) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      EXPECT_EQ(result.certificate, OracleCertificate::kNone);
      EXPECT_NE(result.ending, common::Ending::kGapReached);
      EXPECT_NE(result.ending, common::Ending::kNumericalBreakdown);
      misled += result.primal < ObjectiveOf(exact, result.weights) - 2 * kGap;
    }
  }
  EXPECT_GT(misled, 20);  // the oracle is bad enough to mislead
}

// The same oracle, which now says that it is exact: learners believe it, and the comparison with enumeration
// finds the false claim.
TEST(InexactOracle, AFalseClaimOfExactnessIsFoundByEnumeration) {
  int wrong = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const MulticlassProblem exact = RandomMulticlass(seed);
    const ExactOptimum optimum = SolveExactly(exact, ListOutputs(exact), kLambda);
    const LearningResult result =
        LearnBmrm(WorseOracle(exact, OracleCertificate::kExact), kLambda, LearningRun(kGap, 3000));
    if (result.ending != common::Ending::kGapReached) continue;
    wrong += ObjectiveOf(exact, result.weights) > optimum.primal + kGap + 1e-9;
  }
  EXPECT_GT(wrong, 3);
}

// With a bound, the primal is never below the objective and a reached gap is true. With a slack above the
// tolerance no gap is reached.
TEST(InexactOracle, BoundsProveGaps) {
  int reached = 0;
  for (const double slack : {0.0, 10 * kGap}) {
    for (uint64_t seed = 0; seed < 12; ++seed) {
      const MulticlassProblem exact = RandomMulticlass(seed);
      const ExactOptimum optimum = SolveExactly(exact, ListOutputs(exact), kLambda);
      const WorseOracle problem(exact, OracleCertificate::kUpperBound, slack);
      for (const auto& [name, result] : ResultsOfAllLearners(problem)) {
        SCOPED_TRACE(name + ", seed " + std::to_string(seed));
        if (!std::isnan(result.primal)) {
          EXPECT_GE(result.primal, ObjectiveOf(exact, result.weights) + slack - 1e-9);
        }
        EXPECT_NE(result.ending, common::Ending::kNumericalBreakdown);
        if (result.ending != common::Ending::kGapReached) continue;
        ++reached;
        EXPECT_EQ(slack, 0);
        if (name != "BMRM in a box") {
          EXPECT_LE(ObjectiveOf(exact, result.weights), optimum.primal + kGap + 1e-9);
        }
      }
    }
  }
  EXPECT_GT(reached, 20);
}

// An oracle that finds the maximum, and a bound above it by a slack.
class LooseBound : public MulticlassProblem {
 public:
  LooseBound(const MulticlassProblem& problem, double slack) : MulticlassProblem(problem), slack_(slack) {}
  OracleCertificate certificate() const { return OracleCertificate::kUpperBound; }
  BoundedOutput<int> LossAugmentedInferenceWithBound(int i, const WeightsView& weights) const {
    const MulticlassProblem& exact = *this;
    return {LossAugmentedInference(i, weights),
            HighestPlaneWithBound(exact, i, weights).hinge_bound + slack_};
  }

 private:
  double slack_;
};

TEST(InexactOracle, TightBoundsGiveTheRunOfTheExactOracle) {
  const MulticlassProblem exact = RandomMulticlass(4);
  const LooseBound tight(exact, 0);
  const common::RunControl run = LearningRun(1e-6, 1e4);
  const LearningResult expected = LearnBmrm(exact, kLambda, run), found = LearnBmrm(tight, kLambda, run);
  EXPECT_EQ(found.ending, common::Ending::kGapReached);
  EXPECT_EQ(found.weights, expected.weights);
  EXPECT_EQ(found.primal, expected.primal);
  const LearningResult blocks = Bcfw(exact, kLambda, {}), bounded = Bcfw(tight, kLambda, {});
  EXPECT_EQ(bounded.ending, common::Ending::kGapReached);
  EXPECT_EQ(bounded.weights, blocks.weights);
}

// A loose bound does not prove a gap, but steps follow the outputs: the dual never falls and comes as near to
// the optimum as with the exact oracle.
TEST(InexactOracle, LooseBoundsDoNotLengthenSteps) {
  BcfwOptions hybrid;
  hybrid.hybrid = true;
  hybrid.run = LearningRun(kGap, 3000);
  for (const double slack : {0.05, 1.0}) {
    for (uint64_t seed = 0; seed < 6; ++seed) {
      const MulticlassProblem exact = RandomMulticlass(seed);
      const LooseBound loose(exact, slack);
      for (const LearningResult& result :
           {FrankWolfe(loose, kLambda, hybrid.run), Bcfw(loose, kLambda, hybrid)}) {
        EXPECT_EQ(result.ending, common::Ending::kHeuristicallyConverged);
        EXPECT_LE(result.primal - slack - result.dual, kGap + 1e-9);
        double dual = 0;
        for (const auto& point : result.trace) {
          EXPECT_GE(point.bound, dual - 1e-12);
          dual = point.bound;
        }
      }
    }
  }
}

TEST(InexactOracle, ThePathRefusesOraclesThatAreNotExact) {
  const MulticlassProblem exact = RandomMulticlass(1);
  EXPECT_EQ(
      common::MessageOf([&] {
        ComputeRegularizationPath(WorseOracle(exact, OracleCertificate::kUpperBound), PathOptions());
      }),
      "problem: expected an exact oracle, because each segment of the path needs a proved gap, found the "
      "certificate \"upper bound\"; choose an exact inference, or train at single lambdas");
}

// Slack rescaling keeps the certificate: without a bound of its own, nothing is proved.
TEST(InexactOracle, SlackRescalingForwardsTheCertificate) {
  struct Rescalable : WorseOracle {
    using WorseOracle::WorseOracle;
    int SlackRescaledInference(int i, const WeightsView& weights) const {
      return LossAugmentedInference(i, weights);
    }
  };
  struct WithBound : Rescalable {
    using Rescalable::Rescalable;
    BoundedOutput<int> SlackRescaledInferenceWithBound(int i, const WeightsView& weights) const {
      return {SlackRescaledInference(i, weights), 123};
    }
  };
  const MulticlassProblem exact = RandomMulticlass(1);
  const DenseVector weights = DenseVector::Zero(exact.dimension());
  for (const auto certificate : {OracleCertificate::kExact, OracleCertificate::kNone}) {
    const Rescalable problem(exact, certificate);
    EXPECT_EQ(CertificateOf(SlackRescaled<Rescalable>(problem)), certificate);
  }
  const Rescalable without(exact, OracleCertificate::kUpperBound);
  EXPECT_EQ(CertificateOf(SlackRescaled<Rescalable>(without)), OracleCertificate::kNone);
  const WithBound with(exact, OracleCertificate::kUpperBound);
  const SlackRescaled<WithBound> rescaled(with);
  EXPECT_EQ(CertificateOf(rescaled), OracleCertificate::kUpperBound);
  EXPECT_EQ(HighestPlaneWithBound(rescaled, 0, weights).hinge_bound, 123);
}

}  // namespace
}  // namespace structlab::structured_learning
