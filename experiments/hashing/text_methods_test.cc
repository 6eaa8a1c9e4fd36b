#include "experiments/hashing/text_methods.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "common/random_stream.h"
#include "experiments/hashing/projected_batch.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using structured_learning::ExampleBatch;

const TextSettings kSettings = {.lambdas = {1e-5}, .rates = {0.5, 2, 8}, .seed = 1};

CorpusTexts Reuters(int64_t documents) {
  return CorpusTexts(FindCorpus(TwoClassCorpora(), "reuters-r8"), Classes::kTwo, "", {documents, documents},
                     1);
}

// Two classes that differ in one of two hundred features.
ExampleBatch Vectors(int count, uint64_t seed) {
  common::RandomStream random(seed, "vectors");
  ExampleBatch batch;
  for (int i = 0; i < count; ++i) {
    const bool is_first = random.Uniform() < 0.5;
    const ExampleBatch::Room room = batch.FeatureRoom(5);
    room.keys[0] = is_first ? 0 : 1;
    for (uint32_t k = 1; k < 5; ++k) room.keys[k] = 50 * k + static_cast<uint32_t>(random.UniformIndex(50));
    for (uint32_t k = 0; k < 5; ++k) room.values[k] = 0.447f;
    batch.AddLabel(is_first ? 0 : 1);
    batch.AddExample(5, 0, 1);
  }
  return batch;
}

// All of them learn: the larger class of the stand-in has about half of the documents, and 3% of noise.
TEST(TextMethods, LearnTwoClasses) {
  const CorpusTexts texts = Reuters(1500);
  EXPECT_LT(RunHashKernel(texts, 20, kSettings).error, 20);
  for (const ExactMethod method :
       {ExactMethod::kGradientDescent, ExactMethod::kVwFromText, ExactMethod::kVwFromCache}) {
    EXPECT_LT(RunExact(texts, method, kSettings).error, 20);
  }
  EXPECT_LT(RunProjection(texts, 8, kSettings).error, 30);
  EXPECT_LT(RunProjection(texts, 8, kSettings, kernels::ProjectionKind::kSparseSigns).error, 30);
}

TEST(TextMethods, TheCacheChangesTimesAlone) {
  const CorpusTexts texts = Reuters(500);
  EXPECT_EQ(RunExact(texts, ExactMethod::kVwFromText, kSettings).error,
            RunExact(texts, ExactMethod::kVwFromCache, kSettings).error);
}

TEST(TextMethods, HashingNeedsNoPreprocessingAndNoFiles) {
  const TextOutcome hashed = RunHashKernel(Reuters(300), 12, kSettings);
  EXPECT_EQ(hashed.preprocessing_seconds, 0);
  EXPECT_EQ(hashed.original_bytes, 0);
  EXPECT_EQ(hashed.new_bytes, 0);
  EXPECT_GT(hashed.learning_seconds, 0);
}

TEST(TextMethods, ProjectedFilesGrowWithTheDimension) {
  const CorpusTexts texts = Reuters(300);
  const TextOutcome small = RunProjection(texts, 5, kSettings), large = RunProjection(texts, 8, kSettings);
  EXPECT_EQ(small.original_bytes, large.original_bytes);
  EXPECT_GT(small.original_bytes, 0);
  EXPECT_GT(large.new_bytes, 4 * small.new_bytes);
  EXPECT_GT(small.preprocessing_seconds, 0);
}

// Each method may take what suits it: a comparison of methods that are not tuned alike is one of tunings.
TEST(TextMethods, AllMethodsTakeOneOfTheRates) {
  TextSettings settings = kSettings;
  settings.rates = {1e-6, 2, 1e5};
  const CorpusTexts texts = Reuters(600);
  EXPECT_EQ(RunHashKernel(texts, 16, settings).rate, 2);
  EXPECT_EQ(RunProjection(texts, 8, settings).rate, 2);
  for (const ExactMethod method :
       {ExactMethod::kGradientDescent, ExactMethod::kVwFromText, ExactMethod::kVwFromCache}) {
    settings.rates = {1e-6, 2};
    EXPECT_EQ(RunExact(texts, method, settings).rate, 2);
  }
}

