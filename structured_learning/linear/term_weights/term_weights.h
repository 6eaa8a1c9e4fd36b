// TF-IDF of words that are bins of a hash or numbers of a dictionary (Shi 2011, section 2.6.1).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TERM_WEIGHTS_TERM_WEIGHTS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TERM_WEIGHTS_TERM_WEIGHTS_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// (1 + log tf) log((N + 1) / (df + 1)) for a term that stands tf times in a document and in df of the N
// documents counted so far, all values divided by their norm. Terms are the last bits of keys: those of words
// make bins of a hash, where words that meet are one term; numbers of a dictionary are terms of their own
// while there are enough bits. The 1 in numerator and denominator lets a term that has not been counted weigh
// most, not infinitely.
//
//   TermWeights weights(20);
//   for (...) weights.Count(counts[i]);       // a first part of the stream
//   weights.Weigh(counts[i], weighted);       // keys are bins, below 2^20
//
// Memory: 8 bytes a bin. Not thread-safe.
class TermWeights {
 public:
  // Throws common::Error (usage) unless 1 <= bits <= 31.
  explicit TermWeights(int bits);

  int64_t documents() const { return documents_; }
  uint32_t DocumentsWith(uint32_t term) const { return frequencies_[term]; }

  // `counts` has numbers of occurrences as values, at least 1. A term counts once, however many words it has.
  // O(words).
  void Count(const ExampleView& counts);
  // Adds the weighted document, terms in rising order, with the same labels, target and importance. A
  // document of terms that all weigh 0 has values 0. O(words log words).
  void Weigh(const ExampleView& counts, ExampleBatch& weighted);

 private:
  // Sets terms_ to the terms of the document, rising, with their occurrences.
  void Collect(const ExampleView& counts);

  uint32_t mask_;
  int64_t documents_ = 0;
  std::vector<uint32_t> frequencies_;
  std::vector<std::pair<uint32_t, double>> terms_;
};

// Numbers words by the order in which their keys are first met: an exact dictionary, as far as 32 bits of a
// hash tell words apart (two of 300,000 words share a key 10 times on average). Memory: some 40 bytes a word.
class TermDictionary {
 public:
  // Numbers below `most`, which must fit in 32 bits.
  explicit TermDictionary(size_t max_terms = size_t{1} << 32) : max_terms_(max_terms) {}

  size_t size() const { return numbers_.size(); }
  // Adds the keys that are new. Throws common::Error (data) where they would become more than `most`; those
  // before are added then.
  void Add(const ExampleView& counts);
  // The same example with the numbers of its words in the place of keys, rising; words that were not added
  // are left out.
  void Translate(const ExampleView& counts, ExampleBatch& numbered);

 private:
  size_t max_terms_;
  std::unordered_map<uint32_t, uint32_t> numbers_;
  std::vector<std::pair<uint32_t, float>> words_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TERM_WEIGHTS_TERM_WEIGHTS_H_
