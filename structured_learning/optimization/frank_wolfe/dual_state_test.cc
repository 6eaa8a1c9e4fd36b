// The identities that the dual iterate must satisfy after any steps.
#include "structured_learning/optimization/frank_wolfe/dual_state.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/block_gaps.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

constexpr double kTolerance = 1e-11;  // a few hundred roundings of numbers up to 100

// Calls check(state, problem, outputs, box) for states of all kinds, with and without a box.
template <class Check>
void ForAllKindsOfStates(uint64_t seed, const Check& check) {
  const double lambda = std::pow(10, -static_cast<double>(seed % 3));
  const auto run = [&]<class State, class P>(std::type_identity<State>, const P& problem,
                                             const OutputsOf<P>& outputs) {
    const int d = problem.dimension();
    for (const std::optional<Box>& box :
         {std::optional<Box>(), std::optional<Box>(Box::NonNegative(d)),
          std::optional<Box>(Box::Symmetric(d, 0.1)),
          std::optional<Box>(Box{DenseVector::Constant(d, 0.05), DenseVector::Constant(d, 0.3)})}) {
      SCOPED_TRACE(box ? "box from " + std::to_string(box->lower[0]) : "no box");
      State state(problem, lambda, box);
      check(state, problem, outputs, box);
    }
  };
  const MulticlassProblem multiclass = RandomMulticlass(seed);
  const SlackRescaled slack(multiclass);
  const ChainProblem chains =
      RandomChains(seed, {.values = seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kNormal});
  {
    SCOPED_TRACE("multiclass");
    run(std::type_identity<GeneralDualState<MulticlassProblem>>(), multiclass, ListOutputs(multiclass));
  }
  {
    SCOPED_TRACE("multiclass, slack rescaling");
    run(std::type_identity<GeneralDualState<SlackRescaled<MulticlassProblem>>>(), slack,
        ListOutputs(multiclass));
  }
  {
    SCOPED_TRACE("chains");
    run(std::type_identity<ChainDualState>(), chains, ListOutputs(chains));
  }
}

// Moves blocks by any step to any corner, the oracle's or not.
template <class State, class Outputs>
void MoveAtRandom(State& state, const Outputs& outputs, common::RandomStream& random, int moves) {
  typename State::Corner corner;
  for (int move = 0; move < moves; ++move) {
    const int i = static_cast<int>(random.UniformIndex(state.size()));
    if (random.Uniform() < 0.5) {
      state.FindCorner(i, corner);
    } else {
      state.SetCorner(i, outputs[i][random.UniformIndex(outputs[i].size())], corner);
    }
    state.Move(i, corner, random.Uniform() < 0.3 ? 1 : random.Uniform());
  }
}

TEST(DualState, TheExactGapIsTheSumOfBlockGapsAndPrimalLessDual) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto& problem, const auto& outputs, const auto&) {
      common::RandomStream random(seed, "moves");
      for (int round = 0; round < 5; ++round) {
        MoveAtRandom(state, outputs, random, 4);
        BlockGaps gaps(state.size());
        const double gap = ExactGap(state, &gaps);
        EXPECT_NEAR(gap, gaps.sum(), kTolerance);
        EXPECT_NEAR(gap, PrimalObjective(problem, state.lambda(), state.weights()) - DualObjective(state),
                    kTolerance);
        EXPECT_GE(gap, -kTolerance);
        double compared = 0;
        for (int i = 0; i < state.size(); ++i) {
          typename std::remove_reference_t<decltype(state)>::Corner corner;
          state.FindCorner(i, corner);
          const double block_gap = state.Compare(i, corner).gap;
          EXPECT_NEAR(block_gap, gaps[i], kTolerance);
          EXPECT_GE(block_gap, -kTolerance);
          compared += block_gap;
        }
        EXPECT_NEAR(compared, gap, kTolerance);
      }
    });
  }
}

// Compares any dual value with the primal of any feasible point.
TEST(DualState, TheDualIsBelowThePrimalEverywhere) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto& problem, const auto& outputs, const auto&) {
      common::RandomStream random(seed, "moves");
      for (int round = 0; round < 5; ++round) {
        MoveAtRandom(state, outputs, random, 3);
        for (uint64_t point = 0; point < 5; ++point) {
          const DenseVector weights = state.ClippedToBox(0.3 * RandomWeights(point, problem.dimension()));
          EXPECT_LE(DualObjective(state), PrimalObjective(problem, state.lambda(), weights) + kTolerance);
        }
      }
    });
  }
}

