// Turns the words of a text into weighted features: single words and n-grams.
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
  kUtf8,    // text that is not UTF-8 is refused; letters beyond Latin-1 keep their case
  kLatin1,  // every byte is a character
};

enum class TermWeight {
  kBinary,    // 1
  kCount,     // tf
  kLogCount,  // 1 + log tf
};

struct TextOptions {
  TextEncoding encoding = TextEncoding::kUtf8;
  int ngrams = 1;  // maximum number of consecutive words in a feature, 1..8
  TermWeight weight = TermWeight::kLogCount;
  bool unit_length = true;  // divide all values by their norm, without the constant
};

// Throws LineMistake at the first byte that is not UTF-8.
void CheckUtf8(std::string_view line);

// Computes the features of one text after the other. The key of a word is the MurmurHash3 of its bytes; the
// key of an n-gram is computed from the keys of its words in their order. Not thread-safe.
class WordGrams {
 public:
  // Throws common::Error (usage) for n-grams out of range.
  WordGrams(const TextOptions& options, uint32_t seed);

  void Begin() {
    keys_.clear();
    words_.clear();
  }
  // Adds the next word of the text. With `keeps_name` its name is stored for Finish.
  void Add(std::string_view word, bool keeps_name) {
    keys_.push_back(kernels::MurmurHash3(word, seed_));
    if (keeps_name) words_.emplace_back(word);
  }
  // Writes the features to the batch's room, each key once, and returns their number. If `names` is not null,
  // it gets their names; the words must then have been added with their names. Throws LineMistake for more
  // than kMaxFeatures n-grams. O(words * ngrams).
  size_t Finish(ExampleBatch& batch, FeatureNames* names);

 private:
  void Weigh(std::span<float> values) const;

  TextOptions options_;
  uint32_t seed_;
  DuplicateSummer duplicates_;
  std::vector<uint32_t> keys_;  // keys of the words of the text, in their order
  std::vector<std::string> words_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_WORD_GRAMS_H_
