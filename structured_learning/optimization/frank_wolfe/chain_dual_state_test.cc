// Compares the state of chains, which never forms a plane, step by step with the general state.
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"

#include <cmath>
#include <string>

#include "common/random_stream.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/block_gaps.h"
#include "structured_learning/problem/random_chains.h"

namespace structlab::structured_learning {
namespace {

static_assert(std::same_as<DualState<ChainProblem>, ChainDualState>);

void ExpectClose(double fast, double general, const char* what) {
  EXPECT_NEAR(fast, general, 1e-12 * std::max({1.0, std::abs(fast), std::abs(general)})) << what;
}

// Both states, with the same moves.
class Pair {
 public:
  Pair(const ChainProblem& problem, double lambda, const std::optional<Box>& box, uint64_t seed)
      : problem_(problem),
        fast_(problem, lambda, box),
        general_(problem, lambda, box),
        random_(seed, "pair") {}

  void ExpectEqual() {
    const DenseVector weights = general_.weights();
    EXPECT_LE((fast_.weights() - weights).norm(), 1e-12 * std::max(1.0, weights.norm()));
    const DenseVector sum = general_.raw_sum();
    EXPECT_LE((fast_.FromRaw(fast_.raw_sum()) - sum).norm(), 1e-12 * std::max(1.0, sum.norm()));
    ExpectClose(fast_.loss(), general_.loss(), "loss");
    ExpectClose(fast_.SumDotWeights(), general_.SumDotWeights(), "V'w");
    ExpectClose(fast_.SquaredNormOfWeights(), general_.SquaredNormOfWeights(), "|w|^2");
    ExpectClose(DualObjective(fast_), DualObjective(general_), "dual");
    for (int i = 0; i < problem_.size(); ++i) {
      ExpectClose(fast_.BlockDotWeights(i), general_.BlockDotWeights(i), "w_i'w");
      ExpectClose(fast_.block_loss(i), general_.block_loss(i), "l_i");
    }
    ExpectPaddingZero();
  }

  // A step to the oracle's corner or to a random one, by the line search, to the end, in part or not at all.
  void Step() {
    const int i = static_cast<int>(random_.UniformIndex(problem_.size()));
    SetCorners(i);
    ExpectClose(fast_.HingeAt(i, fast_corner_), general_.HingeAt(i, general_corner_), "hinge");
    const BlockComparison fast = fast_.Compare(i, fast_corner_);
    const BlockComparison general = general_.Compare(i, general_corner_);
    ExpectClose(fast.gap, general.gap, "block gap");
    double step = random_.UniformIndex(4) == 0 ? 1 : random_.UniformIndex(3) == 0 ? 0 : random_.Uniform();
    if (fast.gap > 1e-9) {  // a gap of rounding has either sign, and a step that is arbitrary
      ExpectClose(fast.squared_distance, general.squared_distance, "distance");
      const double exact = fast_.ExactStep(i, fast_corner_, fast);
      // With bounds the best steps may be an interval, of which rounding picks one: the dual is the same.
      auto by_fast = general_, by_general = general_;
      by_fast.Move(i, general_corner_, exact);
      by_general.Move(i, general_corner_, general_.ExactStep(i, general_corner_, general));
      ExpectClose(DualObjective(by_fast), DualObjective(by_general), "dual after the exact step");
      if (random_.Uniform() < 0.5) step = exact;
    }
    fast_.Move(i, fast_corner_, step);
    general_.Move(i, general_corner_, step);
  }

  void StepOfAllBlocks() {
    std::vector<ChainDualState::Corner> fast(problem_.size());
    std::vector<GeneralDualState<ChainProblem>::Corner> general(problem_.size());
    for (int i = 0; i < problem_.size(); ++i) {
      SetCorners(i);
      fast[i] = fast_corner_;
      general[i] = general_corner_;
    }
    ExpectClose(fast_.SquaredDistance(fast), general_.SquaredDistance(general), "distance of all blocks");
    const double step = random_.UniformIndex(3) == 0 ? 1 : random_.Uniform();
    fast_.MoveAll(fast, step);
    general_.MoveAll(general, step);
  }

  void DivideLambda() {
    const double factor = random_.Uniform(1, 1.2);
    fast_.DivideLambda(factor);
    general_.DivideLambda(factor);
  }

  void Refresh() {
    fast_.Refresh();
    general_.Refresh();
  }

  void ExpectSameExactGap() {
    BlockGaps fast(problem_.size()), general(problem_.size());
    ExpectClose(ExactGap(fast_, &fast), ExactGap(general_, &general), "exact gap");
    for (int i = 0; i < problem_.size(); ++i) ExpectClose(fast[i], general[i], "block gap");
  }

