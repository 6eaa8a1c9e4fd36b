// The eight methods of Dokania 2016, section 5.8: block-coordinate Frank-Wolfe at each lambda from w = 0
// (Table 5.1), and along the regularisation path (Tables 5.2 to 5.4).
#include <cmath>
#include <string>
#include <utility>

#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/optimization/regularization_path/path_method.h"
#include "structured_learning/optimization/regularization_path/regularization_path.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::structured_learning {
namespace {

BcfwOptions OptionsOf(const common::RunControl& run, const common::OptionValues& values,
                      BlockSampling sampling) {
  BcfwOptions options;
  options.run = run;
  options.sampling = sampling;
  options.passes_between_gaps = values.Number("passes_between_gaps");
  return options;
}

// The option of all eight methods; p of section 5.8.
common::OptionDeclaration PassesBetweenGaps() {
  return common::PositiveOption("passes_between_gaps", 10, "passes between two exact gaps");
}

std::vector<common::OptionDeclaration> OptionsOfAPath() {
  const PathOptions defaults;
  return {
      common::NumberOption("kappa1", defaults.kappa1,
                           {.min = 0, .max = 1, .excludes_min = true, .excludes_max = true},
                           "share of epsilon that the optimiser reaches at a breakpoint"),
      common::PositiveOption("kappa2", defaults.kappa2,
                             "share of epsilon by which the gap may grow after a breakpoint"),
      common::PositiveOption("lambda_min", defaults.lambda_min,
                             "end of the path; below it the last model is used"),
      common::FlagOption("random_start", true,
                         "draw the start's loss maximisers at random among equal ones; no: take the lowest"),
      common::FlagOption("continue_at_limit", defaults.continue_at_limit,
                         "continue after a breakpoint that reached the limit of passes"),
      PassesBetweenGaps()};
}

// Above the first breakpoint, w = direction / lambda and l is constant: all weight is on the loss maximisers.
double DualAbove(const PathSegment& first, double lambda) {
  const double half_norm = first.weights.squaredNorm() / 2;
  return first.Loss() - half_norm * first.lambda_high * first.lambda_high / lambda;
}

// Reports the models of the grid when the segments that contain them arrive.
class GridReader {
 public:
  explicit GridReader(const PathRequest& request)
      : request_(request), lambda_min_(request.options.Number("lambda_min")) {}

  void Read(const PathSegment& segment, bool is_first) {
    const auto& lambdas = request_.lambdas;
    for (; is_first && next_ < lambdas.size() && lambdas[next_] > segment.lambda_high; ++next_) {
      const DenseVector weights = segment.weights * (segment.lambda_high / lambdas[next_]);
      // The bound (5.50) is proportional to 1 / lambda.
      const double gap = segment.gap * segment.lambda_high / lambdas[next_];
      Emit(segment, false, weights, gap, DualAbove(segment, lambdas[next_]));
    }
    const double end = segment.lambda_low <= lambda_min_ ? 0 : segment.lambda_low;
    for (; next_ < lambdas.size() && lambdas[next_] > end; ++next_) {
      const double gap = segment.GapAt(lambdas[next_]);
      // Below the end of the path its last model is reported; the gap of that model continues to grow.
      if (lambdas[next_] < lambda_min_ && !(gap <= request_.run.stop.gap)) keeps_to_epsilon_ = false;
      Emit(segment, segment.gap_is_exact, segment.weights, gap, segment.DualAt(lambdas[next_]));
    }
  }

  // True if the gap of every model below lambda_min is at most epsilon. Above lambda_min the path itself
  // decides.
  bool keeps_to_epsilon() const { return keeps_to_epsilon_; }

 private:
  void Emit(const PathSegment& segment, bool gap_is_exact, const DenseVector& weights, double gap,
            double dual) {
    if (!request_.on_model) return;
    request_.on_model({.lambda = request_.lambdas[next_],
                       .weights = weights,
                       .gap = gap,
                       .gap_is_exact = gap_is_exact,
                       .dual = dual,
                       .passes = segment.passes,
                       .gap_passes = segment.gap_passes,
                       .ending = segment.ending});
  }

