#include "structured_learning/linear/texts/text_methods.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "structured_learning/linear/texts/listed_texts.h"

namespace structlab::structured_learning {
namespace {

const TextSettings kSettings = {.lambdas = {1e-5}, .rates = {0.5, 2, 8}};

// Thirty of 2000 words, rare and frequent ones; about every third word is typical of the class.
class FakeTexts : public ListedTexts {
 public:
  FakeTexts(int train, int test, int every = 3)
      : ListedTexts(Draw("train", train, every), Draw("test", test, every)) {}

 private:
  static std::vector<TextDocument> Draw(const char* name, int count, int every) {
    common::RandomStream random(1, name);
    std::vector<TextDocument> documents;
    for (int i = 0; i < count; ++i) {
      TextDocument document = {static_cast<uint32_t>(random.UniformIndex(2)), ""};
      for (int word = 0; word < 30; ++word) {
        const auto rank = static_cast<int>(std::exp(random.Uniform(0, std::log(2000))));
        document.text += word % every == 0 ? " c" + std::to_string(document.label) : std::string(" w");
        document.text += std::to_string(rank);
      }
      documents.push_back(std::move(document));
    }
    return documents;
  }
};

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

TEST(TextMethods, LearnTwoClasses) {
  const FakeTexts texts(1500, 500);
  EXPECT_LT(RunHashKernel(texts, 20, kSettings).error, 10);
  for (const ExactMethod method :
       {ExactMethod::kGradientDescent, ExactMethod::kVwFromText, ExactMethod::kVwFromCache}) {
    EXPECT_LT(RunExact(texts, method, kSettings).error, 10);
  }
  EXPECT_LT(RunBottou(texts, {}, 1).error, 10);
  EXPECT_LT(RunProjection(texts, 8, kSettings).error, 25);
  EXPECT_LT(RunProjectedBottou(texts, 8, {}, 1).error, 25);
  EXPECT_LT(RunProjection(texts, 6, kSettings, kernels::ProjectionKind::kSparseSigns).error, 40);
}

TEST(TextMethods, RefuseTextsWithoutTrainingDocuments) {
  const FakeTexts texts(0, 5);
  EXPECT_THROW(RunHashKernel(texts, 10, kSettings), common::Error);
  EXPECT_THROW(RunExact(texts, ExactMethod::kGradientDescent, kSettings), common::Error);
  EXPECT_THROW(RunProjection(texts, 4, kSettings), common::Error);
  EXPECT_THROW(RunBottou(texts, {}, 1), common::Error);
  EXPECT_THROW(RunProjectedBottou(texts, 4, {}, 1), common::Error);
}

TEST(TextMethods, TheCacheChangesTimesAlone) {
  const FakeTexts texts(500, 200);
  EXPECT_EQ(RunExact(texts, ExactMethod::kVwFromText, kSettings).mistakes.wrong(),
            RunExact(texts, ExactMethod::kVwFromCache, kSettings).mistakes.wrong());
}

// Parts that do not belong to the method are reported separately: files, and with a projection the original
// features.
TEST(TextMethods, SayWhatTheirTimeIsSpentOn) {
  const FakeTexts texts(300, 100);
  const TextOutcome hashed = RunHashKernel(texts, 12, kSettings);
  EXPECT_EQ(hashed.preprocessing_seconds(), 0);
  EXPECT_EQ(hashed.method_seconds(), hashed.load_train_test_seconds());
  EXPECT_GT(hashed.learning_seconds, 0);
  const TextOutcome exact = RunExact(texts, ExactMethod::kGradientDescent, kSettings);
  EXPECT_GT(exact.feature_seconds, 0);
  EXPECT_EQ(exact.writing_seconds + exact.reading_seconds, 0);
  for (const TextOutcome& in_files :
       {RunExact(texts, ExactMethod::kVwFromText, kSettings), RunBottou(texts, {}, 1)}) {
    EXPECT_GT(in_files.writing_seconds, 0);
    EXPECT_GT(in_files.reading_seconds, 0);
    EXPECT_LT(in_files.method_seconds(),
              in_files.preprocessing_seconds() + in_files.load_train_test_seconds());
  }
  const TextOutcome projected = RunProjection(texts, 8, kSettings);
  EXPECT_GT(projected.projection_seconds, 0);
  EXPECT_GT(projected.preprocessing_seconds(), projected.projection_seconds);
  EXPECT_EQ(projected.writing_seconds + projected.reading_seconds, 0);
  const TextOutcome published = RunProjectedBottou(texts, 8, {}, 1);
  for (const double seconds : {published.feature_seconds, published.projection_seconds,
                               published.writing_seconds, published.reading_seconds}) {
    EXPECT_GT(seconds, 0);
  }
  // Numbers that are not 0 in digits: the files of projections are longer than those of features.
  EXPECT_GT(published.writing_seconds, RunBottou(texts, {}, 1).writing_seconds);
}

// With more dimensions than words a projection loses little: the files then change nothing but the last
// digits, and the learner is that of the features themselves.
TEST(TextMethods, AProjectionToManyDimensionsLearnsAsWellAsFeatures) {
  const FakeTexts texts(400, 200);
  const double error = RunProjectedBottou(texts, 10, {}, 1).error;
  EXPECT_LT(error, RunBottou(texts, {}, 1).error + 6);
  EXPECT_GT(RunProjectedBottou(texts, 3, {}, 1).error, error + 6);
}

TEST(TextMethods, ProjectedFilesGrowWithTheDimension) {
  const FakeTexts texts(300, 50);
  const TextOutcome small = RunProjection(texts, 5, kSettings), large = RunProjection(texts, 8, kSettings);
  EXPECT_EQ(small.original_bytes, large.original_bytes);
  EXPECT_GT(small.original_bytes, 0);
  EXPECT_GT(large.new_bytes, 4 * small.new_bytes);
}

// A size is that of all training documents, for any number of written documents.
TEST(TextMethods, SizesAreThoseOfAllDocuments) {
  const FakeTexts texts(5000, 50);
  TextSettings some = kSettings;
  some.file_documents = 2048;
  const double all =
      RunProjection(texts, 4, {.lambdas = {1e-5}, .rates = {2}, .file_documents = 5000}).new_bytes;
  EXPECT_NEAR(RunProjection(texts, 4, some).new_bytes, all, 0.02 * all);
}

// Each method may choose its own options: otherwise a comparison would compare the tuning.
TEST(TextMethods, AllMethodsTakeOneOfTheRates) {
  TextSettings settings = kSettings;
  settings.rates = {1e-6, 2, 1e5};
  const FakeTexts texts(600, 50);
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
  const TextSettings settings = {.lambdas = {1e-5}, .rates = {2}};
  const FakeTexts few(300, 10), many(2100, 10);
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
  const FakeTexts texts(600, 50);
  EXPECT_EQ(RunHashKernel(texts, 16, settings).lambda, 1e-5);
  EXPECT_EQ(RunProjection(texts, 8, settings).lambda, 1e-5);
  EXPECT_EQ(RunExact(texts, ExactMethod::kGradientDescent, settings).lambda, 1e-5);
  EXPECT_EQ(RunExact(texts, ExactMethod::kVwFromText, settings).lambda, 0);
  settings.lambdas = {1};
  EXPECT_EQ(RunHashKernel(texts, 16, settings).lambda, 1);
}

TEST(TextMethods, DependOnTheSeedAlone) {
  const FakeTexts texts(300, 200);
  TextSettings other = kSettings;
  other.seed = 2;
  const auto wrong = [&](const TextSettings& settings) {
    return RunHashKernel(texts, 6, settings).mistakes.wrong();
  };
  EXPECT_EQ(wrong(kSettings), wrong(kSettings));
  EXPECT_NE(wrong(kSettings), wrong(other));
}

TEST(TextMethods, HandOutTheWordsOfAllDocuments) {
  const FakeTexts texts(2100, 70);
  double documents = 0, words = 0;
  RunHashKernel(texts, 8, kSettings, [&](const ExampleBatch& counts) {
    documents += static_cast<double>(counts.size());
    for (size_t i = 0; i < counts.size(); ++i) {
      for (const float count : counts[i].values) words += count;
    }
  });
  EXPECT_EQ(documents, 2170);
  EXPECT_EQ(words, 30 * 2170);
}

TEST(TextMethods, VectorsAreLearnedToo) {
  const ExampleBatch train = Vectors(800, 1), test = Vectors(300, 2);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kExact, 0, kSettings).error, 3);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kVwUpdates, 0, kSettings).error, 3);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kHashed, 16, kSettings).error, 3);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kProjected, 10, kSettings).error, 10);
  EXPECT_LT(RunOnVectors(train, test, VectorMethod::kSparselyProjected, 10, kSettings).error, 10);
  EXPECT_LT(RunBottouOnVectors(train, test, {}).error, 3);
  // In eight bins nearly everything collides.
  EXPECT_GT(RunOnVectors(train, test, VectorMethod::kHashed, 3, kSettings).error, 10);
}

