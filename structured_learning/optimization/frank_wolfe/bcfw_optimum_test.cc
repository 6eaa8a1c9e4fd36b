// Compares block-coordinate and batch Frank-Wolfe with printed sequences, and with optima found by other
// methods.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/optimization/proved_rates.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kPrinted = 6e-11;  // half of the last of ten digits, and rounding

struct Variant {
  std::string name;
  BcfwOptions options;
};

// STD, HYB and HEU with each sampling, the averaged iterate, the source's steps, and the plane cache.
std::vector<Variant> Variants(double tolerance, double max_passes) {
  std::vector<Variant> variants;
  const auto add = [&](const std::string& name, BlockSampling sampling, const auto& change) {
    BcfwOptions options;
    options.sampling = sampling;
    options.run.stop.gap = tolerance;
    options.run.stop.iterations = max_passes;
    change(options);
    variants.push_back({name, options});
  };
  for (const auto& [name, sampling] :
       {std::pair("U", BlockSampling::kUniform), std::pair("G", BlockSampling::kGap),
        std::pair("cyclic", BlockSampling::kCyclic)}) {
    add(std::string("STD-") + name, sampling, [](BcfwOptions&) {});
    add(std::string("HYB-") + name, sampling, [](BcfwOptions& options) { options.hybrid = true; });
    add(std::string("HEU-") + name, sampling,
        [](BcfwOptions& options) { options.stopping = StoppingRule::kHeuristic; });
    add(std::string("average-") + name, sampling, [](BcfwOptions& options) { options.average = true; });
    add(std::string("short-") + name, sampling, [](BcfwOptions& options) { options.short_steps = true; });
    add(std::string("cache-") + name, sampling, [](BcfwOptions& options) { options.plane_cache = 3; });
  }
  return variants;
}

// Those with a plane cache: they reach the optimum, with and without a box.
bool HasPlanes(const Variant& variant) { return variant.options.plane_cache > 0; }

// Everything that a run proved must hold for the optimum.
template <class P>
void ExpectProved(const P& problem, double lambda, const LearningResult& result, double optimum) {
  const double primal = PrimalObjective(problem, lambda, result.weights);
  EXPECT_LE(result.dual, optimum + 1e-10);
  EXPECT_GE(primal, optimum - 1e-10);
  if (!std::isnan(result.gap)) {
    EXPECT_NEAR(result.primal, primal, 1e-10);
    EXPECT_NEAR(result.gap, result.primal - result.dual, 1e-10);
    EXPECT_LE(primal - optimum, result.gap + 1e-10);
  }
  double dual = -1;
  for (const common::TracePoint& point : result.trace) {
    EXPECT_GE(point.bound, dual - 1e-12);
    dual = point.bound;
  }
}

// The proved bound on the distance of its dual from the optimum: steps towards corners zigzag if it is inside
// a face, and may not reach it in any number of passes. Nothing is proved for the heuristic rule with gap
// sampling, which does not draw a block again whose last gap was 0 (bcfw_options.h).
double RateOf(const BcfwOptions& options, const RateConstants& constants, const LearningResult& result) {
  const bool may_skip_blocks =
      options.stopping == StoppingRule::kHeuristic && options.sampling == BlockSampling::kGap;
  if (may_skip_blocks) return std::numeric_limits<double>::infinity();
  const double steps = (result.passes - result.gap_passes) * constants.samples;
  return options.average ? AveragedBlockRate(constants, steps) : BlockRate(constants, steps);
}

TEST(FrankWolfe, HasTheWorkedSequence) {
  const MulticlassProblem problem = WorkedExampleT3();
  const LearningResult result = FrankWolfe(problem, 1, LearningRun(1e-12));
  ASSERT_EQ(result.trace.size(), 3u);
  EXPECT_NEAR(result.trace[0].gap(), 1, kPrinted);
  EXPECT_NEAR(result.trace[1].gap(), 0.1111111111, kPrinted);
  EXPECT_NEAR(result.trace[1].value, 0.8125, kPrinted);
  EXPECT_NEAR(result.trace[1].bound, 0.7013888889, kPrinted);
  EXPECT_NEAR(result.trace[2].gap(), 0, kPrinted);
  EXPECT_EQ(result.passes, 3);
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  const WorkedOptimum& optimum = OptimaOfT3()[0];
  EXPECT_NEAR(result.primal, optimum.primal, kPrinted);
  for (int j = 0; j < 6; ++j) EXPECT_NEAR(result.weights[j], optimum.weights[j], kPrinted);
}

TEST(FrankWolfe, HasTheWorkedSteps) {
  const MulticlassProblem problem = WorkedExampleT3();
  GeneralDualState<MulticlassProblem> state(problem, 1);
  std::vector<GeneralDualState<MulticlassProblem>::Corner> corners;
  for (const double expected : {1.0, 0.4}) {
    const double gap = ExactGap(state, static_cast<BlockGaps*>(nullptr), &corners);
    const double step = StepLength({gap, state.SquaredDistance(corners)}, 1);
    EXPECT_NEAR(step, expected, 1e-12);
    state.MoveAll(corners, step);
  }
}

