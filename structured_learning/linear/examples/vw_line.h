// The text format of Vowpal Wabbit.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_

#include <memory>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

//   [label[,label...] [importance]] ['tag]|[namespace[:scale]] feature[:value] ... |namespace ...
//
// A value that is not given is 1; scales multiply the values of their namespace. The key of a feature is
// KeyOfName(name, KeyOfNamespace(namespace, seed)), as Vowpal Wabbit has it. A word that touches the first
// '|' is a tag and is read over; labels may be words, and several are separated by commas. Duplicates are
// summed, features of value 0 left out, empty lines are no examples. Control characters are mistakes.
std::unique_ptr<LineParser> MakeVwParser(const ParserOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_
