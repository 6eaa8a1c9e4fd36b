// The OCR words as chains of letters: what every learner of sequences here trains on.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OCR_CHAINS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OCR_CHAINS_H_

#include <functional>

#include "experiments/datasets/ocr_letters.h"
#include "structured_learning/problem/chain_samples.h"

namespace structlab::datasets {

// Binary features of a letter, each set with those before it.
enum class OcrFeatures {
  kPixels,    // 0 to 127: the pixels, row by row
  kBias,      // 128: always on
  kFirstLast  // 129 and 130: the first and the last letter of its word
};

// 128, 129 or 131.
int NumOcrFeatures(OcrFeatures features);

// The words that `takes` accepts, in the order of the set, with 26 labels; the first `max_words` of them, all
// if 0. Linear time; deterministic; thread-safe if `takes` is.
//
//   const ChainSamples train =
//       OcrChains(letters, OcrFeatures::kBias, [](const OcrWord& word) { return word.fold != 0; });
structured_learning::ChainSamples OcrChains(const OcrLetters& letters, OcrFeatures features,
                                            const std::function<bool(const OcrWord&)>& takes,
                                            int max_words = 0);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OCR_CHAINS_H_
