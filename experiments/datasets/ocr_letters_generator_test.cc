#include "experiments/datasets/ocr_letters_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace structlab::datasets {
namespace {

TEST(OcrLettersGenerator, HasTheSizesOfTheRealSet) {
  const OcrLetters letters = GenerateOcrLetters(0);
  EXPECT_EQ(letters.words.size(), 6877U);
  EXPECT_EQ(letters.num_letters(), 52152);
  EXPECT_EQ(letters.pixels.size(), 52152U * kOcrPixels);
  std::vector<int> words_of_fold(kOcrFolds), letters_of_fold(kOcrFolds);
  int next_letter = 0;
  for (const OcrWord& word : letters.words) {
    EXPECT_EQ(word.first_letter, next_letter);
    EXPECT_GE(word.length, 3);
    EXPECT_LE(word.length, 14);
    next_letter += word.length;
    ++words_of_fold.at(word.fold);
    letters_of_fold.at(word.fold) += word.length;
  }
  EXPECT_EQ(next_letter, letters.num_letters());
  EXPECT_EQ(words_of_fold, (std::vector<int>{626, 704, 684, 698, 693, 651, 739, 717, 690, 675}));
  const std::vector<int> real = {4617, 5375, 5110, 5353, 5270, 5001, 5583, 5370, 5331, 5142};
  for (size_t fold = 0; fold < real.size(); ++fold) {
    // Lengths have a standard deviation of 3.1: five of that of a sum of 700.
    EXPECT_NEAR(letters_of_fold[fold], real[fold], 5 * 3.1 * 27) << fold;
  }
}

TEST(OcrLettersGenerator, UsesEveryClassAndBothPixelValues) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    const OcrLetters letters = GenerateOcrLetters(seed);
    std::vector<int> of_class(kOcrClasses);
    for (const uint8_t label : letters.labels) ++of_class.at(label);
    // The rarest of the real classes has 189 letters.
    EXPECT_GE(*std::ranges::min_element(of_class), 189);
    EXPECT_LE(*std::ranges::max_element(letters.pixels), 1);
    const double ink = std::accumulate(letters.pixels.begin(), letters.pixels.end(), 0.0);
    EXPECT_NEAR(ink / letters.num_letters(), 28.1, 1.0) << "pixels a letter";
  }
}

TEST(OcrLettersGenerator, DependsOnTheSeedAlone) {
  const OcrLetters letters = GenerateOcrLetters(3);
  EXPECT_EQ(letters, GenerateOcrLetters(3));
  EXPECT_NE(letters.pixels, GenerateOcrLetters(4).pixels);
}

TEST(OcrLettersGenerator, TheFirstWordsAreThoseOfAll) {
  const OcrLetters all = GenerateOcrLetters(3), part = GenerateOcrLetters(3, 20);
  const auto words = std::ssize(part.words);
  ASSERT_LT(words, std::ssize(all.words) / 10);
  EXPECT_EQ(part.words, std::vector<OcrWord>(all.words.begin(), all.words.begin() + words));
  EXPECT_EQ(part.pixels,
            std::vector<uint8_t>(all.pixels.begin(), all.pixels.begin() + std::ssize(part.pixels)));
  EXPECT_EQ(part.labels,
            std::vector<uint8_t>(all.labels.begin(), all.labels.begin() + std::ssize(part.labels)));
  std::vector<int> of_fold(kOcrFolds, 0);
  for (const OcrWord& word : part.words) ++of_fold[word.fold];
  EXPECT_EQ(*std::ranges::min_element(of_fold), 20);
  EXPECT_EQ(GenerateOcrLetters(3, 1'000'000), all);
}

}  // namespace
}  // namespace structlab::datasets
