// Words of a text as weighed features: single words and n-grams of them.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_WORD_GRAMS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_WORD_GRAMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/hashing/murmur_hash.h"
#include "structured_learning/linear/examples/example_builder.h"
#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

enum class TextEncoding {
  kUtf8,    // anything that is no UTF-8 is refused; letters beyond Latin-1 keep their case
  kLatin1,  // every byte is a character
};

enum class TermWeight {
  kBinary,    // 1
  kCount,     // tf
  kLogCount,  // 1 + log tf
};

struct TextOptions {
  TextEncoding encoding = TextEncoding::kUtf8;
  int ngrams = 1;  // the most words in a row that make a feature, 1..8
  TermWeight weight = TermWeight::kLogCount;
  bool unit_length = true;  // divides all values by their norm, the constant aside
};

// Throws LineMistake at the first byte that is no UTF-8.
void CheckUtf8(std::string_view line);

// The features of one text after the other. The key of a word is the MurmurHash3 of its bytes; that of an
// n-gram is made of the keys of its words in their order. Not thread-safe.
class WordGrams {
 public:
  // Throws common::Error (usage) for n-grams out of range.
  WordGrams(const TextOptions& options, uint32_t seed);

  void Begin() {
    keys_.clear();
    words_.clear();
  }
  // The next word of the text, whose name is kept for Finish if it is asked for there.
  void Add(std::string_view word, bool keeps_name) {
    keys_.push_back(kernels::MurmurHash3(word, seed_));
    if (keeps_name) words_.emplace_back(word);
  }
  // Writes the features to the batch's room, each key once, and returns how many there are. `names` gets
  // theirs if it is not null; the words were then added with their names. Throws LineMistake for more than
  // kMaxFeatures n-grams. O(words * ngrams).
  size_t Finish(ExampleBatch& batch, FeatureNames* names);

 private:
  void Weigh(std::span<float> values) const;

  TextOptions options_;
  uint32_t seed_;
  DuplicateSummer duplicates_;
  std::vector<uint32_t> keys_;  // of the words of the text, in their order
  std::vector<std::string> words_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_WORD_GRAMS_H_
