// Raw text: words and n-grams of words as features.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_RAW_TEXT_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_RAW_TEXT_LINE_H_

#include <memory>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

enum class TextEncoding {
  kUtf8,    // anything that is no UTF-8 is refused; letters beyond ASCII keep their case
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

//   label[,label...] <tab> text
//
// Words are the longest runs of letters and digits, in lower case, the letters beyond ASCII included: of
// Latin-1 those that it has, of UTF-8 every other character. The key of a word is its MurmurHash3; that of an
// n-gram is made of the keys of its words in their order. Throws common::Error (usage) for n-grams out of
// range.
std::unique_ptr<LineParser> MakeRawTextParser(const ParserOptions& options, const TextOptions& text);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_RAW_TEXT_LINE_H_
