// A simple chain classifier, to compare how hard two sets of words are.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_PERCEPTRON_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_PERCEPTRON_H_

#include "experiments/datasets/ocr_letters.h"

namespace structlab::datasets {

struct PerceptronOptions {
  bool transitions = true;  // false: every letter on its own
  int passes = 10;
  int test_fold = 0;
  bool train_on_test_fold = false;  // true: trains on that fold and tests on all others
};

// The share of test letters that the averaged structured perceptron (Collins 2002) gets wrong: 26 x 128
// weights of pixels, 26 x 26 of transitions, no bias, passes in the order of a random permutation.
double PerceptronLetterError(const OcrLetters& letters, const PerceptronOptions& options);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_PERCEPTRON_H_