// One step of the method, by the short step and by the exact one, from equal states.
TEST(DualState, TheDualNeverFallsAtAStep) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto&, const auto& outputs, const auto& box) {
      common::RandomStream random(seed, "moves");
      MoveAtRandom(state, outputs, random, 3);
      typename std::remove_reference_t<decltype(state)>::Corner corner;
      for (int round = 0; round < 20; ++round) {
        const int i = static_cast<int>(random.UniformIndex(state.size()));
        const double before = DualObjective(state);
        auto other = state;
        state.FindCorner(i, corner);
        const BlockComparison comparison = state.Compare(i, corner);
        state.Move(i, corner, state.ExactStep(i, corner, comparison));
        other.FindCorner(i, corner);
        const double step = StepLength(other.Compare(i, corner), other.lambda());
        other.Move(i, corner, step);
        EXPECT_GE(DualObjective(other), before - kTolerance);
        EXPECT_GE(DualObjective(state), DualObjective(other) - kTolerance);
        if (!box) {  // a parabola
          EXPECT_NEAR(
              DualObjective(state),
              before + step * comparison.gap - step * step / 2 * state.lambda() * comparison.squared_distance,
              kTolerance);
        }
      }
    });
  }
}

// Compares the Lagrange dual (5.14), with its multipliers of the bounds, with the form without them.
TEST(DualState, TheLagrangeGapIsTheLinearisationGap) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto& problem, const auto& outputs, const auto& box) {
      if (!box) return;
      common::RandomStream random(seed, "moves");
      for (int round = 0; round < 5; ++round) {
        MoveAtRandom(state, outputs, random, 3);
        const DenseVector sum = state.FromRaw(state.raw_sum());
        double bounds = 0;  // beta_l'lower - beta_u'upper
        DenseVector weights = sum;
        for (int j = 0; j < sum.size(); ++j) {
          const double above = std::max(0.0, sum[j] - box->upper[j]);
          const double below = std::max(0.0, box->lower[j] - sum[j]);
          weights[j] += below - above;
          if (above > 0) bounds -= above * box->upper[j];
          if (below > 0) bounds += below * box->lower[j];
        }
        EXPECT_LE((weights - state.weights()).norm(), 1e-13);
        const double lambda = state.lambda();
        const double lagrange = state.loss() + lambda * bounds - lambda / 2 * weights.squaredNorm();
        EXPECT_NEAR(PrimalObjective(problem, lambda, weights) - lagrange,
                    ExactGap(state, static_cast<BlockGaps*>(nullptr)), kTolerance);
      }
    });
  }
}

TEST(DualState, TheGapGrowsWithOmegaWhenLambdaIsDivided) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto& problem, const auto& outputs, const auto&) {
      common::RandomStream random(seed, "moves");
      MoveAtRandom(state, outputs, random, 6);
      const DenseVector weights = state.weights();
      const double gap = ExactGap(state, static_cast<BlockGaps*>(nullptr));
      const double omega = state.loss() - state.lambda() * state.SumDotWeights();
      const double lambda = state.lambda();
      state.DivideLambda(1.7);
      EXPECT_DOUBLE_EQ(state.lambda(), lambda / 1.7);
      EXPECT_EQ(state.weights(), weights);
      EXPECT_NEAR(ExactGap(state, static_cast<BlockGaps*>(nullptr)), gap + (1 - 1 / 1.7) * omega, kTolerance);
      EXPECT_NEAR(PrimalObjective(problem, state.lambda(), weights) - DualObjective(state),
                  gap + (1 - 1 / 1.7) * omega, kTolerance);
      // Afterwards it works as before.
      MoveAtRandom(state, outputs, random, 3);
      EXPECT_NEAR(ExactGap(state, static_cast<BlockGaps*>(nullptr)),
                  PrimalObjective(problem, state.lambda(), state.weights()) - DualObjective(state),
                  kTolerance);
    });
  }
}

TEST(DualState, SummingAnewChangesNothingButRounding) {
  for (uint64_t seed = 0; seed < 15; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto&, const auto& outputs, const auto&) {
      common::RandomStream random(seed, "moves");
      MoveAtRandom(state, outputs, random, 30);
      const DenseVector weights = state.weights();
      const double loss = state.loss(), dual = DualObjective(state);
      double sum = 0;
      for (int i = 0; i < state.size(); ++i) sum += state.block_loss(i);
      state.Refresh();
      EXPECT_LE((state.weights() - weights).norm(), kTolerance);
      EXPECT_NEAR(state.loss(), loss, kTolerance);
      EXPECT_NEAR(state.loss(), sum, kTolerance);
      EXPECT_NEAR(DualObjective(state), dual, kTolerance);
    });
  }
}

