// Oracles and learners on the features of restriction kernels against enumeration of the candidates.
#include "structured_learning/localization/kernels/candidate_problem.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/testing/message_of.h"
#include "structured_learning/localization/localization_problem.h"
#include "structured_learning/localization/search/random_word_images.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

static_assert(StructuredProblem<CandidateProblem>);

constexpr int kWords = 3;

BoxKernelOptions KernelOf(uint64_t seed) {
  return {.type = static_cast<BoxKernelType>(seed % 3), .normalizes_counts = seed / 3 % 2 == 0};
}

std::vector<LocalizationImage> Images(uint64_t seed) {
  std::vector<LocalizationImage> images;
  for (uint64_t k = 0; k < 3; ++k) {
    const WordImage words = RandomWordImage(10 * seed + k, {.max_side = 4, .num_words = kWords});
    images.push_back({"", words});
    for (uint64_t o = 0; o < k; ++o) {
      images.back().objects.push_back(RandomBox(30 * seed + 3 * k + o, words.width, words.height));
    }
  }
  return images;
}

CandidateOptions OptionsOf(uint64_t seed) {
  return {.grid = {.columns = 2, .rows = 3},
          .examples = seed % 2 == 0 ? LocalizationExamples::kEachBox : LocalizationExamples::kEachImage,
          .no_object = static_cast<NoObject>(seed / 2 % 3)};
}

template <class P>
OutputsOf<P> ListOutputs(const P& problem, const CandidateProblem& candidates, NoObject no_object) {
  OutputsOf<P> outputs(candidates.size());
  int with_object = 0;
  for (int i = 0; i < candidates.size(); ++i) with_object += problem.truth(i).has_value();
  for (int i = 0; i < candidates.size(); ++i) {
    const bool has_two = no_object == NoObject::kOwnExample && i >= candidates.size() - with_object / 2;
    if (!problem.truth(i) || has_two || no_object == NoObject::kCandidate) outputs[i].push_back({});
    for (const PixelBox& box : candidates.candidates(i)) {
      if (!has_two || box == problem.truth(i)) outputs[i].push_back(box);
    }
  }
  return outputs;
}

TEST(CandidateProblem, OraclesEqualEnumeration) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const CandidateOptions options = OptionsOf(seed);
    const auto features = LearnRestrictionFeatures(Images(seed), kWords, options, {.kernel = KernelOf(seed)});
    const CandidateProblem problem(Images(seed), features, options);
    const auto outputs = ListOutputs(problem, problem, options.no_object);
    const BruteForce reference(problem, outputs);
    const DenseVector weights = RandomWeights(seed, problem.dimension());
    for (int i = 0; i < problem.size(); ++i) {
      ASSERT_EQ(problem.LossAugmentedInference(i, weights), reference.LossAugmentedInference(i, weights));
      ASSERT_EQ(problem.SlackRescaledInference(i, weights), reference.SlackRescaledInference(i, weights));
    }
  }
}

// Predictions for images with unknown objects are those for the same images with known ones.
TEST(CandidateProblem, PredictDoesNotReadTheTrueBoxes) {
  for (uint64_t seed = 2; seed <= 20; seed += 2) {
    for (const NoObject no_object : {NoObject::kCandidate, NoObject::kNever}) {
      const CandidateOptions options{.grid = {.columns = 2, .rows = 2}, .no_object = no_object};
      const auto features = LearnRestrictionFeatures(Images(seed), kWords, options, {});
      std::vector<LocalizationImage> unknown = {Images(seed)[2]};
      unknown[0].objects.clear();
      const CandidateProblem problem({Images(seed)[2]}, features, options), other(unknown, features, options);
      const DenseVector weights = RandomWeights(seed, problem.dimension());
      EXPECT_EQ(problem.Predict(0, weights), other.Predict(0, weights));
      EXPECT_TRUE(no_object == NoObject::kCandidate || other.Predict(0, weights).has_value());
    }
  }
}

// The linear kernel of counts has the same optimum as the counts themselves.
TEST(CandidateProblem, LinearKernelsAreTheCounts) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const CandidateOptions options = OptionsOf(seed);
    const auto features = LearnRestrictionFeatures(
        Images(seed), kWords, options, {.kernel = {.normalizes_counts = false}, .tolerance = 1e-12});
    EXPECT_LE(features->rank(), kWords);
    const CandidateProblem problem(Images(seed), features, options);
    const LocalizationProblem counts(
        Images(seed), {.num_words = kWords, .examples = options.examples, .no_object = options.no_object});
    const ExactOptimum optimum =
        SolveExactly(counts, ListOutputs(counts, problem, options.no_object), /*lambda=*/0.1);
    const LearningResult result = LearnOneSlackCuttingPlane(problem, 0.1, LearningRun(1e-8));
    EXPECT_EQ(result.ending, common::Ending::kGapReached);
    EXPECT_NEAR(result.primal, optimum.primal, 1e-7);
  }
}

TEST(CandidateProblem, RefusesImagesWithoutPoints) {
  const std::vector<LocalizationImage> images = {{"a", {4, 4, {}}, {{1, 1, 2, 2}}}};
  const auto features = LearnRestrictionFeatures(images, 1, {}, {});
  EXPECT_EQ(MessageOf(ErrorKind::kData, [&] { CandidateProblem(images, features, {}); }),
            "restriction kernel: expected boxes with points, found no point in any declared box");
}

TEST(CandidateProblem, LearnersFindTheOptimum) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const CandidateOptions options = OptionsOf(seed);
    const auto features = LearnRestrictionFeatures(Images(seed), kWords, options, {.kernel = KernelOf(seed)});
    const CandidateProblem problem(Images(seed), features, options);
    const auto outputs = ListOutputs(problem, problem, options.no_object);
    const SlackRescaled<CandidateProblem> rescaled(problem);
    EXPECT_NEAR(LearnOneSlackCuttingPlane(problem, 0.1, LearningRun(1e-8)).primal,
                SolveExactly(problem, outputs, 0.1).primal, 1e-7);
    EXPECT_NEAR(LearnOneSlackCuttingPlane(rescaled, 0.1, LearningRun(1e-8)).primal,
                SolveExactly(rescaled, outputs, 0.1).primal, 1e-7);
  }
}

}  // namespace
}  // namespace structlab::structured_learning
