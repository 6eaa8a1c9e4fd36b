// The methods that Tables 2.2 to 2.4 compare on two classes of texts, from the texts to the error.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_TEXT_METHODS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_TEXT_METHODS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "experiments/hashing/corpora.h"
#include "experiments/hashing/mistakes.h"
#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::hashing {

struct TextOutcome {
  double preprocessing_seconds = 0, learning_seconds = 0;  // what Pre and TrainTest stand for
  double error = 0;                                        // of the test documents, in percent
  double original_bytes = 0, new_bytes = 0;  // of the compressed files of training features, if any
  double rate = 0, lambda = 0;               // the learning rate and lambda that were taken
  size_t chosen_on = 0;                      // the training documents they were chosen on, the first ones
  Mistakes mistakes = {};                    // of the test documents
};

// What all methods have in common. Each takes of these rates, and gradient descent of these lambdas too,
// those of least loss on the first piece of the training documents, the same for all; VW has no lambda, as by
// its default.
struct TextSettings {
  std::vector<double> lambdas, rates;
  uint64_t seed;
};

// Features are made while the texts are read: bins of a hash of 2^bits, weighed by frequencies that are
// estimated from the first tenth of the training documents. A linear SVM by stochastic gradient descent, one
// pass.
TextOutcome RunHashKernel(const CorpusTexts& texts, int bits, const TextSettings& settings);

// TF-IDF with a dictionary and frequencies of all training documents, put into files: that is Pre. Throws
// common::Error (data) for more than 2^22 different words. Then one of
//   BSGD: the same gradient descent on these files, a weight for each word;
//   VW:   adaptive, normalised and importance-invariant updates of Vowpal Wabbit, from its text format;
//   VWC:  the same from a binary cache, the making of which is not counted.
enum class ExactMethod { kGradientDescent, kVwFromText, kVwFromCache };
TextOutcome RunExact(const CorpusTexts& texts, ExactMethod method, const TextSettings& settings);

// The same files, projected to 2^bits dimensions, by dense random signs (Achlioptas 2003) or otherwise, and
// put into files again, which is Pre too; then the same gradient descent.
TextOutcome RunProjection(const CorpusTexts& texts, int bits, const TextSettings& settings,
                          kernels::ProjectionKind kind = kernels::ProjectionKind::kSigns);

// The error in percent of such methods on vectors that are features already. Hashed: the number of a word is
// hashed to 2^bits bins.
enum class VectorMethod { kExact, kVwUpdates, kHashed, kProjected, kSparselyProjected };
TextOutcome RunOnVectors(const structured_learning::ExampleBatch& train,
                         const structured_learning::ExampleBatch& test, VectorMethod method, int bits,
                         const TextSettings& settings);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_TEXT_METHODS_H_
