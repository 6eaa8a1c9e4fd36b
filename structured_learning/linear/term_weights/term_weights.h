// TF-IDF weights of words, where a word is a bin of a hash or a number of a dictionary (Shi 2011, section
// 2.6.1).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TERM_WEIGHTS_TERM_WEIGHTS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TERM_WEIGHTS_TERM_WEIGHTS_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// The weight of a term is (1 + log tf) log((N + 1) / (df + 1)), where the term occurs tf times in the
// document and in df of the N documents counted so far. All values are divided by their norm. A term is given
// by the last bits of a key. With hashed words, words that share a bin are one term; with numbers of a
// dictionary each word is its own term if there are enough bits. The 1 in numerator and denominator gives a
// term that has not been counted the maximum weight instead of an infinite one.
//
//     TermWeights weights(20);
//     for (...) weights.Count(counts[i]);       // a first part of the stream
//     weights.Weigh(counts[i], weighted);       // keys are bins, below 2^20
//
// Memory: 8 bytes for each bin. Not thread-safe.
class TermWeights {
 public:
  // Throws common::Error (usage) unless 1 <= bits <= 31.
  explicit TermWeights(int bits);

  int64_t documents() const { return documents_; }
  uint32_t DocumentsWith(uint32_t term) const { return frequencies_[term]; }

  // Counts a document. The values of `counts` are numbers of occurrences, at least 1. A term counts once,
  // however many of its words occur. O(words).
  void Count(const ExampleView& counts);
  // Appends the weighted document to `weighted`, with terms in increasing order and the same labels, target
  // and importance. If all terms of a document have weight 0, all its values are 0. O(words log words).
  void Weigh(const ExampleView& counts, ExampleBatch& weighted);

 private:
  // Sets terms_ to the terms of the document, in increasing order, with their numbers of occurrences.
  void Collect(const ExampleView& counts);

  uint32_t mask_;
  int64_t documents_ = 0;
  std::vector<uint32_t> frequencies_;
  std::vector<std::pair<uint32_t, double>> terms_;
};

// An exact dictionary: numbers words in the order in which their keys first occur. It is exact as long as a
// hash of 32 bits distinguishes the words (among 300,000 words about 10 pairs share a key). Memory: about 40
// bytes for each word.
class TermDictionary {
 public:
  // Numbers are below `max_terms`, which must be at most 2^32.
  explicit TermDictionary(size_t max_terms = size_t{1} << 32) : max_terms_(max_terms) {}

  size_t size() const { return numbers_.size(); }
  // Adds the keys that are new. Throws common::Error (data) if there would be more than `max_terms`; the keys
  // before that are then added.
  void Add(const ExampleView& counts);
  // Appends the same example with the numbers of its words as keys, in increasing order. Words that were not
  // added are omitted.
  void Translate(const ExampleView& counts, ExampleBatch& numbered);

 private:
  size_t max_terms_;
  std::unordered_map<uint32_t, uint32_t> numbers_;
  std::vector<std::pair<uint32_t, float>> words_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TERM_WEIGHTS_TERM_WEIGHTS_H_