// The dictionary contains the words of the test documents: words that occur only in training documents have
// no effect.
TEST(Bottou, KnowsTheWordsOfTheTestDocumentsAlone) {
  FakeTexts texts(400, 200, /*every=*/15);
  const std::vector<double> wrong = RunBottou(texts, {}, 1).mistakes.wrong();
  ASSERT_FALSE(wrong.empty());
  for (TextDocument& document : texts.train()) {
    if (document.label == 0) document.text += " unheard of in tests";
  }
  EXPECT_EQ(RunBottou(texts, {}, 1).mistakes.wrong(), wrong);
  for (TextDocument& document : texts.train()) {
    for (int rank = 1; rank < 100; ++rank) {
      document.text += " c" + std::to_string(1 - document.label) + std::to_string(rank);
    }
  }
  EXPECT_NE(RunBottou(texts, {}, 1).mistakes.wrong(), wrong);
}

// If only the constant is informative, the larger class is predicted.
TEST(Bottou, HasAConstant) {
  ExampleBatch train, test;
  for (int i = 0; i < 300; ++i) {
    ExampleBatch& batch = i < 200 ? train : test;
    batch.FeatureRoom(1).keys[0] = 0;
    batch.FeatureRoom(1).values[0] = i % 2 == 0 ? 1.f : -1.f;
    batch.AddLabel(i % 10 == 0 ? 1 : 0);
    batch.AddExample(1, 0, 1);
  }
  EXPECT_EQ(RunBottouOnVectors(train, test, {.lambda = 1e-3}).error, 10);
}

