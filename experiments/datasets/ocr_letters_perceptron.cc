#include "experiments/datasets/ocr_letters_perceptron.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/random_stream.h"

namespace structlab::datasets {
namespace {

// Weights as one vector: for each of 128 pixels 26 classes, then for each pair of classes one transition.
constexpr size_t kClasses = kOcrClasses;
constexpr size_t kUnaries = kClasses * kOcrPixels;
constexpr size_t kWeights = kUnaries + kClasses * kClasses;

class ChainPerceptron {
 public:
  explicit ChainPerceptron(bool transitions) : transitions_(transitions) {}

  // One step on one word; the averages are kept as a second vector (Daume's form of the sum).
  void Learn(std::span<const uint8_t> labels, std::span<const uint8_t> pixels) {
    ++steps_;
    const std::vector<uint8_t> predicted = Predict(pixels);
    for (size_t i = 0; i < labels.size(); ++i) {
      const auto image = pixels.subspan(i * kOcrPixels, kOcrPixels);
      if (predicted[i] != labels[i]) {
        AddUnary(labels[i], image, 1);
        AddUnary(predicted[i], image, -1);
      }
      if (i == 0 || !transitions_) continue;
      AddWeight(Transition(labels[i - 1], labels[i]), 1);
      AddWeight(Transition(predicted[i - 1], predicted[i]), -1);
    }
  }

  void Average() {
    for (size_t k = 0; k < kWeights; ++k) weights_[k] -= weighted_[k] / static_cast<float>(steps_ + 1);
  }

  // The best labels: Viterbi.
  std::vector<uint8_t> Predict(std::span<const uint8_t> pixels) const {
    const size_t length = pixels.size() / kOcrPixels;
    std::vector<std::array<float, kClasses>> best(length);
    std::vector<std::array<uint8_t, kClasses>> from(length);
    for (size_t i = 0; i < length; ++i) {
      best[i] = Scores(pixels.subspan(i * kOcrPixels, kOcrPixels));
      if (i > 0 && transitions_) Extend(best[i - 1], best[i], from[i]);
    }
    std::vector<uint8_t> labels(length);
    for (size_t i = length; i-- > 0;) {
      labels[i] = i + 1 < length && transitions_
                      ? from[i + 1][labels[i + 1]]
                      : static_cast<uint8_t>(std::ranges::max_element(best[i]) - best[i].begin());
    }
    return labels;
  }

 private:
  static size_t Transition(size_t a, size_t b) { return kUnaries + a * kClasses + b; }

  void AddWeight(size_t k, float by) {
    weights_[k] += by;
    weighted_[k] += by * static_cast<float>(steps_);
  }

  void AddUnary(size_t label, std::span<const uint8_t> image, float sign) {
    for (size_t k = 0; k < kOcrPixels; ++k) {
      if (image[k] != 0) AddWeight(k * kClasses + label, sign);
    }
  }

  std::array<float, kClasses> Scores(std::span<const uint8_t> image) const {
    std::array<float, kClasses> scores = {};
    for (size_t k = 0; k < kOcrPixels; ++k) {
      if (image[k] == 0) continue;
      for (size_t c = 0; c < kClasses; ++c) scores[c] += weights_[k * kClasses + c];
    }
    return scores;
  }

  void Extend(const std::array<float, kClasses>& before, std::array<float, kClasses>& scores,
              std::array<uint8_t, kClasses>& from) const {
    std::array<float, kClasses> best;
    best.fill(-std::numeric_limits<float>::infinity());
    for (size_t a = 0; a < kClasses; ++a) {
      for (size_t b = 0; b < kClasses; ++b) {
        const float score = before[a] + weights_[Transition(a, b)];
        from[b] = score > best[b] ? static_cast<uint8_t>(a) : from[b];
        best[b] = std::max(best[b], score);
      }
    }
    for (size_t b = 0; b < kClasses; ++b) scores[b] += best[b];
  }

  bool transitions_;
  int64_t steps_ = 0;
  std::vector<float> weights_ = std::vector<float>(kWeights);
  std::vector<float> weighted_ = std::vector<float>(kWeights);
};

}  // namespace

double PerceptronLetterError(const OcrLetters& letters, const PerceptronOptions& options) {
  std::vector<OcrWord> train, test;
  for (const OcrWord& word : letters.words) {
    const bool in_fold = word.fold == options.test_fold;
    (in_fold == options.train_on_test_fold ? train : test).push_back(word);
  }
  ChainPerceptron perceptron(options.transitions);
  for (int pass = 0; pass < options.passes; ++pass) {
    common::RandomStream stream(1, "ocr_letters_perceptron", static_cast<uint64_t>(pass));
    for (const int i : stream.Permutation(static_cast<int>(train.size()))) {
      const OcrWord& word = train[i];
      perceptron.Learn(letters.Labels(word), letters.Pixels(word));
    }
  }
  perceptron.Average();
  int64_t wrong = 0, total = 0;
  for (const OcrWord& word : test) {
    const std::vector<uint8_t> predicted = perceptron.Predict(letters.Pixels(word));
    const std::span<const uint8_t> labels = letters.Labels(word);
    for (size_t i = 0; i < labels.size(); ++i) wrong += predicted[i] != labels[i];
    total += static_cast<int64_t>(labels.size());
  }
  return static_cast<double>(wrong) / static_cast<double>(total);
}

}  // namespace structlab::datasets
