// What sections 5.5 and 5.6 prove, measured: claims D28 and D29.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/regularization_path/protocol.h"
#include "structured_learning/optimization/frank_wolfe/bcfw_solver.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::BcfwOptions;
using structured_learning::BcfwSolver;
using structured_learning::BlockGaps;
using structured_learning::Box;
using structured_learning::DenseVector;
using structured_learning::DualState;
using structured_learning::PathModel;
using structured_learning::PathSegment;

// The source states the identity of the two gaps without an experiment: the set-up is ours. A small lambda
// and a narrow box, so that bounds are met (weights_at_a_bound says how many are), and enough passes for
// weights to come to their bounds and leave them again.
constexpr int kBoxPasses = 20;
constexpr int kBoxWords = 626;  // as many as the source's test fold has
constexpr double kLambdaOfBox = 0.01;
constexpr double kBoxHalfWidth = 0.2;  // |w| <= 0.2, beside w >= 0

// The path whose certificate is measured: the recommended optimiser, in the middle of its kappa1.
const char* const kCertifiedMethod = "RP-BCFW-STD-G";
constexpr double kCertifiedKappa1 = 0.5;
// Exact gaps, one oracle pass each, at so many lambdas with uniform logarithms...
constexpr int kRandomLambdas = 200;
// ... up to this one, above the grid, where models are the start's direction over lambda; or ten times
// lambda_min where that is larger.
constexpr double kHighestRandomLambda = 1e4, kHighestOverLambdaMin = 10;

// P(w) less the dual (5.14) at the best multipliers of the bounds, each written out:
// D = -lambda/2 |w|^2 + l - lambda (beta_u'u - beta_l'lower).
template <class State>
double LagrangeGap(const State& state, const DenseVector& sum, const Box& box, common::ThreadPool& pool) {
  const double lambda = state.lambda();
  double dual = state.loss() - lambda / 2 * state.weights().squaredNorm();
  for (int j = 0; j < sum.size(); ++j) {
    if (sum[j] > box.upper[j]) dual -= lambda * (sum[j] - box.upper[j]) * box.upper[j];
    if (sum[j] < box.lower[j]) dual += lambda * (box.lower[j] - sum[j]) * box.lower[j];
  }
  return PrimalObjective(state.problem(), lambda, state.weights(), &pool) - dual;
}

struct GapDifference {
  double largest = 0;             // over the passes
  double weights_at_a_bound = 0;  // after the last of them
};

// The difference between the two gaps during SSVM-B (Alg. 15), with its short step (5.38) or our exact line
// search, measured after each pass.
template <class P>
GapDifference DifferenceOfGaps(const P& problem, const Box& box, bool short_steps, uint64_t seed,
                               common::ThreadPool& pool) {
  DualState<P> state(problem, kLambdaOfBox, box);
  BlockGaps gaps(problem.size());
  BcfwOptions options;
  options.run.stop.gap = 0;
  options.run.stop.iterations = 1;
  options.run.seed = seed;
  options.sampling = structured_learning::BlockSampling::kUniform;
  options.short_steps = short_steps;
  BcfwSolver<DualState<P>> solver(state, gaps, options);
  GapDifference difference;
  for (int pass = 0; pass < kBoxPasses; ++pass) {
    solver.Run();
    const DenseVector sum = state.FromRaw(state.raw_sum());
    const double linearization = ExactGap(state, &gaps);  // the sum of block gaps (5.33)
    difference.largest =
        std::max(difference.largest, std::abs(LagrangeGap(state, sum, box, pool) - linearization));
    difference.weights_at_a_bound = static_cast<double>((box.Clip(sum).array() != sum.array()).count());
  }
  return difference;
}