 private:
  // Uses the same output for both, since rounding may choose differently among equally good ones.
  void SetCorners(int i) {
    if (random_.Uniform() < 0.7) {
      fast_.FindCorner(i, fast_corner_);
      general_.FindCorner(i, general_corner_);
      ExpectClose(general_.HingeAt(i, general_corner_), fast_.HingeAt(i, fast_corner_),
                  "hinge of the oracle");
      general_.SetCorner(i, fast_corner_.output, general_corner_);
    } else {
      std::vector<int> output = problem_.truth(i);
      for (int& label : output) {
        if (random_.Uniform() < 0.5)
          label = static_cast<int>(random_.UniformIndex(problem_.samples().num_labels()));
      }
      fast_.SetCorner(i, output, fast_corner_);
      general_.SetCorner(i, output, general_corner_);
    }
  }

  void ExpectPaddingZero() {
    const ChainWeights& packed = fast_.packed_weights();
    for (int row = 0; row < packed.num_features() + packed.num_labels(); ++row) {
      for (int lane = packed.num_labels(); lane < packed.stride(); ++lane) {
        ASSERT_EQ(packed.feature_row(row)[lane], 0);
      }
    }
  }

  const ChainProblem& problem_;
  ChainDualState fast_;
  GeneralDualState<ChainProblem> general_;
  ChainDualState::Corner fast_corner_;
  GeneralDualState<ChainProblem>::Corner general_corner_;
  common::RandomStream random_;
};

void RunTogether(const RandomChainsOptions& options, uint64_t seed, int rounds) {
  const ChainProblem problem = RandomChains(seed, options);
  const int d = problem.dimension();
  for (const std::optional<Box>& box : {std::optional<Box>(), std::optional<Box>(Box::NonNegative(d)),
                                        std::optional<Box>(Box::Symmetric(d, 0.05))}) {
    SCOPED_TRACE("labels " + std::to_string(options.num_labels) + ", seed " + std::to_string(seed) +
                 (box ? ", box from " + std::to_string(box->lower[0]) : ", no box"));
    Pair pair(problem, 0.1, box, seed);
    pair.ExpectEqual();
    for (int round = 0; round < rounds; ++round) {
      for (int step = 0; step < 8; ++step) pair.Step();
      pair.ExpectEqual();
      if (round % 2 == 0) pair.DivideLambda();
      pair.ExpectEqual();
      for (int step = 0; step < 3; ++step) pair.Step();
      if (round % 3 == 1) pair.StepOfAllBlocks();
      if (round % 3 == 2) pair.Refresh();
      pair.ExpectEqual();
      pair.ExpectSameExactGap();
    }
  }
}

TEST(ChainDualState, IsTheGeneralStateStepByStep) {
  for (const int labels : {1, 2, 3, 5, 26, 33}) {
    for (uint64_t seed = 0; seed < 6; ++seed) {
      RunTogether({.num_features = 6,
                   .num_labels = labels,
                   .sequences = 4,
                   .max_length = 6,
                   .values = seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kNormal,
                   .loss = seed % 3 == 0 ? ChainLoss::kHamming : ChainLoss::kMeanHamming},
                  seed, 6);
    }
  }
}

// Longer than the 64 positions whose inner products are kept.
TEST(ChainDualState, IsTheGeneralStateOnLongSequences) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    RunTogether({.num_features = 6,
                 .num_labels = 3,
                 .sequences = 3,
                 .min_length = 60,
                 .max_length = 70,
                 .values = seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kNormal},
                seed, 6);
  }
}

// Comparing one corner and moving to another is allowed, as it is for the general state.
TEST(ChainDualState, MovesToTheCornerItIsGiven) {
  const ChainProblem problem = RandomChains(3, {.min_length = 3});
  ChainDualState compared(problem, 0.1), fresh(problem, 0.1);
  ChainDualState::Corner oracle, other;
  compared.FindCorner(0, oracle);
  std::vector<int> output = problem.truth(0);
  output[1] = (output[1] + 1) % 3;
  compared.SetCorner(0, output, other);
  ASSERT_NE(oracle.output, other.output);
  ASSERT_GT(compared.Compare(0, oracle).gap, 0);
  compared.Move(0, other, 0.5);
  fresh.Move(0, other, 0.5);
  EXPECT_EQ(compared.weights(), fresh.weights());
}

}  // namespace
}  // namespace structlab::structured_learning
