#include "structured_learning/optimization/regularization_path/path_method.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "structured_learning/problem/chain_problem.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

const std::vector<std::string> kEight = {"BCFW-HYB-G",    "BCFW-HYB-U",    "BCFW-STD-G",    "BCFW-STD-U",
                                         "RP-BCFW-HEU-G", "RP-BCFW-HEU-U", "RP-BCFW-STD-G", "RP-BCFW-STD-U"};

// Three words of up to three letters, three labels, four binary features.
ChainProblem SmallChains() {
  ChainSamples samples(4, 3);
  samples.BeginSequence();
  samples.AddPosition(0, std::vector<int>{0, 2});
  samples.AddPosition(2, std::vector<int>{1});
  samples.BeginSequence();
  samples.AddPosition(1, std::vector<int>{1, 3});
  samples.BeginSequence();
  samples.AddPosition(2, std::vector<int>{0, 1});
  samples.AddPosition(1, std::vector<int>{2});
  samples.AddPosition(0, std::vector<int>{3});
  return ChainProblem(std::move(samples), ChainLoss::kMeanHamming);
}

PathRequest SmallRequest() {
  PathRequest request;
  request.lambdas = {100, 10, 1, 0.1, 0.02, 0.01};
  request.lambda_min = 0.01;
  request.epsilon = 0.05;
  request.max_passes = 10000;
  request.seed = 3;
  return request;
}

template <class P>
void ExpectModelsWithinEpsilon(const P& problem) {
  for (const std::string& name : PathMethodNames<P>()) {
    SCOPED_TRACE(name);
    PathRequest request = SmallRequest();
    std::vector<double> seen;
    double segment_passes = 0;
    request.on_segment = [&](const PathSegment& segment) { segment_passes += segment.passes; };
    request.on_model = [&](const PathModel& model) {
      seen.push_back(model.lambda);
      const double gap = PrimalObjective(problem, model.lambda, model.weights) - model.dual;
      EXPECT_GE(gap, -1e-12);
      if (name.find("HEU") != std::string::npos && model.lambda < 50) return;  // its rule proves nothing
      EXPECT_LE(gap, request.epsilon + 1e-12) << model.lambda;
      // The bound of a path's start is above the gap; all others are the gap.
      EXPECT_LE(gap, model.gap + 1e-12) << model.lambda;
    };
    const PathMethod<P>& method = FindPathMethod<P>(name);
    const PathMethodOutcome outcome = method.run(problem, request);
    EXPECT_EQ(seen, request.lambdas);
    EXPECT_TRUE(outcome.complete);
    EXPECT_EQ(outcome.termination, name.find("HEU") != std::string::npos ? Termination::kHeuristicConverged
                                                                         : Termination::kConverged);
    EXPECT_EQ(outcome.breakpoints > 0, method.follows_path);
    EXPECT_EQ(outcome.first_lambda > 0, method.follows_path);
    EXPECT_GT(outcome.passes, outcome.gap_passes);
    EXPECT_EQ(outcome.gap_passes == 0, name.find("HEU") != std::string::npos);
    EXPECT_DOUBLE_EQ(segment_passes, method.follows_path ? outcome.passes : 0);
  }
}

TEST(PathMethod, TheEightOfTheSourceAreThereForBothProblems) {
  EXPECT_EQ(PathMethodNames<ChainProblem>(), kEight);
  EXPECT_EQ(PathMethodNames<MulticlassProblem>(), kEight);
}

TEST(PathMethod, EveryModelOfTheGridIsWithinEpsilonOnChains) { ExpectModelsWithinEpsilon(SmallChains()); }

TEST(PathMethod, EveryModelOfTheGridIsWithinEpsilonOnMulticlass) {
  ExpectModelsWithinEpsilon(WorkedExampleT3n());
}

TEST(PathMethod, GapOfAModelInsideASegmentIsExact) {
  const MulticlassProblem problem = WorkedExampleT3n();
  PathRequest request = SmallRequest();
  request.random_start = false;
  int inside = 0;
  request.on_model = [&](const PathModel& model) {
    if (!model.gap_is_exact) return;
    ++inside;
    EXPECT_NEAR(model.gap, PrimalObjective(problem, model.lambda, model.weights) - model.dual, 1e-12);
  };
  FindPathMethod<MulticlassProblem>("RP-BCFW-STD-U").run(problem, request);
  EXPECT_GE(inside, 4);
}

// There it is proportional to 1 / lambda, and kappa1 epsilon at the first breakpoint (5.51).
TEST(PathMethod, GapAboveTheFirstBreakpointIsTheBoundOfTheStart) {
  PathRequest request = SmallRequest();
  std::vector<double> gaps;
  std::vector<bool> exact;
  request.on_model = [&](const PathModel& model) {
    gaps.push_back(model.gap);
    exact.push_back(model.gap_is_exact);
  };
  const PathMethodOutcome outcome =
      FindPathMethod<MulticlassProblem>("RP-BCFW-STD-G").run(WorkedExampleT3n(), request);
  ASSERT_GT(request.lambdas[0], outcome.first_lambda);
  for (size_t k = 0; k < gaps.size() && request.lambdas[k] > outcome.first_lambda; ++k) {
    EXPECT_NEAR(gaps[k], request.kappa1 * request.epsilon * outcome.first_lambda / request.lambdas[k], 1e-12);
    EXPECT_FALSE(exact[k]);
  }
}

