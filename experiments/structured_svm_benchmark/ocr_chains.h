// The OCR words as chains, for benchmarks: the real ones where they are, else the stand-in.
#ifndef STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_OCR_CHAINS_H_
#define STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_OCR_CHAINS_H_

#include <string>

#include "experiments/datasets/ocr_letters.h"
#include "structured_learning/problem/chain_samples.h"

namespace structlab::structured_svm_benchmark {

struct OcrChains {
  datasets::OcrLetters letters;
  std::string data;  // "real" or "stand-in"
};

// From $STRUCTLAB_DATA.
OcrChains LoadOcrChains();

// The words of fold 0 or of folds 1 to 9. With a bias each letter has a 129th feature that is 1.
structured_learning::ChainSamples Words(const datasets::OcrLetters& letters, bool fold_zero, bool bias);

}  // namespace structlab::structured_svm_benchmark

#endif  // STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_OCR_CHAINS_H_