// No neighbour of the chosen rate costs less.
TEST(Bottou, TheFirstStepHasALeastCostAmongItsNeighbours) {
  const ExampleBatch train = Vectors(500, 3);
  for (const double lambda : {1e-4, 1e-2}) {
    const LearnerOptions options = {
        .bits = 8, .loss = LinearLoss::kHinge, .update = UpdateRule::kSchedule, .l2 = lambda};
    const double rate = DoubledRate(train, options);
    EXPECT_EQ(std::exp2(std::round(std::log2(rate))), rate);
    const auto cost = [&](double of_rate) {
      LearnerOptions with = options;
      with.learning_rate = of_rate;
      StreamingLearner learner(with);
      for (size_t i = 0; i < train.size(); ++i) learner.Learn(train[i]);
      double sum = 0, squares = 0;
      for (size_t i = 0; i < train.size(); ++i) sum += learner.Judge(train[i]).loss / 500;
      for (uint32_t key = 0; key < 256; ++key) squares += std::pow(learner.Weight(key, 0), 2);
      return sum + lambda / 2 * squares;
    };
    EXPECT_LE(cost(rate), cost(2 * rate));
    EXPECT_LE(cost(rate), cost(rate / 2));
  }
}

}  // namespace
}  // namespace structlab::structured_learning
