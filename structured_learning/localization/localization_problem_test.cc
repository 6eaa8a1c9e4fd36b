// Oracles and learners of localisation problems against enumeration of all boxes.
#include "structured_learning/localization/localization_problem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/localization/search/random_word_images.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/cutting_plane/n_slack_cutting_plane.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

static_assert(StructuredProblem<LocalizationProblem>);
static_assert(StructuredProblem<SlackRescaled<LocalizationProblem>>);

constexpr int kWords = 3;

// One to three images with no, one or two objects.
std::vector<LocalizationImage> RandomImages(uint64_t seed, int max_side) {
  common::RandomStream stream(seed, "localization images");
  std::vector<LocalizationImage> images(1 + stream.UniformIndex(3));
  for (size_t k = 0; k < images.size(); ++k) {
    const uint64_t index = 10 * seed + k;
    images[k].words = RandomWordImage(index, {.max_side = max_side, .num_words = kWords});
    const uint64_t objects = stream.UniformIndex(3);
    for (uint64_t o = 0; o < objects; ++o) {
      images[k].objects.push_back(RandomBox(3 * index + o, images[k].words.width, images[k].words.height));
    }
  }
  return images;
}

LocalizationOptions OptionsOf(uint64_t seed) {
  return {.features = seed % 2 == 0 ? BoxFeatures::kWords : BoxFeatures::kWordPyramid,
          .num_words = kWords,
          .examples = seed / 2 % 2 == 0 ? LocalizationExamples::kEachBox : LocalizationExamples::kEachImage,
          .no_object = static_cast<NoObject>(seed / 4 % 3)};
}

// The first half of the examples of kOwnExample whose images have an object come again.
bool HasTwoOutputs(const LocalizationProblem& problem, int i) {
  if (problem.options().no_object != NoObject::kOwnExample) return false;
  int with_object = 0;
  for (int k = 0; k < problem.size(); ++k) with_object += problem.truth(k).has_value();
  return i >= problem.size() - with_object / 2;
}

OutputsOf<LocalizationProblem> ListOutputs(const LocalizationProblem& problem) {
  OutputsOf<LocalizationProblem> outputs(problem.size());
  for (int i = 0; i < problem.size(); ++i) {
    const FoundObject truth = problem.truth(i);
    const bool has_two = HasTwoOutputs(problem, i);
    if (!truth || has_two || problem.options().no_object == NoObject::kCandidate) {
      outputs[i].push_back({});
    }
    if (has_two) {
      outputs[i].push_back(truth);
    } else {
      const WordImage& words = problem.image(i).words;
      for (const PixelBox& box : AllBoxes(words.width, words.height)) outputs[i].push_back(box);
    }
  }
  return outputs;
}

TEST(LocalizationProblem, OraclesEqualEnumeration) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const LocalizationProblem problem(RandomImages(seed, 4), OptionsOf(seed));
    const OutputsOf<LocalizationProblem> outputs = ListOutputs(problem);
    const BruteForce reference(problem, outputs);
    const SlackRescaled<LocalizationProblem> rescaled(problem);
    const BruteForce slack(rescaled, outputs);
    const DenseVector weights = (seed % 5 == 0 ? 3 : 0.3) * RandomWeights(seed, problem.dimension());
    for (int i = 0; i < problem.size(); ++i) {
      const double margin_hinge = reference.Hinge(i, weights), slack_hinge = slack.Hinge(i, weights);
      const auto margin = problem.LossAugmentedInferenceWithBound(i, weights);
      ASSERT_NEAR(PlaneOf(problem, i, margin.output).ValueAt(weights), margin_hinge, 1e-10);
      ASSERT_NEAR(margin.hinge_bound, margin_hinge, 1e-10);
      ASSERT_EQ(problem.LossAugmentedInference(i, weights), margin.output);
      const auto by_slack = problem.SlackRescaledInferenceWithBound(i, weights);
      ASSERT_NEAR(PlaneOf(rescaled, i, by_slack.output).ValueAt(weights), slack_hinge, 1e-10);
      ASSERT_NEAR(by_slack.hinge_bound, slack_hinge, 1e-10);
      ASSERT_EQ(rescaled.LossAugmentedInference(i, weights), by_slack.output);
      // Predict returns "no object" only with kCandidate.
      if (problem.truth(i) || problem.options().no_object == NoObject::kCandidate) {
        ASSERT_NEAR(reference.Score(i, problem.Predict(i, weights), weights),
                    reference.Score(i, reference.Predict(i, weights), weights), 1e-10);
      } else {
        ASSERT_TRUE(problem.Predict(i, weights).has_value());
      }
    }
  }
}

