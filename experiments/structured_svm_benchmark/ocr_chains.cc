#include "experiments/structured_svm_benchmark/ocr_chains.h"

#include <cstdlib>
#include <vector>

#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"

namespace structlab::structured_svm_benchmark {

using structured_learning::ChainSamples;

OcrChains LoadOcrChains() {
  const char* folder = std::getenv("STRUCTLAB_DATA");
  const harness::DatasetSource source = datasets::SourceOf("ocr-letters", "regularization_path");
  const harness::Dataset found = source.resolve(folder == nullptr ? "" : folder);
  return {datasets::LoadOcrLetters(found.path),
          found.origin == harness::DataOrigin::kReal ? "real" : "stand-in"};
}

ChainSamples Words(const datasets::OcrLetters& letters, bool fold_zero, bool bias) {
  ChainSamples samples(datasets::kOcrPixels + bias, datasets::kOcrClasses);
  std::vector<int> on;
  for (const datasets::OcrWord& word : letters.words) {
    if ((word.fold == 0) != fold_zero) continue;
    samples.BeginSequence();
    const auto pixels = letters.Pixels(word);
    for (int t = 0; t < word.length; ++t) {
      on.clear();
      for (int k = 0; k < datasets::kOcrPixels; ++k) {
        if (pixels[static_cast<size_t>(t) * datasets::kOcrPixels + k] != 0) on.push_back(k);
      }
      if (bias) on.push_back(datasets::kOcrPixels);
      samples.AddPosition(letters.Labels(word)[t], on);
    }
  }
  return samples;
}

}  // namespace structlab::structured_svm_benchmark
