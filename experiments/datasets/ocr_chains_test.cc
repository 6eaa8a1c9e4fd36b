#include "experiments/datasets/ocr_chains.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/ocr_letters_generator.h"

namespace structlab::datasets {
namespace {

using structured_learning::ChainSamples;

// "cab" in fold 3, "z" in fold 0, "hi" in fold 3; the letter at position t of all of them has the pixels t,
// 100 and 127 on.
OcrLetters ThreeWords() {
  OcrLetters letters{.words = {{0, 3, 3}, {3, 1, 0}, {4, 2, 3}},
                     .labels = {2, 0, 1, 25, 7, 8},
                     .pixels = std::vector<uint8_t>(6 * kOcrPixels, 0)};
  for (size_t i = 0; i < 6; ++i) {
    for (const size_t pixel : {i, size_t{100}, size_t{127}}) letters.pixels[i * kOcrPixels + pixel] = 1;
  }
  return letters;
}

bool AnyWord(const OcrWord&) { return true; }

std::vector<std::vector<int>> FeaturesOf(const ChainSamples& samples, int word) {
  std::vector<std::vector<int>> features;
  for (int t = 0; t < samples.length(word); ++t) {
    const auto on = samples.features(samples.begin(word) + t);
    features.emplace_back(on.begin(), on.end());
  }
  return features;
}

std::vector<int> LabelsOf(const ChainSamples& samples, int word) {
  const auto labels = samples.labels(word);
  return {labels.begin(), labels.end()};
}

TEST(OcrChains, HaveThePixelsThatAreOn) {
  const ChainSamples samples = OcrChains(ThreeWords(), OcrFeatures::kPixels, AnyWord);
  EXPECT_EQ(samples.num_features(), 128);
  EXPECT_EQ(samples.num_labels(), 26);
  EXPECT_TRUE(samples.all_ones());
  ASSERT_EQ(samples.size(), 3);
  EXPECT_EQ(LabelsOf(samples, 0), (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(LabelsOf(samples, 1), (std::vector<int>{25}));
  EXPECT_EQ(FeaturesOf(samples, 0),
            (std::vector<std::vector<int>>{{0, 100, 127}, {1, 100, 127}, {2, 100, 127}}));
  EXPECT_EQ(FeaturesOf(samples, 2), (std::vector<std::vector<int>>{{4, 100, 127}, {5, 100, 127}}));
}

TEST(OcrChains, AddABiasToEachLetter) {
  const ChainSamples samples = OcrChains(ThreeWords(), OcrFeatures::kBias, AnyWord);
  EXPECT_EQ(samples.num_features(), 129);
  EXPECT_EQ(FeaturesOf(samples, 2), (std::vector<std::vector<int>>{{4, 100, 127, 128}, {5, 100, 127, 128}}));
}

// A word of one letter begins and ends with it.
TEST(OcrChains, MarkTheFirstAndTheLastLetter) {
  const ChainSamples samples = OcrChains(ThreeWords(), OcrFeatures::kFirstLast, AnyWord);
  EXPECT_EQ(samples.num_features(), 131);
  EXPECT_EQ(
      FeaturesOf(samples, 0),
      (std::vector<std::vector<int>>{{0, 100, 127, 128, 129}, {1, 100, 127, 128}, {2, 100, 127, 128, 130}}));
  EXPECT_EQ(FeaturesOf(samples, 1), (std::vector<std::vector<int>>{{3, 100, 127, 128, 129, 130}}));
}

TEST(OcrChains, HoldTheWordsThatAreTaken) {
  const OcrLetters letters = ThreeWords();
  const auto in_fold_3 = [](const OcrWord& word) { return word.fold == 3; };
  const ChainSamples samples = OcrChains(letters, OcrFeatures::kPixels, in_fold_3);
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(LabelsOf(samples, 0), (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(LabelsOf(samples, 1), (std::vector<int>{7, 8}));
  const ChainSamples long_words =
      OcrChains(letters, OcrFeatures::kPixels, [](const OcrWord& word) { return word.length > 2; });
  ASSERT_EQ(long_words.size(), 1);
  EXPECT_EQ(LabelsOf(long_words, 0), (std::vector<int>{2, 0, 1}));
}

// Those that are not taken do not count.
TEST(OcrChains, EndAfterTheGivenNumberOfWords) {
  const OcrLetters letters = ThreeWords();
  const auto after_the_first = [](const OcrWord& word) { return word.first_letter > 0; };
  const ChainSamples one = OcrChains(letters, OcrFeatures::kPixels, after_the_first, 1);
  ASSERT_EQ(one.size(), 1);
  EXPECT_EQ(LabelsOf(one, 0), (std::vector<int>{25}));
  EXPECT_EQ(OcrChains(letters, OcrFeatures::kPixels, after_the_first, 9).size(), 2);
}

// The generated set has the sizes of the real one: 6251 words of the folds 1 to 9, 626 of fold 0.
TEST(OcrChains, HaveTheSizesOfTheSource) {
  const OcrLetters letters = GenerateOcrLetters(kStandInSeed);
  const auto in_fold_0 = [](const OcrWord& word) { return word.fold == 0; };
  const ChainSamples train = OcrChains(letters, OcrFeatures::kPixels, std::not_fn(in_fold_0));
  const ChainSamples test = OcrChains(letters, OcrFeatures::kPixels, in_fold_0);
  EXPECT_EQ(train.size(), 6251);
  EXPECT_EQ(test.size(), 626);
  EXPECT_EQ(train.num_positions() + test.num_positions(), 52152);
  int64_t features_on = 0;
  for (const ChainSamples* samples : {&train, &test}) {
    for (int64_t t = 0; t < samples->num_positions(); ++t) {
      features_on += static_cast<int64_t>(samples->features(t).size());
    }
  }
  EXPECT_EQ(features_on, std::accumulate(letters.pixels.begin(), letters.pixels.end(), int64_t{0}));
}

}  // namespace
}  // namespace structlab::datasets
