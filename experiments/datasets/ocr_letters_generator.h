// A stand-in for the OCR letters: words drawn from a linear-chain model.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_GENERATOR_H_

#include <cstdint>

#include "experiments/datasets/ocr_letters.h"

namespace structlab::datasets {

// Draws a set with the sizes of the real one (6877 words, 52152 letters, the same words per fold and
// lengths of words, in random order) from
//
//   label_1 ~ q,  label_t ~ T(label_{t-1}, .)          rows of T and q from a symmetric Dirichlet
//   latent_t = prototype(label_t) + noise_t            smooth Gaussian fields on the 16 x 8 grid
//   pixel = 1 where latent_t > threshold
//
// where a half of the noise's variance is common to the letters of a word (its hand). Nothing of it is
// taken from the real images. The prototypes, the transitions and so the exact errors depend on the seed.
//
// If words_of_fold is above 0, draws only the first words, until each fold has at least words_of_fold of
// them.
//
// Deterministic in the seed, thread-safe.
OcrLetters GenerateOcrLetters(uint64_t seed, int words_of_fold = 0);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_GENERATOR_H_