TEST(Bcfw, HasTheWorkedFirstPassAndTheOptimumAfterTheSecond) {
  const MulticlassProblem problem = WorkedExampleT3();
  GeneralDualState<MulticlassProblem> state(problem, 1);
  GeneralDualState<MulticlassProblem>::Corner corner;
  const double expected[] = {0.3333333333, 0.3333333333, 0.4305555556};
  for (int visit = 0; visit < 6; ++visit) {
    const int i = visit % 3;
    state.FindCorner(i, corner);
    const BlockComparison comparison = state.Compare(i, corner);
    const double step = StepLength(comparison, 1);
    if (visit < 3) {
      EXPECT_NEAR(comparison.gap, expected[i], kPrinted);
      EXPECT_EQ(step, 1);
    }
    state.Move(i, corner, step);
  }
  EXPECT_NEAR(DualObjective(state), 0.7236111111, kPrinted);
  EXPECT_NEAR(PrimalObjective(problem, 1, state.weights()), 0.7236111111, kPrinted);
}

// One cyclic pass with the source's step (5.38) on T3n at lambda = 0.1.
void ExpectAfterOnePass(const Box& box, double primal, double dual, double omega) {
  const MulticlassProblem problem = WorkedExampleT3n();
  BcfwOptions options;
  options.sampling = BlockSampling::kCyclic;
  options.short_steps = true;
  options.passes_between_gaps = 1;
  options.run.stop.gap = 1e-9;
  options.run.stop.iterations = 2;
  const LearningResult result = Bcfw(problem, 0.1, options, box);
  EXPECT_NEAR(result.primal, primal, kPrinted);
  EXPECT_NEAR(result.dual, dual, kPrinted);
  // P - D = mean hinge - (l - lambda V'w).
  const double hinge = MeanHinge(problem, result.weights);
  EXPECT_NEAR(hinge - result.gap, omega, kPrinted);
}

TEST(Bcfw, HasTheWorkedFirstPassInABox) {
  ExpectAfterOnePass(Box::NonNegative(6), 0.8187133333, 0.08662, 0.07124);
  ExpectAfterOnePass(Box::Symmetric(6, 0.2), 0.8640533333, 0.07008, 0.05936);
}

// If bounds are active, the multipliers enter with V, not with the clipped w.
TEST(Bcfw, HasTheWorkedLossesAfterAPassInABox) {
  const MulticlassProblem problem = WorkedExampleT3n();
  constexpr double kLambda = 0.1;
  const struct {
    Box box;
    double with_sum, with_weights;  // l - lambda V'w, l - lambda w'w
  } worked[] = {{Box::NonNegative(6), 0.07124, 0.07124}, {Box::Symmetric(6, 0.2), 0.05936, 0.07856}};
  for (const auto& [box, with_sum, with_weights] : worked) {
    GeneralDualState<MulticlassProblem> state(problem, kLambda, box);
    GeneralDualState<MulticlassProblem>::Corner corner;
    for (int i = 0; i < problem.size(); ++i) {
      state.FindCorner(i, corner);
      state.Move(i, corner, StepLength(state.Compare(i, corner), kLambda));
    }
    EXPECT_NEAR(state.loss() - kLambda * state.SumDotWeights(), with_sum, kPrinted);
    EXPECT_NEAR(state.loss() - kLambda * state.SquaredNormOfWeights(), with_weights, kPrinted);
  }
}

TEST(Bcfw, ReachesTheWorkedOptima) {
  for (const auto& [problem, optima] :
       {std::pair(WorkedExampleT3(), OptimaOfT3()), std::pair(WorkedExampleT3n(), OptimaOfT3n())}) {
    for (const WorkedOptimum& optimum : optima) {
      const RateConstants constants =
          ConstantsOf(PiecesOf(problem, ListOutputs(problem)), optimum.lambda, optimum.primal);
      for (const Variant& variant : Variants(1e-7, 5000)) {
        SCOPED_TRACE(variant.name + ", lambda " + std::to_string(optimum.lambda));
        const LearningResult result = Bcfw(problem, optimum.lambda, variant.options);
        ExpectProved(problem, optimum.lambda, result, optimum.primal);
        EXPECT_LE(optimum.primal - result.dual, RateOf(variant.options, constants, result));
        if (variant.options.average || variant.options.stopping == StoppingRule::kHeuristic) continue;
        // Steps of all blocks zigzag towards an optimum inside a face; the others reach it.
        if (variant.options.hybrid && result.ending == common::Ending::kIterationLimit) continue;
        EXPECT_EQ(result.ending, common::Ending::kGapReached);
        EXPECT_NEAR(result.primal, optimum.primal, 1e-7 + kPrinted);
        const double radius = std::sqrt(2e-7 / optimum.lambda);  // P is lambda-strongly convex
        for (size_t j = 0; j < optimum.weights.size(); ++j) {
          EXPECT_NEAR(result.weights[static_cast<int>(j)], optimum.weights[j], radius);
        }
      }
    }
  }
}

