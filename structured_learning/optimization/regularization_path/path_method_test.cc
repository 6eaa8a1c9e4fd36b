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
  request.run = LearningRun(0.05, 10000, 3);
  return request;
}

// The request with an option of a path; other methods have none of them.
template <class P>
PathRequest With(PathRequest request, const PathMethod<P>& method, const char* option,
                 const common::OptionValue& value) {
  if (!method.follows_path) return request;
  request.options = request.options.For(method.name, method.options);
  request.options.Set(option, value);
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
      if (name.find("HEU") != std::string::npos && model.lambda < 50)
        return;  // the heuristic rule proves nothing
      EXPECT_LE(gap, request.run.stop.gap + 1e-12) << model.lambda;
      // The bound of a path's start is above the gap; all others are the gap.
      EXPECT_LE(gap, model.gap + 1e-12) << model.lambda;
    };
    const PathMethod<P>& method = FindPathMethod<P>(name);
    const PathMethodOutcome outcome = method.run(problem, With(request, method, "lambda_min", 0.01));
    EXPECT_EQ(seen, request.lambdas);
    EXPECT_TRUE(outcome.complete);
    EXPECT_EQ(outcome.ending, name.find("HEU") != std::string::npos ? common::Ending::kHeuristicallyConverged
                                                                    : common::Ending::kGapReached);
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
  int inside = 0;
  request.on_model = [&](const PathModel& model) {
    if (!model.gap_is_exact) return;
    ++inside;
    EXPECT_NEAR(model.gap, PrimalObjective(problem, model.lambda, model.weights) - model.dual, 1e-12);
  };
  const PathMethod<MulticlassProblem>& method = FindPathMethod<MulticlassProblem>("RP-BCFW-STD-U");
  method.run(problem, With(With(request, method, "lambda_min", 0.01), method, "random_start", false));
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
  const PathMethod<MulticlassProblem>& method = FindPathMethod<MulticlassProblem>("RP-BCFW-STD-G");
  const PathMethodOutcome outcome = method.run(WorkedExampleT3n(), With(request, method, "lambda_min", 0.01));
  ASSERT_GT(request.lambdas[0], outcome.first_lambda);
  for (size_t k = 0; k < gaps.size() && request.lambdas[k] > outcome.first_lambda; ++k) {
    EXPECT_NEAR(gaps[k], 0.5 * request.run.stop.gap * outcome.first_lambda / request.lambdas[k], 1e-12);
    EXPECT_FALSE(exact[k]);
  }
}

