// Raw text: the features are words and n-grams of words.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_RAW_TEXT_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_RAW_TEXT_LINE_H_

#include <memory>

#include "structured_learning/linear/examples/line_parser.h"
#include "structured_learning/linear/examples/word_grams.h"

namespace structlab::structured_learning {

// The format of a line:
//
//   label[,label...] <tab> text
//
// Spaces around a label do not belong to it; a line of spaces is not an example.
//
// Words are the longest runs of letters and digits, in lower case. Letters are those of ASCII; of Latin-1 ª,
// µ, º and À to ÿ except × and ÷; and of UTF-8 also every other character except
//
//   U+2000-206F, U+2E00-2E7F, U+3000-303F, U+FE10-FE1F, U+FE30-FE6F   spaces and punctuation
//   U+20A0-20CF                                                       currency signs
//   U+FF01-FF0F, U+FF1A-FF20, U+FF3B-FF40, U+FF5B-FF65, U+FFE0-FFEE   fullwidth and halfwidth signs
//   U+FEFF                                                            the byte order mark
//
// which separate words, like the signs of Latin-1. A text of Latin-1 characters has the same words in both
// encodings. Letters beyond Latin-1 keep their case. A letter differs from the same letter written with a
// combining accent.
//
// The key of a word is the MurmurHash3 of its bytes in the encoding, so words with letters outside of ASCII
// have different keys in the two encodings; n-grams as in WordGrams. O(bytes). Throws common::Error (usage)
// for n-grams out of range.
std::unique_ptr<LineParser> MakeRawTextParser(const ParserOptions& options, const TextOptions& text);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_RAW_TEXT_LINE_H_