void MeasureBox(const WordSettings& settings, Recorder& record) {
  const WordSets words = LoadWords(record, Split::kTest, settings);
  common::ThreadPool pool(record.threads());
  const int dimension = words.train.dimension();
  const std::pair<const char*, Box> boxes[] = {{"w>=0", Box::NonNegative(dimension)},
                                               {"|w|<=0.2", Box::Symmetric(dimension, kBoxHalfWidth)}};
  double largest_of_source = 0;
  for (const auto& [bounds, box] : boxes) {
    for (const bool short_steps : {true, false}) {
      const GapDifference difference =
          DifferenceOfGaps(words.train, box, short_steps, record.this_case().seed, pool);
      if (short_steps) largest_of_source = std::max(largest_of_source, difference.largest);
      const harness::Overrides of{
          .setting =
              Setting{{"bounds", bounds}, {"step", short_steps ? "short (5.38)" : "exact line search"}}};
      record.Value(kOurs, "largest_difference_of_gaps", difference.largest, of);
      record.Value(kOurs, "weights_at_a_bound", difference.weights_at_a_bound, of);
    }
  }
  // The number that stands for the identity, of the algorithm as printed.
  record.Value("section 5.5.2", "duality_gap", largest_of_source);
}

void MeasureCertificate(const WordSettings& word_settings, const PathSettings& settings, Recorder& record) {
  const WordSets words = LoadWords(record, Split::kTest, word_settings);
  const auto& method =
      structured_learning::FindPathMethod<structured_learning::ChainProblem>(kCertifiedMethod);
  const uint64_t seed = record.this_case().seed;
  structured_learning::PathRequest request =
      RequestOf(kCertifiedMethod, method.options, settings, kCertifiedKappa1, seed);
  const double highest = std::max(kHighestRandomLambda, kHighestOverLambdaMin * settings.lambda_min);
  common::RandomStream stream(seed, "regularization_path/lambdas");
  request.lambdas.clear();
  for (int k = 0; k < kRandomLambdas; ++k) {
    request.lambdas.push_back(std::exp(stream.Uniform(std::log(settings.lambda_min), std::log(highest))));
  }
  std::ranges::sort(request.lambdas, std::greater<>());

  common::ThreadPool pool(record.threads());
  std::vector<double> reached, exact;
  request.on_model = [&](const PathModel& model) {
    reached.push_back(model.lambda);
    exact.push_back(PrimalObjective(words.train, model.lambda, model.weights, &pool) - model.dual);
  };
  double gap_at_start = 0;
  bool is_first = true;
  request.on_segment = [&](const PathSegment& segment) {
    if (!std::exchange(is_first, false)) return;
    gap_at_start = PrimalObjective(words.train, segment.lambda_high, segment.weights, &pool) - segment.dual;
  };
  const auto outcome = harness::RunUnlessRefused(record, [&] { return method.run(words.train, request); });
  if (!outcome) return;
  record.Value("section 5.6.2 (5.51)", "start_of_path", gap_at_start);
  record.Value(kOurs, "gap_at_start_over_kappa1_epsilon",
               gap_at_start / (kCertifiedKappa1 * settings.epsilon));
  record.Value(kOurs, "random_lambdas", static_cast<double>(reached.size()));
  if (outcome->complete) {
    record.Value(kOurs, "largest_gap_over_epsilon", *std::ranges::max_element(exact) / settings.epsilon);
  } else {
    record.Note(IncompleteNote(*outcome, request.lambdas.size(), reached));
  }
}

}  // namespace

void Theory(harness::Package& package) {
  package.Data(datasets::SourceOf("ocr-letters", "regularization_path"));
  package.Plan([](Planner& plan) {
    plan.data = {"ocr-letters"};  // the source names no data set
    Case& box = plan.Add("theory/box", "SSVM-B");
    WordSettings words = ReadWordSettings(box);
    words.max_words = words.max_words == 0 ? kBoxWords : std::min(words.max_words, kBoxWords);
    box.run = [=](uint64_t, Recorder& record) { MeasureBox(words, record); };

    Case& start = plan.Add("theory/start-and-segments", "SSVM-RP initialisation");
    const WordSettings all_words = ReadWordSettings(start);
    const PathSettings path = ReadPathSettings(start);
    start.run = [=](uint64_t, Recorder& record) { MeasureCertificate(all_words, path, record); };
  });
}

}  // namespace structlab::regularization_path