TEST(PathMethod, TrainOnGridReportsWhatALearnerDidNotReach) {
  const auto run = TrainOnGrid<MulticlassProblem>([](const MulticlassProblem& problem, double lambda,
                                                     const common::RunControl&, const common::OptionValues&) {
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

// The ending of the first lambda that was not reached, whatever came afterwards.
TEST(PathMethod, SaysHowTheOptimiserEnded) {
  const auto ended = [](std::vector<std::pair<double, common::Ending>> gaps) {
    size_t next = 0;
    const auto run =
        TrainOnGrid<MulticlassProblem>([&](const MulticlassProblem& problem, double,
                                           const common::RunControl&, const common::OptionValues&) {
          LearningResult result;
          result.weights = DenseVector::Zero(problem.dimension());
          result.gap = gaps[next].first;
          result.ending = gaps[next++].second;
          return result;
        });
    PathRequest request;
    request.lambdas = {3, 2, 1};
    return run(WorkedExampleT3(), request).ending;
  };
  constexpr auto converged = common::Ending::kGapReached, broke = common::Ending::kNumericalBreakdown,
                 passes = common::Ending::kIterationLimit;
  EXPECT_EQ(ended({{0, converged}, {1, broke}, {1, passes}}), broke);
  EXPECT_EQ(ended({{0, converged}, {1, passes}, {0, converged}}), passes);
  EXPECT_EQ(ended({{0, converged}, {0, converged}, {0, converged}}), converged);

  PathRequest request = SmallRequest();
  request.run = LearningRun(0.01, 0.1, 3);  // one step at each lambda
  int incomplete_paths = 0;
  for (const std::string& name : kEight) {
    const PathMethod<MulticlassProblem>& method = FindPathMethod<MulticlassProblem>(name);
    const PathMethodOutcome outcome =
        method.run(WorkedExampleT3n(), With(request, method, "lambda_min", 0.01));
    EXPECT_EQ(outcome.breakpoints_at_limit, method.follows_path && !outcome.complete ? 1 : 0) << name;
    EXPECT_EQ(outcome.ending == common::Ending::kIterationLimit, !outcome.complete) << name;
    EXPECT_TRUE(method.follows_path || !outcome.complete) << name;
    incomplete_paths += method.follows_path && !outcome.complete;
  }
  EXPECT_GE(incomplete_paths, 1);
}

// Below its end a path returns its last model, whose gap continues to grow.
TEST(PathMethod, ModelsBelowTheEndOfAPathCountAsTheyAre) {
  PathRequest request = SmallRequest();
  request.lambdas = {1, 1e-5};
  double gap = 0;  // at the last lambda
  request.on_model = [&](const PathModel& model) { gap = model.gap; };
  for (const std::string& name : kEight) {
    const PathMethod<MulticlassProblem>& method = FindPathMethod<MulticlassProblem>(name);
    if (!method.follows_path) continue;
    const bool complete = method.run(WorkedExampleT3n(), With(request, method, "lambda_min", 1e-4)).complete;
    EXPECT_EQ(complete, gap <= request.run.stop.gap) << name << " " << gap;
    EXPECT_EQ(complete, !name.starts_with("RP-BCFW-STD-")) << name;  // here the estimates of HEU stay small
  }
}

// If a breakpoint has less than a pass, some gaps stay above their share. There is still a model for every
// lambda, and it reports its gap.
TEST(PathMethod, APathMayGoOnWhereItMeetsItsLimit) {
  const MulticlassProblem problem = WorkedExampleT3n();
  int met_limit = 0;
  for (const std::string& name : kEight) {
    const PathMethod<MulticlassProblem>& method = FindPathMethod<MulticlassProblem>(name);
    if (!method.follows_path) continue;
    SCOPED_TRACE(name);
    PathRequest request = SmallRequest();
    request.run = LearningRun(0.01, 0.1, 3);
    request.options =
        With(With(request, method, "lambda_min", 0.01), method, "continue_at_limit", true).options;
    std::vector<double> seen;
    int at_limit = 0;
    request.on_model = [&](const PathModel& model) {
      seen.push_back(model.lambda);
      if (!model.gap_is_exact) return;
      EXPECT_NEAR(model.gap, PrimalObjective(problem, model.lambda, model.weights) - model.dual, 1e-12);
    };
    request.on_segment = [&](const PathSegment& segment) {
      at_limit += segment.ending == common::Ending::kIterationLimit;
    };
    const PathMethodOutcome outcome = method.run(problem, request);
    EXPECT_EQ(seen, request.lambdas);
    EXPECT_EQ(outcome.breakpoints_at_limit, at_limit);
    EXPECT_EQ(outcome.complete, at_limit == 0);
    EXPECT_EQ(outcome.ending == common::Ending::kIterationLimit, at_limit > 0);
    met_limit += at_limit > 1;
  }
  EXPECT_GT(met_limit, 0);
}

TEST(PathMethod, TakesItsOwnOptionsAndNoOthers) {
  const PathMethod<ChainProblem>& path = FindPathMethod<ChainProblem>("RP-BCFW-STD-G");
  common::OptionValues values(path.name, path.options);
  EXPECT_EQ(common::MessageOf(common::ErrorKind::kUsage, [&] { values.Parse("kappa1=1"); }),
            "option kappa1 of RP-BCFW-STD-G: expected a finite number above 0 and below 1, found 1");
  values.Parse("kappa1=0.25");
  PathRequest request = SmallRequest();
  request.options = values;
  EXPECT_EQ(
      common::MessageOf(common::ErrorKind::kUsage,
                        [&] { FindPathMethod<ChainProblem>("BCFW-STD-G").run(SmallChains(), request); }),
      "option of BCFW-STD-G: expected one of passes_between_gaps, found 'kappa1'");
}

TEST(PathMethod, AnInterruptionEndsTheWholeGrid) {
  for (const std::string& name : kEight) {
    PathRequest request = SmallRequest();
    request.run.stop.gap = 1e-9;
    int models = 0, points = 0;
    request.on_model = [&](const PathModel& model) {
      models += model.ending == common::Ending::kInterrupted;
    };
    request.run.observer = [&](const common::TracePoint&) { return ++points < 2; };
    const PathMethodOutcome outcome = FindPathMethod<ChainProblem>(name).run(SmallChains(), request);
    EXPECT_EQ(outcome.ending, common::Ending::kInterrupted) << name;
    EXPECT_FALSE(outcome.complete);
    EXPECT_EQ(points, 2);
    EXPECT_LE(models, 6) << "those of the segment that was interrupted, or of one lambda";
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