TEST(PathMethod, TrainOnGridReportsWhatALearnerDidNotReach) {
  const auto run =
      TrainOnGrid<MulticlassProblem>([](const MulticlassProblem& problem, double lambda, const PathRequest&) {
        LearningResult result;
        result.weights = DenseVector::Zero(problem.dimension());
        result.gap = lambda;  // too large for the first two lambdas
        result.passes = 2;
        result.gap_passes = 1;
        return result;
      });
  PathRequest request;
  request.lambdas = {2, 1, 0.01};
  const PathMethodOutcome outcome = run(WorkedExampleT3(), request);
  EXPECT_FALSE(outcome.complete);
  EXPECT_EQ(outcome.passes, 6);
  EXPECT_EQ(outcome.gap_passes, 3);
  EXPECT_EQ(outcome.breakpoints, 0);
}

// That of the first lambda that was not reached, whatever came behind it.
TEST(PathMethod, SaysHowTheOptimiserEnded) {
  const auto ended = [](std::vector<std::pair<double, Termination>> gaps) {
    size_t next = 0;
    const auto run =
        TrainOnGrid<MulticlassProblem>([&](const MulticlassProblem& problem, double, const PathRequest&) {
          LearningResult result;
          result.weights = DenseVector::Zero(problem.dimension());
          result.gap = gaps[next].first;
          result.termination = gaps[next++].second;
          return result;
        });
    PathRequest request;
    request.epsilon = 0.1;
    request.lambdas = {3, 2, 1};
    return run(WorkedExampleT3(), request).termination;
  };
  constexpr auto converged = Termination::kConverged, broke = Termination::kNumericalBreakdown,
                 passes = Termination::kPassLimit;
  EXPECT_EQ(ended({{0, converged}, {1, broke}, {1, passes}}), broke);
  EXPECT_EQ(ended({{0, converged}, {1, passes}, {0, converged}}), passes);
  EXPECT_EQ(ended({{0, converged}, {0, converged}, {0, converged}}), converged);

  PathRequest request = SmallRequest();
  request.max_passes = 0.1;  // one step at each lambda
  request.epsilon = 0.01;
  int incomplete_paths = 0;
  for (const std::string& name : kEight) {
    const PathMethod<MulticlassProblem>& method = FindPathMethod<MulticlassProblem>(name);
    const PathMethodOutcome outcome = method.run(WorkedExampleT3n(), request);
    EXPECT_EQ(outcome.termination == Termination::kPassLimit, !outcome.complete) << name;
    EXPECT_TRUE(method.follows_path || !outcome.complete) << name;
    incomplete_paths += method.follows_path && !outcome.complete;
  }
  EXPECT_GE(incomplete_paths, 1);
}

// Below its end a path hands out its last model, whose gap goes on growing.
TEST(PathMethod, ModelsBelowTheEndOfAPathCountAsTheyAre) {
  PathRequest request = SmallRequest();
  request.lambdas = {1, 1e-5};
  request.lambda_min = 1e-4;
  double gap = 0;  // at the last lambda
  request.on_model = [&](const PathModel& model) { gap = model.gap; };
  for (const std::string& name : kEight) {
    const PathMethod<MulticlassProblem>& method = FindPathMethod<MulticlassProblem>(name);
    if (!method.follows_path) continue;
    const bool complete = method.run(WorkedExampleT3n(), request).complete;
    EXPECT_EQ(complete, gap <= request.epsilon) << name << " " << gap;
    EXPECT_EQ(complete, !name.starts_with("RP-BCFW-STD-")) << name;  // here the estimates of HEU stay small
  }
}

TEST(PathMethod, UnknownNameListsTheKnownOnesNearestFirst) {
  const std::string message =
      common::MessageOf(common::ErrorKind::kUsage, [] { FindPathMethod<ChainProblem>("BCFW-STD-X"); });
  EXPECT_NE(message.find("one of BCFW-STD-G, BCFW-STD-U, BCFW-HYB-G"), std::string::npos) << message;
}

TEST(PathMethodDeathTest, NameThatStandsTwiceIsABug) {
  EXPECT_DEATH(RegisterPathMethod(FindPathMethod<ChainProblem>("BCFW-STD-U")), "bug: is_new");
}

TEST(PathMethod, BadGridIsRefused) {
  const MulticlassProblem problem = WorkedExampleT3();
  for (const std::vector<double>& lambdas : {std::vector<double>{1, 1}, {0.0}, {1, 2}, {std::nan("")}}) {
    PathRequest request;
    request.lambdas = lambdas;
    for (const std::string& name : kEight) {
      EXPECT_THROW(FindPathMethod<MulticlassProblem>(name).run(problem, request), common::Error);
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