TEST(LocalizationProblem, BoundsHoldAtTheLimitOfSets) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    LocalizationOptions options = OptionsOf(seed);
    options.search.max_sets = 1 + static_cast<int64_t>(seed % 9);
    const LocalizationProblem problem(RandomImages(seed, 4), options);
    EXPECT_EQ(problem.certificate(), OracleCertificate::kUpperBound);
    const OutputsOf<LocalizationProblem> outputs = ListOutputs(problem);
    const BruteForce reference(problem, outputs);
    const SlackRescaled<LocalizationProblem> rescaled(problem);
    const BruteForce slack(rescaled, outputs);
    const DenseVector weights = RandomWeights(seed, problem.dimension());
    for (int i = 0; i < problem.size(); ++i) {
      const auto margin = problem.LossAugmentedInferenceWithBound(i, weights);
      ASSERT_GE(margin.hinge_bound, reference.Hinge(i, weights) - 1e-10);
      ASSERT_GE(PlaneOf(problem, i, margin.output).ValueAt(weights), -1e-10);
      const auto by_slack = problem.SlackRescaledInferenceWithBound(i, weights);
      ASSERT_GE(by_slack.hinge_bound, slack.Hinge(i, weights) - 1e-10);
      ASSERT_GE(PlaneOf(rescaled, i, by_slack.output).ValueAt(weights), -1e-10);
    }
  }
}

template <class P>
void ExpectLearnersFindTheOptimum(const P& problem, const OutputsOf<P>& outputs, double lambda) {
  const ExactOptimum optimum = SolveExactly(problem, outputs, lambda);
  const common::RunControl run = LearningRun(/*gap=*/1e-7, /*passes=*/3000);
  for (const LearningResult& result :
       {LearnOneSlackCuttingPlane(problem, lambda, run), LearnNSlackCuttingPlane(problem, lambda, run),
        Bcfw(problem, lambda, {.run = LearningRun(1e-4, 3000), .plane_cache = 5})}) {
    EXPECT_EQ(result.ending, common::Ending::kGapReached);
    EXPECT_LE(result.dual, optimum.primal + 1e-9);
    EXPECT_NEAR(PrimalObjective(problem, lambda, result.weights), optimum.primal, result.gap + 1e-9);
  }
}

TEST(LocalizationProblem, LearnersFindTheOptimum) {
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    const LocalizationProblem problem(RandomImages(seed, 3), OptionsOf(seed));
    const OutputsOf<LocalizationProblem> outputs = ListOutputs(problem);
    ExpectLearnersFindTheOptimum(problem, outputs, 0.1);
    ExpectLearnersFindTheOptimum(SlackRescaled<LocalizationProblem>(problem), outputs, 0.1);
  }
}

