// Complete linear classifiers of texts in two classes, from the texts to the error, with the time of each
// part: the hash kernel and its rivals (Shi 2011, section 2.6.1). For comparisons; in a program of your own
// use streaming_learner.h.
//
//     const TextSettings settings = {.lambdas = {1e-5, 1e-4}, .rates = {0.5, 2}};
//     const TextOutcome outcome = RunHashKernel(texts, /*bits=*/20, settings);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHODS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHODS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "common/check.h"
#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/streaming_learner.h"
#include "structured_learning/linear/texts/text_stream.h"

namespace structlab::structured_learning {

// Which test documents a method classifies wrongly, so that methods can be compared document by document.
class Mistakes {
 public:
  void Add(bool is_wrong) {
    if (is_wrong) wrong_.push_back(documents_);
    ++documents_;
  }
  double documents() const { return documents_; }
  // The positions of the wrong documents, in increasing order, from 0.
  const std::vector<double>& wrong() const { return wrong_; }
  // The percentage of wrong documents; there must be at least one document.
  double ErrorPercent() const {
    STRUCTLAB_CHECK(documents_ > 0);
    return 100 * static_cast<double>(wrong_.size()) / documents_;
  }

 private:
  double documents_ = 0;
  std::vector<double> wrong_;
};

struct TextOutcome {
  // Processor seconds of one thread; the parts do not overlap.
  double feature_seconds = 0;                       // making exact features from the texts
  double projection_seconds = 0;                    // projecting exact features
  double writing_seconds = 0, reading_seconds = 0;  // of files of features
  double learning_seconds = 0;  // learning and testing; for the hash kernel including reading the texts

  // The waiting time before learning, and the time of loading, learning and testing.
  double preprocessing_seconds() const { return feature_seconds + projection_seconds + writing_seconds; }
  double load_train_test_seconds() const { return reading_seconds + learning_seconds; }
  // The time of the method if features are passed in memory, without files.
  double method_seconds() const { return feature_seconds + projection_seconds + learning_seconds; }

  Mistakes mistakes = {};  // wrong test documents
  double error = 0;        // percentage of wrong test documents
  // Sizes of compressed files of the training features, before and after a projection: extrapolated from
  // those of the first documents.
  double original_bytes = 0, new_bytes = 0;
  double rate = 0, lambda = 0;  // the chosen learning rate and lambda
  size_t chosen_on = 0;         // number of first training documents on which they were chosen
};

// Settings of all methods. Each method chooses among these rates, and gradient descent also among these
// lambdas, the one with the lowest loss on the first piece of the training documents, which is the same for
// all methods. VW uses no lambda, as by default. The time of choosing is not counted.
struct TextSettings {
  std::vector<double> lambdas, rates;
  uint64_t seed = 1;
  // files to measure sizes are written for this many first documents, rounded to whole pieces
  int64_t file_documents = 4096;
};

using SeesCounts = std::function<void(const ExampleBatch& counts)>;

// All methods throw common::Error (usage) for texts without training documents.
//
// The hash kernel. Features are made while the texts are read: bins of a hash with 2^bits bins, weighted with
// frequencies that are estimated from the first tenth of the training documents. Then a linear SVM by
// stochastic gradient descent in one pass. `sees` receives the words of all documents, as hashes of 32 bits,
// with their counts; its time is not counted.
TextOutcome RunHashKernel(const TextSource& texts, int bits, const TextSettings& settings,
                          const SeesCounts& sees = {});

// Exact features: TF-IDF with a dictionary and the frequencies of all training documents. Throws
// common::Error (data) for more than 2^22 different words. Then one pass of
// - kGradientDescent: the same gradient descent, with a weight for each word; features stay in memory;
// - kVwFromText: the adaptive, normalised and importance-invariant updates of Vowpal Wabbit, from its text
//   format;
// - kVwFromCache: the same from a binary cache; making the cache is not counted.
enum class ExactMethod { kGradientDescent, kVwFromText, kVwFromCache };
TextOutcome RunExact(const TextSource& texts, ExactMethod method, const TextSettings& settings);

// Stochastic gradient descent as in L. Bottou's programs of 2007 (svmsgd, with the preprocessing of its
// example on RCV1): TF-IDF of the words that occur in the test documents, with frequencies of the training
// documents; hinge loss at a given lambda; first step by DoubledRate; several passes over a file of features;
// a constant feature 0.1, whose steps are a hundredth of those of the words. In contrast to svmsgd, lambda
// also shrinks the weight of the constant.
struct BottouSettings {
  double lambda = 1e-4;
  int passes = 5;
};
TextOutcome RunBottou(const TextSource& texts, const BottouSettings& settings, uint64_t seed);
// The same learner on a projection of these features to 2^bits dimensions, as where both programs are run one
// after the other (Shi 2011, Table 2.3): signs without a scale, drawn anew for each word of each document,
// and compressed files of the projected features, which are read once; later passes are in memory, so that
// their reading is not counted. Gives other results than RunProjection, whose learner and choice of lambda
// are those of the hash kernel.
TextOutcome RunProjectedBottou(const TextSource& texts, int bits, const BottouSettings& settings,
                               uint64_t seed);
// RunBottou for vectors. Features are kept if they occur in the test vectors.
TextOutcome RunBottouOnVectors(const ExampleBatch& train, const ExampleBatch& test,
                               const BottouSettings& settings);
// The first step of svmsgd: starts at 1 and goes up or down by factors of 2 while the cost falls. The cost is
// the mean loss plus lambda/2 |w|^2 on the first examples, at most 1001, after one pass over them.
double DoubledRate(const ExampleBatch& examples, LearnerOptions options);

// Projects the exact features to 2^bits dimensions, by default with dense random signs (Achlioptas 2003),
// each column drawn once. They are passed in memory. Then the gradient descent of the hash kernel.
TextOutcome RunProjection(const TextSource& texts, int bits, const TextSettings& settings,
                          kernels::ProjectionKind kind = kernels::ProjectionKind::kSigns);

// Such methods on vectors that are already features. kHashed: the number of a word is hashed to 2^bits bins.
enum class VectorMethod { kExact, kVwUpdates, kHashed, kProjected, kSparselyProjected };
TextOutcome RunOnVectors(const ExampleBatch& train, const ExampleBatch& test, VectorMethod method, int bits,
                         const TextSettings& settings);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHODS_H_
