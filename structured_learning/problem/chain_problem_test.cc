#include "structured_learning/problem/chain_problem.h"

#include <map>
#include <string>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

using Labels = std::vector<int>;

static_assert(StructuredProblem<ChainProblem>);

struct WithoutLossAugmentedInference : ChainProblem {
  using ChainProblem::ChainProblem;
  void LossAugmentedInference(int, const WeightsView&) const = delete;
};
static_assert(!StructuredProblem<WithoutLossAugmentedInference>);

// Label counts that fill a part of a register, several registers, and more than the eight of a group; lengths
// so that all labelings can be tried. Powers of two, for an exact share of wrong labels.
struct Size {
  int labels, max_length, instances;
};
constexpr Size kSizes[] = {{1, 8, 10},  {2, 8, 60}, {3, 4, 100}, {5, 4, 40},
                           {26, 2, 10}, {33, 2, 8}, {40, 2, 8}};

RandomChainsOptions OptionsOf(const Size& size, int length, ChainValues values, ChainLoss loss) {
  return {.num_features = 3,
          .num_labels = size.labels,
          .sequences = 2,
          .min_length = length,
          .max_length = length,
          .values = values,
          .loss = loss};
}

// With exact sums every oracle returns the lowest of the best labelings, also in all ties.
TEST(ChainProblem, OraclesFindTheLowestOfTheBestLabelings) {
  for (const Size& size : kSizes) {
    for (int length = 1; length <= size.max_length; length *= 2) {
      for (int instance = 0; instance < size.instances; ++instance) {
        const uint64_t seed = instance;
        SCOPED_TRACE("labels " + std::to_string(size.labels) + ", length " + std::to_string(length) +
                     ", seed " + std::to_string(seed));
        const ChainProblem problem = RandomChains(
            seed, OptionsOf(size, length, seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kDyadic,
                            seed % 3 == 0 ? ChainLoss::kHamming : ChainLoss::kMeanHamming));
        const auto outputs = ListOutputs(problem);
        const BruteForce brute(problem, outputs);
        const DenseVector weights = seed % 10 == 9 ? DenseVector(DenseVector::Zero(problem.dimension()))
                                                   : DyadicWeights(seed, problem.dimension());
        for (int i = 0; i < problem.size(); ++i) {
          ASSERT_EQ(problem.Predict(i, weights), brute.Predict(i, weights));
          ASSERT_EQ(problem.LossAugmentedInference(i, weights), brute.LossAugmentedInference(i, weights));
          ASSERT_EQ(problem.SlackRescaledInference(i, weights), brute.SlackRescaledInference(i, weights));
        }
      }
    }
  }
}

TEST(ChainProblem, OraclesFindTheHighestPieceOfTheHinge) {
  for (const Size& size : kSizes) {
    for (uint64_t seed = 0; seed < 8; ++seed) {
      SCOPED_TRACE("labels " + std::to_string(size.labels) + ", seed " + std::to_string(seed));
      const int length = 1 + static_cast<int>(seed) % std::min(size.max_length, 5);
      const ChainProblem problem = RandomChains(
          seed, OptionsOf(size, length, seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kNormal,
                          seed % 3 == 0 ? ChainLoss::kHamming : ChainLoss::kMeanHamming));
      const SlackRescaled slack(problem);
      const auto outputs = ListOutputs(problem);
      const DenseVector weights = RandomWeights(seed, problem.dimension());
      double hinges = 0;
      for (int i = 0; i < problem.size(); ++i) {
        const Labels y = problem.LossAugmentedInference(i, weights);
        const double hinge = BruteForce(problem, outputs).Hinge(i, weights);
        EXPECT_NEAR(PlaneOf(problem, i, y).ValueAt(weights), hinge, 1e-12);
        hinges += hinge;
        const Labels z = slack.LossAugmentedInference(i, weights);
        EXPECT_NEAR(PlaneOf(slack, i, z).ValueAt(weights), BruteForce(slack, outputs).Hinge(i, weights),
                    1e-12);
      }
      EXPECT_NEAR(problem.MeanHinge(weights), hinges / problem.size(), 1e-12);
    }
  }
}

TEST(ChainProblem, JointFeatureCountsFeaturesAndTransitions) {
  ChainSamples samples(3, 2);
  samples.BeginSequence();
  samples.AddPosition(0, Labels{0, 2}, std::vector<double>{0.5, 2});
  samples.AddPosition(1, Labels{0});
  samples.AddPosition(1, Labels{1});
  const ChainProblem problem(std::move(samples), ChainLoss::kMeanHamming);
  EXPECT_EQ(problem.dimension(), 10);
  DenseVector feature = DenseVector::Zero(10);
  AddScaled(problem.JointFeature(0, {1, 1, 1}), 1, feature);
  EXPECT_EQ(feature, (DenseVector{{0, 1.5, 0, 1, 0, 2, 0, 0, 0, 2}}));
  feature.setZero();
  AddScaled(problem.JointFeature(0, {1, 0, 1}), 1, feature);
  EXPECT_EQ(feature, (DenseVector{{1, 0.5, 0, 1, 0, 2, 0, 1, 1, 0}}));
}