TEST(DualState, AStepOfAllBlocksIsTheStepOfEach) {
  for (uint64_t seed = 0; seed < 15; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto&, const auto& outputs, const auto&) {
      common::RandomStream random(seed, "moves");
      MoveAtRandom(state, outputs, random, 6);
      std::vector<typename std::remove_reference_t<decltype(state)>::Corner> corners;
      ExactGap(state, static_cast<BlockGaps*>(nullptr), &corners);
      auto one_by_one = state;
      auto corner_state = state;
      const DenseVector before = state.FromRaw(state.raw_sum());
      state.MoveAll(corners, 0.3);
      for (int i = 0; i < state.size(); ++i) one_by_one.Move(i, corners[i], 0.3);
      EXPECT_LE((state.weights() - one_by_one.weights()).norm(), kTolerance);
      EXPECT_NEAR(state.loss(), one_by_one.loss(), kTolerance);
      // |V - V_s|^2, with V_s by moving all the way.
      const double distance = corner_state.SquaredDistance(corners);
      corner_state.MoveAll(corners, 1);
      EXPECT_NEAR(distance, (before - corner_state.FromRaw(corner_state.raw_sum())).squaredNorm(),
                  kTolerance * (1 + distance));
    });
  }
}

// Better than the short step (which is the same without bounds) and than any other step along the segment.
TEST(DualState, TheExactStepOfAllBlocksIsTheBest) {
  int longer = 0;
  for (uint64_t seed = 0; seed < 15; ++seed) {
    SCOPED_TRACE(seed);
    ForAllKindsOfStates(seed, [&](auto& state, const auto&, const auto& outputs, const auto& box) {
      common::RandomStream random(seed, "moves");
      MoveAtRandom(state, outputs, random, 6);
      std::vector<typename std::remove_reference_t<decltype(state)>::Corner> corners;
      const double gap = ExactGap(state, static_cast<BlockGaps*>(nullptr), &corners);
      if (gap <= kTolerance) return;
      const double exact = state.ExactStepOfAll(corners, gap);
      const double shorter = StepLength({gap, state.SquaredDistance(corners)}, state.lambda());
      if (!box) {
        EXPECT_EQ(exact, shorter);
      }
      longer += exact > shorter + 1e-6;
      const auto dual_after = [&](double step) {
        auto moved = state;
        moved.MoveAll(corners, step);
        return DualObjective(moved);
      };
      const double best = dual_after(exact);
      for (const double step :
           {shorter, 0.0, 0.1, 0.3, 0.6, 1.0, 0.99 * exact, std::min(1.0, 1.01 * exact)}) {
        EXPECT_GE(best, dual_after(step) - kTolerance) << step;
      }
    });
  }
  EXPECT_GT(longer, 20);  // otherwise this would test the short step
}

TEST(DualState, RefusesALambdaAndABoxThatAreNone) {
  const MulticlassProblem multiclass = RandomMulticlass(1);
  const ChainProblem chains = RandomChains(1);
  const auto refusal = [](const auto& make) { return common::MessageOf(common::ErrorKind::kUsage, make); };
  for (const double lambda : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_NE(refusal([&] { GeneralDualState<MulticlassProblem>(multiclass, lambda); }), "no error");
    EXPECT_NE(refusal([&] { ChainDualState(chains, lambda); }), "no error");
  }
  EXPECT_EQ(refusal([&] { ChainDualState(chains, 0); }), "lambda: expected a finite number above 0, found 0");
  EXPECT_EQ(refusal([&] { ChainDualState(chains, 1, Box::NonNegative(2)); }),
            "box: expected two bounds for each of 21 weights, found 2 lower and 2 upper bounds");
  EXPECT_NE(refusal([&] { GeneralDualState<MulticlassProblem>(multiclass, 1, Box::NonNegative(1)); }),
            "no error");
  Box empty = Box::Symmetric(chains.dimension(), -1);
  EXPECT_EQ(refusal([&] { ChainDualState(chains, 1, empty); }),
            "box, weight 0: expected lower <= upper, with a finite number between, found 1 and -1");
}

}  // namespace
}  // namespace structlab::structured_learning
