// The examples of structured_learning/README.md work, and the page shows the tested code.
#include "structured_learning/problem/example_problem.h"

#include <string>

#include "common/file.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/latent/cccp.h"
#include "structured_learning/optimization/model.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/example_latent_problem.h"

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

// Rising values, at any position, in three of six signals of noise.
PatternProblem Patterns() {
  return PatternProblem({{0.1, 0.0, 0.2, 0.6, 1.1, -0.1},
                         {0.3, 0.5, 0.9, 0.1, 0.2, 0.0},
                         {-0.1, 0.2, 0.1, 0.2, 0.7, 1.0},
                         {0.9, 0.4, 0.1, 0.0, 0.2, 0.1},
                         {0.2, 0.9, 0.7, 0.3, 0.0, 0.1},
                         {0.0, 0.2, 0.1, 0.3, 0.2, 0.3}},
                        {true, true, true, false, false, false});
}

TEST(ExampleProblem, LearnsAPatternWithoutItsPositions) {
  const PatternProblem problem = Patterns();
  // README latent use begins
  const LatentResult result = LearnLatent(problem, /*lambda=*/0.01, {.start = DenseVector{{-1, 0, 1, 0}}});
  const PatternProblem::Answer answer = problem.Predict(0, result.weights);  // there, from position 2 on
  // README latent use ends
  EXPECT_EQ(result.ending, common::Ending::kConverged);
  EXPECT_EQ(answer, (PatternProblem::Answer{true, 2}));
  for (int i = 0; i < problem.size(); ++i) {
    EXPECT_EQ(problem.Predict(i, result.weights).output, problem.truth(i)) << i;
  }
}

// The text between two marks, without the lines of the marks themselves.
std::string Between(const std::string& text, const std::string& begin, const std::string& end) {
  const size_t first = text.find(begin), last = text.find(end);
  if (first == std::string::npos || last == std::string::npos) return "";
  const size_t start = text.find('\n', first) + 1;
  return text.substr(start, text.rfind('\n', last) + 1 - start);
}

// The text as a code block of the page, without the indentation of a function body.
std::string Block(const std::string& lines, size_t indentation) {
  std::string unindented;
  for (size_t start = 0; start < lines.size();) {
    const size_t end = lines.find('\n', start) + 1;
    unindented += lines.substr(start + indentation, end - start - indentation);
    start = end;
  }
  return "```cpp\n" + unindented + "```";
}

TEST(ExampleProblem, IsWhatTheReadmeShows) {
  const std::string page = common::ReadFile("structured_learning/README.md");
  for (const std::string name : {"example_problem", "example_latent_problem"}) {
    const std::string file = common::ReadFile("structured_learning/problem/" + name + ".h");
    const std::string shown = Between(file, "// README begins", "// README ends");
    ASSERT_FALSE(shown.empty()) << name;
    EXPECT_NE(page.find("```cpp\n" + shown + "```"), std::string::npos) << name;
  }
  const std::string test = common::ReadFile("structured_learning/optimization/example_problem_test.cc");
  for (const std::string name : {"use", "latent use"}) {
    const std::string use = Between(test, "// README " + name + " begins", "// README " + name + " ends");
    ASSERT_FALSE(use.empty()) << name;
    EXPECT_NE(page.find(Block(use, 2)), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace structlab::structured_learning