  const PathRequest& request_;
  double lambda_min_;
  size_t next_ = 0;
  bool keeps_to_epsilon_ = true;
};

template <StructuredProblem P>
PathMethodOutcome FollowPath(const P& problem, const PathRequest& request, BlockSampling sampling,
                             StoppingRule stopping) {
  CheckPathRequest(request);
  const common::OptionValues& values = request.options;
  PathOptions options;
  options.epsilon = request.run.stop.gap;
  options.kappa1 = values.Number("kappa1");
  options.kappa2 = values.Number("kappa2");
  options.lambda_min = values.Number("lambda_min");
  options.random_start = values.Flag("random_start");
  options.continue_at_limit = values.Flag("continue_at_limit");
  options.optimizer = OptionsOf(request.run, values, sampling);
  options.optimizer.stopping = stopping;
  options.keep_weights = false;
  GridReader reader(request);
  PathMethodOutcome outcome;
  options.on_segment = [&](const PathSegment& segment) {
    reader.Read(segment, outcome.breakpoints == 0);
    ++outcome.breakpoints;
    outcome.gap_passes += segment.gap_passes;
    if (outcome.breakpoints_at_limit == 0) outcome.ending = segment.ending;
    outcome.breakpoints_at_limit += segment.ending == common::Ending::kIterationLimit ? 1 : 0;
    if (request.on_segment) request.on_segment(segment);
    return true;
  };
  const RegularizationPath path = ComputeRegularizationPath(problem, options);
  outcome.passes = path.passes;
  outcome.start_passes = path.start_passes;
  outcome.first_lambda = path.first_lambda;
  outcome.complete = path.complete && outcome.breakpoints_at_limit == 0 && reader.keeps_to_epsilon();
  return outcome;
}

template <StructuredProblem P>
bool RegisterAll() {
  const std::pair<const char*, BlockSampling> samplings[] = {{"U", BlockSampling::kUniform},
                                                             {"G", BlockSampling::kGap}};
  for (const auto& [letter, sampling] : samplings) {
    const std::string how = sampling == BlockSampling::kGap ? "gap-proportional" : "uniform";
    for (const bool hybrid : {false, true}) {
      LambdaLearner<P> learner = [sampling = sampling, hybrid](const P& problem, double lambda,
                                                               const common::RunControl& run,
                                                               const common::OptionValues& values) {
        BcfwOptions options = OptionsOf(run, values, sampling);
        options.hybrid = hybrid;
        return Bcfw(problem, lambda, options);
      };
      RegisterPathMethod<P>({.name = std::string(hybrid ? "BCFW-HYB-" : "BCFW-STD-") + letter,
                             .description = std::string(hybrid ? "hybrid (Alg. 14)" : "standard (Alg. 13)") +
                                            " block-coordinate Frank-Wolfe from w = 0 at each lambda, " +
                                            how + " sampling",
                             .follows_path = false,
                             .options = {PassesBetweenGaps()},
                             .run = TrainOnGrid<P>(std::move(learner))});
    }
    for (const StoppingRule stopping : {StoppingRule::kExact, StoppingRule::kHeuristic}) {
      const bool exact = stopping == StoppingRule::kExact;
      RegisterPathMethod<P>(
          {.name = std::string(exact ? "RP-BCFW-STD-" : "RP-BCFW-HEU-") + letter,
           .description = std::string("regularisation path (Alg. 17), ") + how +
                          " sampling, stopped by the " + (exact ? "exact gap" : "sum of stale block gaps"),
           .follows_path = true,
           .options = OptionsOfAPath(),
           .run = [sampling = sampling, stopping](const P& problem, const PathRequest& request) {
             return FollowPath(problem, request, sampling, stopping);
           }});
    }
  }
  return true;
}

const bool kChainsRegistered = RegisterAll<ChainProblem>();
const bool kMulticlassRegistered = RegisterAll<MulticlassProblem>();

}  // namespace
}  // namespace structlab::structured_learning
