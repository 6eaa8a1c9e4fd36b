// What sections 5.5 and 5.6 prove, measured.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "common/random_stream.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/runs.h"
#include "experiments/regularization_path/words.h"
#include "structured_learning/optimization/bcfw_solver.h"
#include "structured_learning/optimization/chain_dual_state.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::Recorder;
using structured_learning::BcfwOptions;
using structured_learning::BcfwSolver;
using structured_learning::BlockGaps;
using structured_learning::Box;
using structured_learning::DenseVector;
using structured_learning::DualState;
using structured_learning::MulticlassProblem;
using structured_learning::PathModel;
using structured_learning::PathSegment;

// P(w) less the dual (5.14) at the best multipliers of the bounds, each written out:
// D = -lambda/2 |w|^2 + l - lambda (beta_u'u - beta_l'lower).
template <class State>
double LagrangeGap(const State& state, const DenseVector& sum, const Box& box) {
  const double lambda = state.lambda();
  double dual = state.loss() - lambda / 2 * state.weights().squaredNorm();
  for (int j = 0; j < sum.size(); ++j) {
    if (sum[j] > box.upper[j]) dual -= lambda * (sum[j] - box.upper[j]) * box.upper[j];
    if (sum[j] < box.lower[j]) dual += lambda * (box.lower[j] - sum[j]) * box.lower[j];
  }
  return PrimalObjective(state.problem(), lambda, state.weights()) - dual;
}

// The largest difference between the two gaps over passes of SSVM-B (Alg. 15), measured after each.
template <class P>
double LargestDifference(const P& problem, double lambda, const Box& box, int passes, uint64_t seed) {
  DualState<P> state(problem, lambda, box);
  BlockGaps gaps(problem.size());
  BcfwOptions options;
  options.tolerance = 0;
  options.max_passes = 1;
  options.seed = seed;
  options.sampling = structured_learning::BlockSampling::kUniform;
  BcfwSolver<DualState<P>> solver(state, gaps, options);
  double largest = 0;
  for (int pass = 0; pass < passes; ++pass) {
    solver.Run();
    const DenseVector sum = state.FromRaw(state.raw_sum());
    const double linearization = ExactGap(state, &gaps);  // the sum of block gaps (5.33)
    largest = std::max(largest, std::abs(LagrangeGap(state, sum, box) - linearization));
  }
  return largest;
}

// Three samples of three classes that no weights separate.
MulticlassProblem ThreeSamples() {
  Eigen::MatrixXd inputs(2, 3);
  inputs << 1, -0.5, 2,  //
      0.5, 1, 1;
  return MulticlassProblem(inputs, {0, 1, 2}, 3);
}

}  // namespace

void RunBox(const Case& c, Recorder& record) {
  constexpr int kPasses = 20;
  const Protocol protocol = ReadProtocol(c.parameters);
  const MulticlassProblem three = ThreeSamples();
  const WordSets words = LoadWords(c, SplitOf(c), protocol);
  const struct {
    const char* dataset;
    const char* bounds;
    std::function<double()> difference;
  } runs[] = {
      {"three samples", "w>=0",
       [&] { return LargestDifference(three, 0.1, Box::NonNegative(6), kPasses, c.seed); }},
      {"three samples", "|w|<=0.2",
       [&] { return LargestDifference(three, 0.1, Box::Symmetric(6, 0.2), kPasses, c.seed); }},
      {kSwappedDataset, "w>=0",
       [&] {
         return LargestDifference(words.train, 0.01, Box::NonNegative(words.train.dimension()), kPasses,
                                  c.seed);
       }},
      {kSwappedDataset, "|w|<=0.2",
       [&] {
         return LargestDifference(words.train, 0.01, Box::Symmetric(words.train.dimension(), 0.2), kPasses,
                                  c.seed);
       }},
  };
  double largest = 0;
  for (const auto& run : runs) {
    const double difference = run.difference();
    largest = std::max(largest, difference);
    record.Value(kOurs, "largest_difference_of_gaps", difference,
                 {.dataset = run.dataset, .setting = harness::Setting{{"bounds", run.bounds}}});
  }
  // The number that stands for the identity.
  record.Value("section 5.5.2", "duality_gap", largest);
}

void RunCertificate(const Case& c, Recorder& record) {
  constexpr int kLambdas = 200;
  const Protocol protocol = ReadProtocol(c.parameters);
  // Above the first lambda, where models are the start's direction / lambda.
  const double highest = std::max(1e4, 10 * protocol.lambda_min);
  const WordSets words = LoadWords(c, SplitOf(c), protocol);
  structured_learning::PathRequest request = RequestOf(c, protocol);
  request.kappa1 = request.kappa2 = 0.5;
  common::RandomStream stream(c.seed, "regularization_path/lambdas");
  request.lambdas.clear();
  for (int k = 0; k < kLambdas; ++k) {
    request.lambdas.push_back(std::exp(stream.Uniform(std::log(protocol.lambda_min), std::log(highest))));
  }
  std::sort(request.lambdas.begin(), request.lambdas.end(), std::greater<>());

  std::vector<double> reached, exact, share;
  request.on_model = [&](const PathModel& model) {
    const double gap = PrimalObjective(words.train, model.lambda, model.weights) - model.dual;
    reached.push_back(model.lambda);
    exact.push_back(gap);
    share.push_back(gap / request.epsilon);
  };
  double gap_at_start = 0;
  bool is_first = true;
  request.on_segment = [&](const PathSegment& segment) {
    if (!is_first) return;
    is_first = false;
    gap_at_start = PrimalObjective(words.train, segment.lambda_high, segment.weights) - segment.dual;
  };
  const bool complete =
      structured_learning::FindPathMethod<structured_learning::ChainProblem>("RP-BCFW-STD-G")
          .run(words.train, request)
          .complete;

  record.Value("section 5.6.2 (5.51)", "start_of_path", gap_at_start);
  record.Value(kOurs, "gap_at_start_over_kappa1_epsilon", gap_at_start / (request.kappa1 * request.epsilon));
  record.Value(kOurs, "random_lambdas", static_cast<double>(reached.size()));
  if (complete) {
    record.Value(kOurs, "largest_gap_over_epsilon", *std::max_element(share.begin(), share.end()));
  } else {
    record.Note(IncompleteNote(request.lambdas, reached));
  }
  if (!reached.empty()) record.Curve(kOurs, "exact_gap_at_random_lambdas", reached, exact);
}

}  // namespace structlab::regularization_path
