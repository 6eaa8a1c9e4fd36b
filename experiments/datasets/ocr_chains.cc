#include "experiments/datasets/ocr_chains.h"

#include <cstddef>
#include <vector>

namespace structlab::datasets {
namespace {

using structured_learning::ChainSamples;

constexpr int kBiasFeature = kOcrPixels;
constexpr int kFirstFeature = kOcrPixels + 1;
constexpr int kLastFeature = kOcrPixels + 2;

void AddWord(const OcrLetters& letters, const OcrWord& word, OcrFeatures features, ChainSamples& samples) {
  samples.BeginSequence();
  const auto labels = letters.Labels(word);
  const auto pixels = letters.Pixels(word);
  std::vector<int> on;
  for (int t = 0; t < word.length; ++t) {
    on.clear();
    for (int p = 0; p < kOcrPixels; ++p) {
      if (pixels[static_cast<size_t>(t) * kOcrPixels + static_cast<size_t>(p)] != 0) on.push_back(p);
    }
    if (features != OcrFeatures::kPixels) on.push_back(kBiasFeature);
    if (features == OcrFeatures::kFirstLast) {
      if (t == 0) on.push_back(kFirstFeature);
      if (t + 1 == word.length) on.push_back(kLastFeature);
    }
    samples.AddPosition(labels[t], on);
  }
}

}  // namespace

int NumOcrFeatures(OcrFeatures features) {
  switch (features) {
    case OcrFeatures::kPixels:
      return kOcrPixels;
    case OcrFeatures::kBias:
      return kBiasFeature + 1;
    case OcrFeatures::kFirstLast:
      break;
  }
  return kLastFeature + 1;
}

ChainSamples OcrChains(const OcrLetters& letters, OcrFeatures features,
                       const std::function<bool(const OcrWord&)>& takes, int max_words) {
  ChainSamples samples(NumOcrFeatures(features), kOcrClasses);
  for (const OcrWord& word : letters.words) {
    if (max_words > 0 && samples.size() >= max_words) break;
    if (takes(word)) AddWord(letters, word, features, samples);
  }
  return samples;
}

}  // namespace structlab::datasets
