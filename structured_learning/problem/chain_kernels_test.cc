#include "structured_learning/problem/chain_kernels.h"

#include "gtest/gtest.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

// One register and a part of it, several, more than the eight of a group, and full ones.
constexpr int kLabelCounts[] = {1, 2, 3, 4, 5, 8, 26, 32, 33, 40};

TEST(ChainWeights, AreUnpackedAsTheyWereLoaded) {
  for (const int labels : kLabelCounts) {
    SCOPED_TRACE(labels);
    const DenseVector weights = RandomWeights(labels, (6 + labels) * labels);
    ChainWeights packed(6, labels);
    packed.Load(weights);
    EXPECT_EQ(packed.Unpack(), weights);
    for (int a = 0; a < labels; ++a) {
      EXPECT_EQ(packed.feature_row(2)[a], weights[2 * labels + a]);
      for (int b = 0; b < labels; ++b) {
        EXPECT_EQ(packed.transition_row(b)[a], weights[6 * labels + a * labels + b]);
      }
    }
  }
}

TEST(ChainWeights, ArePaddedWithZerosToFullRegisters) {
  for (const int labels : kLabelCounts) {
    SCOPED_TRACE(labels);
    ChainWeights packed(6, labels);
    packed.Load(RandomWeights(labels, (6 + labels) * labels));
    EXPECT_EQ(packed.stride() % 4, 0);
    EXPECT_LT(packed.stride() - labels, 4);
    ASSERT_EQ(packed.packed().size(), (6 + labels) * packed.stride());
    for (int row = 0; row < 6 + labels; ++row) {
      for (int lane = labels; lane < packed.stride(); ++lane) EXPECT_EQ(packed.feature_row(row)[lane], 0);
    }
  }
}

TEST(ChainKernels, ScoresAreTheProductsWithTheJointFeature) {
  for (const int labels : kLabelCounts) {
    for (const ChainValues values : {ChainValues::kOnes, ChainValues::kNormal}) {
      SCOPED_TRACE(labels);
      const ChainProblem problem =
          RandomChains(labels, {.num_features = 9, .num_labels = labels, .values = values});
      const ChainSamples& samples = problem.samples();
      const DenseVector weights = RandomWeights(7 + labels, problem.dimension());
      ChainWeights packed(samples.num_features(), labels);
      packed.Load(weights);
      ChainWorkspace workspace(samples.max_length(), packed.stride());
      for (int i = 0; i < problem.size(); ++i) {
        ComputeScores(samples, i, packed, workspace);
        for (int t = 0; t < samples.length(i); ++t) {
          for (int lane = labels; lane < packed.stride(); ++lane) EXPECT_EQ(workspace.scores(t)[lane], 0);
        }
        for (uint64_t seed = 0; seed < 5; ++seed) {
          std::vector<int> y;
          for (int t = 0; t < samples.length(i); ++t)
            y.push_back(static_cast<int>((seed * 7 + t * 5) % labels));
          EXPECT_NEAR(ScoreOf(packed, workspace, y), Dot(problem.JointFeature(i, y), weights), 1e-12);
        }
      }
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
