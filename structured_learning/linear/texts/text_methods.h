// Linear classifiers of texts in two classes, from the texts to the error, with what each part takes: the
// hash kernel and its rivals (Shi 2011, section 2.6.1).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHODS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHODS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/streaming_learner.h"
#include "structured_learning/linear/texts/mistakes.h"
#include "structured_learning/linear/texts/text_stream.h"

namespace structlab::structured_learning {

struct TextOutcome {
  // Processor seconds of one thread, which do not overlap.
  double feature_seconds = 0;                       // from the texts to exact features
  double projection_seconds = 0;                    // of these to projected ones
  double writing_seconds = 0, reading_seconds = 0;  // files of features
  double learning_seconds = 0;  // learning and testing; with the hash kernel reading the texts, too

  // What a user waits for before learning, and then.
  double preprocessing_seconds() const { return feature_seconds + projection_seconds + writing_seconds; }
  double load_train_test_seconds() const { return reading_seconds + learning_seconds; }
  // What is left where features are handed over in memory: the method without its files.
  double method_seconds() const { return feature_seconds + projection_seconds + learning_seconds; }

  Mistakes mistakes = {};  // of the test documents
  double error = 0;        // of them, in percent
  // Sizes of compressed files of the training features, before and after a projection: those of the first
  // documents, times the number of all over theirs.
  double original_bytes = 0, new_bytes = 0;
  double rate = 0, lambda = 0;  // the learning rate and lambda that were taken
  size_t chosen_on = 0;         // the training documents they were chosen on, the first ones
};

// What all methods have in common. Each takes of these rates, and gradient descent of these lambdas too,
// those of least loss on the first piece of the training documents, the same for all; VW has no lambda, as by
// its default. Choosing is in no time.
struct TextSettings {
  std::vector<double> lambdas, rates;
  uint64_t seed = 1;
  int64_t file_documents = 4096;  // of the first so many, in whole pieces, files are written for their sizes
};

using SeesCounts = std::function<void(const ExampleBatch& counts)>;

// All methods throw common::Error (usage) for texts without training documents.
//
// Features are made while the texts are read: bins of a hash of 2^bits, weighed by frequencies that are
// estimated from the first tenth of the training documents. A linear SVM by stochastic gradient descent, one
// pass. `sees` gets the words of all documents, as hashes of 32 bits, with their counts; in no time.
TextOutcome RunHashKernel(const TextSource& texts, int bits, const TextSettings& settings,
                          const SeesCounts& sees = {});

// TF-IDF with a dictionary and frequencies of all training documents. Throws common::Error (data) for more
// than 2^22 different words. Then one pass of
//   kGradientDescent: the same gradient descent, a weight for each word; features stay in memory;
//   kVwFromText:  adaptive, normalised and importance-invariant updates of Vowpal Wabbit, from its text
//   format; kVwFromCache: the same from a binary cache, the making of which is not counted.
enum class ExactMethod { kGradientDescent, kVwFromText, kVwFromCache };
TextOutcome RunExact(const TextSource& texts, ExactMethod method, const TextSettings& settings);

// Stochastic gradient descent as L. Bottou's programs of 2007 have it (svmsgd, with the preprocessing of its
// example on RCV1): TF-IDF of the words that occur in the test documents, with frequencies of the training
// documents; hinge loss at a given lambda; first step by DoubledRate; several passes over a file of features;
// a constant of 0.1, whose steps are a hundredth of those of the words. The constant is shrunk by lambda like
// all weights, which that of svmsgd is not.
struct BottouSettings {
  double lambda = 1e-4;
  int passes = 5;
};
TextOutcome RunBottou(const TextSource& texts, const BottouSettings& settings, uint64_t seed);
// The same with vectors, whose features are kept if they occur in the test vectors.
TextOutcome RunBottouOnVectors(const ExampleBatch& train, const ExampleBatch& test,
                               const BottouSettings& settings);
// The first step of svmsgd: from 1 up or down by factors of 2 while the cost falls, which is the mean loss
// and lambda/2 |w|^2 after one pass over the first examples, 1001 at most, over the same.
double DoubledRate(const ExampleBatch& examples, LearnerOptions options);

// The exact features, projected to 2^bits dimensions by dense random signs (Achlioptas 2003), each column
// drawn once, or otherwise, and handed over in memory; then the gradient descent of the hash kernel.
TextOutcome RunProjection(const TextSource& texts, int bits, const TextSettings& settings,
                          kernels::ProjectionKind kind = kernels::ProjectionKind::kSigns);

// The error in percent of such methods on vectors that are features already. Hashed: the number of a word is
// hashed to 2^bits bins.
enum class VectorMethod { kExact, kVwUpdates, kHashed, kProjected, kSparselyProjected };
TextOutcome RunOnVectors(const ExampleBatch& train, const ExampleBatch& test, VectorMethod method, int bits,
                         const TextSettings& settings);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHODS_H_
