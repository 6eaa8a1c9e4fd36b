// The example of structured_learning/README.md works, and the page shows what works.
#include "structured_learning/problem/example_problem.h"

#include <string>

#include "common/file.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/bmrm.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/model.h"
#include "structured_learning/problem/brute_force_optimum.h"

namespace structlab::structured_learning {
namespace {

// Three signals that are higher inside the interval.
IntervalProblem Signals() {
  return IntervalProblem(
      {{0.1, 0.2, 0.9, 1.1, 0.0}, {1.2, 0.8, 0.1, -0.1}, {0.0, 0.3, 0.1, 0.9, 1.0, 1.3, 0.2}},
      {{2, 4}, {0, 2}, {3, 6}});
}

OutputsOf<IntervalProblem> AllIntervals() {
  OutputsOf<IntervalProblem> outputs;
  for (const int length : {5, 4, 7}) {
    outputs.push_back({{0, 0}});
    for (int begin = 0; begin < length; ++begin) {
      for (int end = begin + 1; end <= length; ++end) outputs.back().push_back({begin, end});
    }
  }
  return outputs;
}

TEST(ExampleProblem, LearnsToFindTheIntervals) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/intervals.model";
  const IntervalProblem problem = Signals();
  // README use begins
  const LearningResult result = LearnOneSlackCuttingPlane(problem, /*lambda=*/0.01, LearningRun(1e-3));
  const IntervalProblem::Output found = problem.Predict(0, result.weights);
  SaveModel({result.weights, result.lambda, {{"problem", "interval"}}}, path);
  // README use ends
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  EXPECT_EQ(found, problem.truth(0));
  for (int i = 0; i < problem.size(); ++i) EXPECT_EQ(problem.Predict(i, result.weights), problem.truth(i));
  EXPECT_EQ(LoadModel(path, {{"problem", "interval"}}, 2).weights, result.weights);
}

TEST(ExampleProblem, AgreesWithTheExactOptimum) {
  const IntervalProblem problem = Signals();
  const ExactOptimum optimum = SolveExactly(problem, AllIntervals(), 0.1);
  const LearningResult result = LearnBmrm(problem, 0.1, LearningRun(1e-9));
  EXPECT_NEAR(result.primal, optimum.primal, 2e-9);
}

// The text between two marks, without the lines of the marks.
std::string Between(const std::string& text, const std::string& begin, const std::string& end) {
  const size_t first = text.find(begin), last = text.find(end);
  if (first == std::string::npos || last == std::string::npos) return "";
  const size_t start = text.find('\n', first) + 1;
  return text.substr(start, text.rfind('\n', last) + 1 - start);
}

TEST(ExampleProblem, IsWhatTheReadmeShows) {
  const std::string page = common::ReadFile("structured_learning/README.md");
  const std::string shown = Between(common::ReadFile("structured_learning/problem/example_problem.h"),
                                    "// README begins", "// README ends");
  ASSERT_FALSE(shown.empty());
  EXPECT_NE(page.find("```cpp\n" + shown + "```"), std::string::npos);

  const std::string use =
      Between(common::ReadFile("structured_learning/optimization/example_problem_test.cc"),
              "// README use begins", "// README use ends");
  std::string unindented;
  for (size_t start = 0; start < use.size();) {
    const size_t end = use.find('\n', start) + 1;
    unindented += use.substr(start + 2, end - start - 2);
    start = end;
  }
  ASSERT_FALSE(unindented.empty());
  EXPECT_NE(page.find("```cpp\n" + unindented + "```"), std::string::npos);
}

}  // namespace
}  // namespace structlab::structured_learning