TEST(Bcfw, ReachesTheWorkedOptimaInABox) {
  const MulticlassProblem problem = WorkedExampleT3n();
  const DenseVector positive{{0.4, 0, 0, 0.8, 0.8, 0.2}}, bounded{{0, -0.2, -0.2, 0.2, 0.2, -0.1}};
  for (const Variant& variant : Variants(1e-7, 3000)) {
    SCOPED_TRACE(variant.name);
    for (const auto& [box, primal, weights] : {std::tuple(Box::NonNegative(6), 0.574, positive),
                                               std::tuple(Box::Symmetric(6, 0.2), 0.7585, bounded)}) {
      const LearningResult result = Bcfw(problem, 0.1, variant.options, box);
      ExpectProved(problem, 0.1, result, primal);
      EXPECT_EQ(result.weights, box.Clip(result.weights));
      if (HasPlanes(variant)) {
        EXPECT_EQ(result.ending, common::Ending::kGapReached);
      }
      if (result.ending == common::Ending::kGapReached && !variant.options.average) {
        EXPECT_NEAR(result.primal, primal, 1e-7 + kPrinted);
        EXPECT_LE((result.weights - weights).norm(), std::sqrt(2e-7 / 0.1));
      }
    }
  }
}

// Compares every variant, without a box and with two boxes, with an interior point method: at the optimum if
// it reports so, and nowhere further from it than its rate allows.
template <class P>
void ExpectOptimum(const P& problem, const OutputsOf<P>& outputs, double lambda) {
  const int d = problem.dimension();
  const auto pieces = PiecesOf(problem, outputs);
  struct Bounds {
    WeightBox exact;
    std::optional<Box> box;
  };
  for (const Bounds& bounds : {Bounds{}, Bounds{{.lower = 0}, Box::NonNegative(d)},
                               Bounds{{.lower = -0.1, .upper = 0.1}, Box::Symmetric(d, 0.1)}}) {
    SCOPED_TRACE("lower " + std::to_string(bounds.exact.lower));
    const ExactOptimum optimum = SolveExactly(problem, outputs, lambda, bounds.exact);
    ASSERT_LE(optimum.primal - optimum.dual, 1e-9);
    const RateConstants constants = ConstantsOf(pieces, lambda, optimum.primal);
    const auto expect = [&](const LearningResult& result, double rate) {
      ExpectProved(problem, lambda, result, optimum.primal);
      EXPECT_LE(optimum.primal - result.dual, rate);
      if (bounds.box) {
        EXPECT_EQ(result.weights, bounds.box->Clip(result.weights));
      }
      if (result.ending == common::Ending::kGapReached) {
        EXPECT_NEAR(result.primal, optimum.primal, 1e-6 + 1e-9);
      }
    };
    for (const Variant& variant : Variants(1e-6, 1500)) {
      SCOPED_TRACE(variant.name);
      const LearningResult result = Bcfw(problem, lambda, variant.options, bounds.box);
      expect(result, RateOf(variant.options, constants, result));
      if (HasPlanes(variant)) {
        EXPECT_LE(result.gap, 3e-6);  // one problem in a box is slow
      }
    }
    SCOPED_TRACE("FW");
    const LearningResult result = FrankWolfe(problem, lambda, LearningRun(1e-6, 1500), bounds.box);
    expect(result, FrankWolfeRate(constants, result.passes - 1));  // the last gap is followed by no step
  }
}

constexpr int kProblems = 12;

TEST(Bcfw, FindsTheOptimumOfMulticlassProblems) {
  for (uint64_t seed = 0; seed < kProblems; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    ExpectOptimum(problem, ListOutputs(problem), seed % 2 == 0 ? 1.0 : 0.1);
  }
}

TEST(Bcfw, FindsTheOptimumUnderSlackRescaling) {
  for (uint64_t seed = 0; seed < kProblems; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    ExpectOptimum(SlackRescaled(problem), ListOutputs(problem), 1);
  }
}

TEST(Bcfw, FindsTheOptimumOfChains) {
  for (uint64_t seed = 0; seed < kProblems; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem =
        RandomChains(seed, {.num_features = 3,
                            .num_labels = 2,
                            .sequences = 4,
                            .max_length = 3,
                            .values = seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kNormal,
                            .loss = seed % 3 == 0 ? ChainLoss::kHamming : ChainLoss::kMeanHamming});
    ExpectOptimum(problem, ListOutputs(problem), seed % 2 == 0 ? 1.0 : 0.1);
  }
}

}  // namespace
}  // namespace structlab::structured_learning
