// The text format of fastText's supervised learning.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FASTTEXT_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FASTTEXT_LINE_H_

#include <memory>

#include "structured_learning/linear/examples/line_parser.h"
#include "structured_learning/linear/examples/word_grams.h"

namespace structlab::structured_learning {

// The format of a line:
//
//   __label__spam buy now
//
// Words are separated by spaces, tabs, vertical tabs and form feeds, and keep their case and punctuation. A
// word that begins with __label__ is a label at any position; its text follows these characters. Other
// control characters are mistakes, and so are a label without a text and a line that is only a label with a
// comma in it ("__label__a,hello"). The features of the words are those of WordGrams; the word </s> that
// fastText adds to each line is the constant here. O(bytes). Throws common::Error (usage) as WordGrams.
std::unique_ptr<LineParser> MakeFastTextParser(const ParserOptions& options, const TextOptions& text);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FASTTEXT_LINE_H_
