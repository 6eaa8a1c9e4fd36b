#include "experiments/datasets/ocr_letters_generator.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "common/random_stream.h"
#include "experiments/datasets/smooth_field.h"

namespace structlab::datasets {
namespace {

struct Count {
  int value, words;
};

// Counts of the real set.
constexpr Count kWordsOfLength[] = {{3, 1283}, {5, 568},  {6, 768},  {7, 695},  {8, 750}, {9, 1047},
                                    {10, 584}, {11, 304}, {12, 298}, {13, 313}, {14, 267}};
constexpr Count kWordsOfFold[] = {{0, 626}, {1, 704}, {2, 684}, {3, 698}, {4, 693},
                                  {5, 651}, {6, 739}, {7, 717}, {8, 690}, {9, 675}};

// Tuned by hand until the errors and the ink (28.1 pixels a letter) were those of the real set.
constexpr double kDirichlet = 0.28;      // of the rows of the transition matrix
constexpr double kAnyTransition = 0.02;  // share of the uniform distribution in each row
constexpr double kNoise = 1.76;          // standard deviation; the prototypes' own is 1
constexpr double kHandShare = 0.5;       // of the noise's variance
constexpr double kThreshold = 1.44;

using Distribution = std::array<double, kOcrClasses>;
using Field = std::vector<double>;

// Every count's value as often as it says, in random order.
std::vector<int> Shuffled(std::span<const Count> counts, common::RandomStream stream) {
  std::vector<int> sorted;
  for (const Count& count : counts) sorted.insert(sorted.end(), count.words, count.value);
  std::vector<int> shuffled;
  for (const int i : stream.Permutation(static_cast<int>(sorted.size()))) {
    shuffled.push_back(sorted[i]);
  }
  return shuffled;
}

Distribution DrawDistribution(common::RandomStream& stream) {
  Distribution weights;
  double sum = 0;
  for (double& weight : weights) sum += weight = stream.Gamma(kDirichlet);
  for (double& weight : weights) weight = (1 - kAnyTransition) * weight / sum + kAnyTransition / kOcrClasses;
  return weights;
}

// A smooth field with mean 0 and variance 1 over its pixels, so that no letter is easier by its size.
Field DrawPrototype(common::RandomStream& stream) {
  Field field = SmoothField(kOcrRows, kOcrColumns, stream);
  double mean = 0, variance = 0;
  for (const double value : field) mean += value / kOcrPixels;
  for (const double value : field) variance += (value - mean) * (value - mean) / kOcrPixels;
  for (double& value : field) value = (value - mean) / std::sqrt(variance);
  return field;
}

struct Alphabet {
  Distribution first;
  std::vector<Distribution> next;
  std::vector<Field> prototypes;
};

Alphabet DrawAlphabet(uint64_t seed) {
  common::RandomStream transitions(seed, "ocr_letters/transitions");
  common::RandomStream prototypes(seed, "ocr_letters/prototypes");
  Alphabet alphabet;
  alphabet.first = DrawDistribution(transitions);
  for (int label = 0; label < kOcrClasses; ++label) {
    alphabet.next.push_back(DrawDistribution(transitions));
    alphabet.prototypes.push_back(DrawPrototype(prototypes));
  }
  return alphabet;
}

void AppendWord(const Alphabet& alphabet, int length, int fold, common::RandomStream stream,
                OcrLetters& letters) {
  letters.words.push_back({.first_letter = letters.num_letters(), .length = length, .fold = fold});
  const Field hand = SmoothField(kOcrRows, kOcrColumns, stream);
  const double hand_scale = kNoise * std::sqrt(kHandShare);
  const double own_scale = kNoise * std::sqrt(1 - kHandShare);
  const Distribution* distribution = &alphabet.first;
  for (int position = 0; position < length; ++position) {
    const auto label = static_cast<size_t>(stream.Categorical(*distribution));
    distribution = &alphabet.next[label];
    letters.labels.push_back(static_cast<uint8_t>(label));
    const Field own = SmoothField(kOcrRows, kOcrColumns, stream);
    for (size_t i = 0; i < kOcrPixels; ++i) {
      const double latent = alphabet.prototypes[label][i] + hand_scale * hand[i] + own_scale * own[i];
      letters.pixels.push_back(latent > kThreshold ? 1 : 0);
    }
  }
}

// The least number of words, from the first on, of which each fold has words_of_fold; all if there are fewer.
size_t NumWordsFor(std::span<const int> folds, int words_of_fold) {
  std::array<int, kOcrFolds> words = {};
  int full = 0;
  for (size_t word = 0; word < folds.size(); ++word) {
    full += ++words[folds[word]] == words_of_fold;
    if (full == kOcrFolds) return word + 1;
  }
  return folds.size();
}

}  // namespace

OcrLetters GenerateOcrLetters(uint64_t seed, int words_of_fold) {
  const Alphabet alphabet = DrawAlphabet(seed);
  const std::vector<int> lengths = Shuffled(kWordsOfLength, {seed, "ocr_letters/lengths"});
  const std::vector<int> folds = Shuffled(kWordsOfFold, {seed, "ocr_letters/folds"});
  OcrLetters letters;
  const size_t words = NumWordsFor(folds, words_of_fold);
  for (size_t word = 0; word < words; ++word) {
    AppendWord(alphabet, lengths[word], folds[word], {seed, "ocr_letters/word", word}, letters);
  }
  return letters;
}

}  // namespace structlab::datasets