TEST(LocalizationProblem, ExamplesOfImagesWithSeveralObjects) {
  const WordImage words = WorkedExampleImage();
  const std::vector<LocalizationImage> images = {
      {"two", words, {{0, 0, 1, 1}, {2, 2, 3, 3}}}, {"none", words}, {"one", words, {{1, 1, 2, 2}}}};
  const LocalizationProblem each(images, {});
  EXPECT_EQ(each.size(), 4);
  EXPECT_EQ(each.truth(1), (PixelBox{2, 2, 3, 3}));
  EXPECT_EQ(each.truth(2), FoundObject());
  EXPECT_EQ(each.Loss(0, PixelBox{2, 2, 3, 3}), 1);
  EXPECT_EQ(each.Loss(2, PixelBox{2, 2, 3, 3}), 1);
  EXPECT_EQ(each.Loss(2, {}), 0);
  EXPECT_EQ(each.image(3).name, "one");
  const LocalizationProblem nearest(images, {.examples = LocalizationExamples::kEachImage});
  EXPECT_EQ(nearest.size(), 3);
  EXPECT_EQ(nearest.Loss(0, PixelBox{2, 2, 3, 3}), 0);
  const LocalizationProblem own(images, {.no_object = NoObject::kOwnExample});
  EXPECT_EQ(own.size(), 7);
  EXPECT_EQ(own.truth(4), own.truth(0));
  EXPECT_EQ(own.truth(6), own.truth(3));
}

TEST(LocalizationProblem, FeaturesAreCountsOfWords) {
  const WordImage words{4, 4, {{0, 0, 2}, {1, 1, 0}, {1, 1, 2}, {3, 3, 1}}};
  const LocalizationProblem plain({{"a", words}}, {});
  EXPECT_EQ(plain.dimension(), 3);
  EXPECT_EQ(plain.JointFeature(0, PixelBox{0, 0, 1, 2}).entries(),
            (std::vector<SparseVector::Entry>{{0, 1}, {2, 2}}));
  EXPECT_TRUE(plain.JointFeature(0, {}).entries().empty());
  const LocalizationProblem pyramid({{"a", words}}, {.features = BoxFeatures::kWordPyramid, .num_words = 10});
  EXPECT_EQ(pyramid.dimension(), 50);
  // The middles of the whole image are column and row 1.
  EXPECT_EQ(pyramid.JointFeature(0, PixelBox{0, 0, 3, 3}).entries(),
            (std::vector<SparseVector::Entry>{{0, 1},
                                              {1, 1},
                                              {2, 2},
                                              {10, 1},
                                              {12, 2},
                                              {20, 1},
                                              {22, 1},
                                              {30, 1},
                                              {32, 1},
                                              {40, 1},
                                              {41, 1},
                                              {42, 1}}));
}

TEST(LocalizationProblem, RefusesInvalidInput) {
  const WordImage words = WorkedExampleImage();
  const auto error = [](ErrorKind kind, const std::vector<LocalizationImage>& images,
                        const LocalizationOptions& options) {
    return MessageOf(kind, [&] { LocalizationProblem(images, options); });
  };
  EXPECT_EQ(error(ErrorKind::kData, {}, {}), "images: expected at least one image, found none");
  EXPECT_EQ(
      error(ErrorKind::kData, {{"a", words}, {"cow.png", words, {{0, 0, 4, 1}}}}, {}),
      "cow.png: expected a box within the image of 4 x 4 pixels, found 0 0 4 1; count pixels from 0; all "
      "four sides are inside");
  EXPECT_EQ(
      error(ErrorKind::kData, {{"", words, {{2, 0, 1, 1}}}}, {}),
      "image 1: expected a box with left <= right and top <= bottom, found 2 0 1 1; write the box as left, "
      "top, right, bottom");
  EXPECT_EQ(
      error(ErrorKind::kData, {{"a", words}}, {.num_words = 5}),
      "a: expected words from 0 to 4, found word 5 of point 6; use the weights and the images of one code "
      "book");
  EXPECT_EQ(error(ErrorKind::kUsage, {{"a", words}}, {.num_words = -1}),
            "num_words: expected at least 0, found -1");
  EXPECT_NE(error(ErrorKind::kUsage, {{"a", words}},
                  {.features = BoxFeatures::kWordPyramid, .num_words = 1'000'000'000}),
            "no error");
  const LocalizationProblem problem({{"a", words}}, {});
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { problem.Predict(0, DenseVector::Constant(16, NAN)); }),
            "weights: expected finite numbers up to 1e290, found nan as weight 0");
}

}  // namespace
}  // namespace structlab::structured_learning
