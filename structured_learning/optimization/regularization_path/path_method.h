// Methods that give a model for every lambda of a grid, available under a name. Learners that train anew at
// each lambda and learners that follow the regularisation path have the same interface. For programs and
// comparisons; for one path in your own program call ComputeRegularizationPath (regularization_path.h).
//
//     PathRequest request{.lambdas = {1, 0.1, 0.01}};
//     request.on_model = [](const PathModel& model) { ... };
//     FindPathMethod<ChainProblem>("RP-BCFW-STD-G").run(problem, request);
//
// A method registers itself before main, in a library with `alwayslink`:
//
//     const bool kRegistered = RegisterPathMethod<ChainProblem>(
//         {.name = "ONE-SLACK", .description = "...", .follows_path = false,
//          .run = TrainOnGrid<ChainProblem>(&LearnMyWay)});
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_METHOD_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_METHOD_H_

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/method_list.h"
#include "common/method_options.h"
#include "structured_learning/optimization/learning_options.h"
#include "structured_learning/optimization/learning_result.h"
#include "structured_learning/optimization/regularization_path/path_result.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// A model for one lambda of the grid, with its gap, dual and cost.
struct PathModel {
  double lambda;
  const DenseVector& weights;
  double gap;         // bound on P(w) - min P at lambda; an estimate if it is not exact; NaN if unknown
  bool gap_is_exact;  // `gap` comes from a full oracle pass at these weights
  double dual;        // lower bound on min P at lambda, from the dual point of the weights; or NaN
  double passes;      // oracle calls / n for this model (on a path: for its segment)
  double gap_passes;  // the part of `passes` that measured the gap (learning_result.h)
  common::Ending ending;
};

struct PathRequest {
  std::vector<double> lambdas;  // the grid, strictly falling, > 0
  // run.stop.gap is the gap to reach at each lambda (epsilon); the limits hold at each lambda or breakpoint.
  // The observer sees the points of each optimiser in turn. If it returns false, or the flag is set, the
  // whole run ends.
  common::RunControl run = LearningRun(0.1, std::numeric_limits<double>::infinity());
  common::OptionValues options = {};  // options of the method; {}: its defaults
  // Called for each lambda of the grid, in decreasing order, as soon as its model is known. May be empty.
  std::function<void(const PathModel&)> on_model = {};
  // Called for each breakpoint of a path, with its weights. May be empty.
  std::function<void(const PathSegment&)> on_segment = {};
};

struct PathMethodOutcome {
  double passes = 0;        // all oracle calls / n, including those for gaps, without the start
  double gap_passes = 0;    // the part of `passes` that measured the gap (learning_result.h)
  double start_passes = 0;  // oracle calls / n for the start of a path; not in `passes`
  int breakpoints = 0;      // number of breakpoints of a path; 0 for a method that trains at each lambda
  double first_lambda = 0;  // for a path: above this lambda the models are start_direction / lambda
  // Number of breakpoints at which the optimiser reached its limit of passes. Only the last breakpoint can,
  // unless the path continues after such breakpoints (continue_at_limit, regularization_path.h).
  int breakpoints_at_limit = 0;
  bool complete = true;  // every lambda reached its tolerance, including those below the end of a path
  // Why the optimiser ended at the first lambda or breakpoint that did not reach its tolerance. If all did,
  // or only lambdas below the end of a path did not: why it ended at the last one.
  common::Ending ending = common::Ending::kGapReached;
};

// Throws common::Error (usage) unless the grid is strictly decreasing and > 0, and the gap is > 0.
void CheckPathRequest(const PathRequest& request);

template <StructuredProblem P>
struct PathMethod {
  std::string name;         // e.g. "RP-BCFW-STD-G"
  std::string description;  // one sentence
  bool follows_path = false;
  std::vector<common::OptionDeclaration> options = {};
  // Deterministic for a seed; one thread. Receives values of exactly these options. Throws common::Error
  // (usage) for an invalid request, unknown options, values out of range, and a problem that the method
  // cannot handle.
  std::function<PathMethodOutcome(const P&, const PathRequest&)> run;
};

// A learner for one lambda: must respect gap, limits and seed of the run.
template <StructuredProblem P>
using LambdaLearner = std::function<LearningResult(const P&, double lambda, const common::RunControl&,
                                                   const common::OptionValues&)>;

// Makes a method from a learner, which trains from its own start at each lambda of the grid.
template <StructuredProblem P>
std::function<PathMethodOutcome(const P&, const PathRequest&)> TrainOnGrid(LambdaLearner<P> learner) {
  return [learner = std::move(learner)](const P& problem, const PathRequest& request) {
    CheckPathRequest(request);
    PathMethodOutcome outcome;
    const InterruptibleRun interruptible(request.run);
    for (const double lambda : request.lambdas) {
      LearningResult learned = learner(problem, lambda, interruptible.run(), request.options);
      if (interruptible.is_interrupted()) learned.ending = common::Ending::kInterrupted;
      outcome.passes += learned.passes;
      outcome.gap_passes += learned.gap_passes;
      if (outcome.complete) outcome.ending = learned.ending;
      outcome.complete = outcome.complete && learned.gap <= request.run.stop.gap;
      if (request.on_model) {
        request.on_model({.lambda = lambda,
                          .weights = learned.weights,
                          .gap = learned.gap,
                          .gap_is_exact = !std::isnan(learned.gap),
                          .dual = learned.dual,
                          .passes = learned.passes,
                          .gap_passes = learned.gap_passes,
                          .ending = learned.ending});
      }
      if (!interruptible.is_interrupted()) continue;
      outcome.ending = learned.ending;
      outcome.complete = false;
      break;
    }
    return outcome;
  };
}

namespace internal {

template <StructuredProblem P>
using PathMethods = common::MethodList<PathMethod<P>, &PathMethod<P>::run>;

template <StructuredProblem P>
PathMethods<P>& KnownPathMethods() {
  static PathMethods<P> methods("path method", {});
  return methods;
}

}  // namespace internal

// Call it before main. A name that is registered twice, or a method without a name, is a bug of the program.
template <StructuredProblem P>
bool RegisterPathMethod(PathMethod<P> method) {
  if (method.run) {
    method.run = [name = method.name, declarations = method.options, run = std::move(method.run)](
                     const P& problem, const PathRequest& request) {
      PathRequest completed = request;
      completed.options = request.options.For(name, declarations);
      return run(problem, completed);
    };
  }
  internal::KnownPathMethods<P>().Add(std::move(method));
  return true;
}

// The names of the methods that are linked into the program.
template <StructuredProblem P>
std::vector<std::string> PathMethodNames() {
  std::vector<std::string> names;
  for (const PathMethod<P>& method : internal::KnownPathMethods<P>().All()) names.push_back(method.name);
  return names;
}

// Throws common::Error (usage) for an unknown name; the message lists the known names, nearest first.
template <StructuredProblem P>
const PathMethod<P>& FindPathMethod(const std::string& name) {
  return internal::KnownPathMethods<P>().Find(name);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_METHOD_H_
