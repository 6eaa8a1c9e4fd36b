// One more learner beside the eight of regularization_path: cutting planes with one slack for all samples.
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/regularization_path/path_method.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::structured_learning {
namespace {

LearningResult Learn(const ChainProblem& problem, double lambda, const common::RunControl& run,
                     const common::OptionValues&) {
  return LearnOneSlackCuttingPlane(problem, lambda, run);
}

// Runs before main.
const bool kRegistered = RegisterPathMethod<ChainProblem>(
    {.name = "ONE-SLACK",
     .description = "cutting planes with one slack, from w = 0 at each lambda",
     .follows_path = false,
     .run = TrainOnGrid<ChainProblem>(Learn)});

}  // namespace
}  // namespace structlab::structured_learning
