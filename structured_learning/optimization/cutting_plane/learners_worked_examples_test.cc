// Every learner that can prove its gap reaches the printed optima of the worked examples.
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/cutting_plane/n_slack_cutting_plane.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

using Learner = LearningResult (*)(const MulticlassProblem&, double, const common::RunControl&);

class LearnersOnWorkedExamples : public ::testing::TestWithParam<std::pair<const char*, Learner>> {};

INSTANTIATE_TEST_SUITE_P(, LearnersOnWorkedExamples,
                         ::testing::Values(std::pair("OneSlack",
                                                     &LearnOneSlackCuttingPlane<MulticlassProblem>),
                                           std::pair("NSlack", &LearnNSlackCuttingPlane<MulticlassProblem>),
                                           std::pair("Bmrm", &LearnBmrm<MulticlassProblem>)),
                         [](const auto& test) { return test.param.first; });

TEST_P(LearnersOnWorkedExamples, ReachThePrintedOptima) {
  constexpr double kTolerance = 1e-10;
  for (const auto& [problem, optima] :
       {std::pair(WorkedExampleT3(), OptimaOfT3()), std::pair(WorkedExampleT3n(), OptimaOfT3n())}) {
    for (const WorkedOptimum& expected : optima) {
      SCOPED_TRACE(expected.lambda);
      const LearningResult result = GetParam().second(problem, expected.lambda, LearningRun(kTolerance));
      EXPECT_EQ(result.ending, common::Ending::kGapReached);
      EXPECT_NEAR(result.primal, expected.primal, kTolerance + 6e-11);
      EXPECT_NEAR(result.dual, expected.primal, kTolerance + 6e-11);
      // P is lambda-strongly convex: a gap of g leaves w within sqrt(2 g / lambda).
      const double radius = std::sqrt(2 * kTolerance / expected.lambda);
      for (size_t j = 0; j < expected.weights.size(); ++j) {
        EXPECT_NEAR(result.weights[static_cast<int>(j)], expected.weights[j], radius) << "component " << j;
      }
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