// The hash kernel knows the frequencies of a tenth of the documents, but chooses on as many as the others.
TEST(TextMethods, AllMethodsChooseOnTheSameDocuments) {
  const TextSettings settings = {.lambdas = {1e-5}, .rates = {2}, .seed = 1};
  const auto reuters = [](int64_t documents) {
    return CorpusTexts(FindCorpus(TwoClassCorpora(), "reuters-r8"), Classes::kTwo, "", {documents, 10}, 1);
  };
  const CorpusTexts few = reuters(300), many = reuters(2100);
  EXPECT_EQ(RunHashKernel(few, 10, settings).chosen_on, 300u);
  EXPECT_EQ(RunHashKernel(many, 10, settings).chosen_on, 2048u);
  EXPECT_EQ(RunExact(few, ExactMethod::kGradientDescent, settings).chosen_on, 300u);
  EXPECT_EQ(RunExact(many, ExactMethod::kGradientDescent, settings).chosen_on, 2048u);
  EXPECT_EQ(RunExact(few, ExactMethod::kVwFromCache, settings).chosen_on, 300u);
  EXPECT_EQ(RunProjection(few, 3, settings).chosen_on, 300u);
  const ExampleBatch train = Vectors(2500, 1), test = Vectors(10, 2);
  for (const VectorMethod method : {VectorMethod::kExact, VectorMethod::kVwUpdates, VectorMethod::kHashed}) {
    EXPECT_EQ(RunOnVectors(train, test, method, 10, kSettings).chosen_on, 2048u);
  }
}

TEST(TextMethods, GradientDescentTakesOneOfTheLambdas) {
  TextSettings settings = kSettings;
  settings.lambdas = {1e-5, 1};  // the larger one leaves small weights
  const CorpusTexts texts = Reuters(600);
  EXPECT_EQ(RunHashKernel(texts, 16, settings).lambda, 1e-5);
  EXPECT_EQ(RunProjection(texts, 8, settings).lambda, 1e-5);
  EXPECT_EQ(RunExact(texts, ExactMethod::kGradientDescent, settings).lambda, 1e-5);
  EXPECT_EQ(RunExact(texts, ExactMethod::kVwFromText, settings).lambda, 0);
  settings.lambdas = {1};
  EXPECT_EQ(RunHashKernel(texts, 16, settings).lambda, 1);
}

TEST(TextMethods, DependOnTheSeedAlone) {
  const CorpusTexts texts = Reuters(300);
  TextSettings other = kSettings;
  other.seed = 2;
  EXPECT_EQ(RunHashKernel(texts, 6, kSettings).error, RunHashKernel(texts, 6, kSettings).error);
  EXPECT_NE(RunHashKernel(texts, 6, kSettings).error, RunHashKernel(texts, 6, other).error);
}

TEST(TextMethods, VectorsAreLearnedToo) {
  const ExampleBatch train = Vectors(800, 1), test = Vectors(300, 2);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kExact, 0, kSettings).error, 3);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kVwUpdates, 0, kSettings).error, 3);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kHashed, 16, kSettings).error, 3);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kProjected, 10, kSettings).error, 10);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kSparselyProjected, 10, kSettings).error, 10);
  // In eight bins nearly everything collides.
  EXPECT_GT(RunOnVectors(train, test, VectorMethod::kHashed, 3, kSettings).error, 10);
}

// <R x, R y> is an unbiased estimate of <x, y>: here of 1, with a standard deviation of 1 / sqrt(rows / 2).
TEST(ProjectedBatch, KeepsInnerProductsOnAverage) {
  const ExampleBatch batch = Vectors(1, 1);
  double sum = 0;
  constexpr int kSeeds = 200, kRows = 64;
  ExampleBatch projected;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Project(batch, {kernels::ProjectionKind::kSigns, kRows, seed}, projected);
    ASSERT_EQ(projected[0].keys.size(), static_cast<size_t>(kRows));
    EXPECT_EQ(projected[0].labels[0], batch[0].labels[0]);
    for (const float value : projected[0].values) sum += static_cast<double>(value) * value / kSeeds;
  }
  EXPECT_NEAR(sum, 5 * 0.447 * 0.447, 4 * std::sqrt(2.0 / kRows / kSeeds));
}

}  // namespace
}  // namespace structlab::hashing