TEST(ChainProblem, LossIsTheShareOrTheNumberOfWrongLabels) {
  const RandomChainsOptions options{.min_length = 4, .max_length = 4};
  const ChainProblem share(RandomChainSamples(1, options), ChainLoss::kMeanHamming);
  const ChainProblem number(RandomChainSamples(1, options), ChainLoss::kHamming);
  Labels y = share.truth(0);
  EXPECT_EQ(share.Loss(0, y), 0);
  y[1] = (y[1] + 1) % 3;
  y[2] = (y[2] + 1) % 3;
  EXPECT_EQ(share.Loss(0, y), 0.5);
  EXPECT_EQ(number.Loss(0, y), 2);
  EXPECT_EQ(share.LossOfOneLabel(0), 0.25);
  EXPECT_EQ(number.LossOfOneLabel(0), 1);
}

TEST(ChainProblem, ErrorsAreThoseOfThePredictions) {
  const ChainProblem problem = RandomChains(5, {.sequences = 20, .max_length = 6});
  const DenseVector weights = RandomWeights(5, problem.dimension());
  int wrong = 0, positions = 0, wrong_sequences = 0;
  double loss = 0;
  for (int i = 0; i < problem.size(); ++i) {
    const Labels truth = problem.truth(i), predicted = problem.Predict(i, weights);
    for (size_t t = 0; t < truth.size(); ++t) wrong += truth[t] != predicted[t];
    positions += static_cast<int>(truth.size());
    wrong_sequences += truth != predicted;
    loss += problem.Loss(i, predicted);
  }
  const ChainErrors errors = MeasureErrors(problem, weights);
  ASSERT_GT(wrong_sequences, 0);
  ASSERT_LT(wrong, positions);
  EXPECT_EQ(errors.label_error, static_cast<double>(wrong) / positions);
  EXPECT_EQ(errors.sequence_error, wrong_sequences / 20.0);
  EXPECT_NEAR(errors.mean_loss, loss / 20, 1e-15);
}

// Every wrong label occurs at every position equally often.
TEST(ChainProblem, RandomLossMaximizersAreUniform) {
  constexpr int kLabels = 5, kDraws = 40000;
  const ChainProblem problem = RandomChains(2, {.num_labels = kLabels, .min_length = 2, .max_length = 2});
  common::RandomStream stream(1, "test");
  std::map<Labels, int> counts;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Labels y = problem.RandomLossMaximizer(0, stream);
    ASSERT_EQ(problem.Loss(0, y), 1);
    ++counts[y];
  }
  EXPECT_EQ(counts.size(), 16u);
  double chi_squared = 0;
  for (const auto& [y, count] : counts) {
    const double expected = kDraws / 16.0;
    chi_squared += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_squared, 37.7);  // 15 degrees of freedom, 0.1%
}

TEST(ChainProblem, TheOnlyLabelIsNeverWrong) {
  const ChainProblem problem = RandomChains(2, {.num_labels = 1});
  common::RandomStream stream(1, "test");
  const DenseVector weights = RandomWeights(1, problem.dimension());
  EXPECT_EQ(problem.RandomLossMaximizer(0, stream), problem.truth(0));
  EXPECT_EQ(problem.LossAugmentedInference(0, weights), problem.truth(0));
  EXPECT_EQ(problem.SlackRescaledInference(0, weights), problem.truth(0));
  EXPECT_EQ(problem.MeanHinge(weights), 0);
}

std::string Refusal(ChainSamples samples) {
  return common::MessageOf(common::ErrorKind::kData,
                           [&] { ChainProblem(std::move(samples), ChainLoss::kHamming); });
}

TEST(ChainProblem, RefusesAnEmptySetAndAnEmptySequence) {
  EXPECT_EQ(Refusal(ChainSamples(2, 2)),
            "samples: expected at least one sequence, found an empty training set");
  ChainSamples samples(2, 2);
  samples.BeginSequence();
  samples.AddPosition(0, Labels{1});
  EXPECT_EQ(Refusal(samples), "no error");
  samples.BeginSequence();
  EXPECT_EQ(Refusal(samples), "sequence 1: expected at least one position, found an empty sequence");
  samples.BeginSequence();
  samples.AddPosition(0, Labels{1});
  EXPECT_EQ(Refusal(samples), "sequence 1: expected at least one position, found an empty sequence");
}

}  // namespace
}  // namespace structlab::structured_learning
