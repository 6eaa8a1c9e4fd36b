// The text format of Vowpal Wabbit.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_

#include <memory>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

// The format of a line:
//
//   [label[,label...] [importance]] ['tag]|[namespace[:scale]] feature[:value] ... |namespace ...
//
// The default of a value is 1; a scale multiplies the values of its namespace. The key of a feature is
// KeyOfName(name, KeyOfNamespace(namespace, seed)), as in Vowpal Wabbit. A word directly before the first '|'
// is a tag and is skipped. Labels may be words, and several are separated by commas; labels with costs
// ("1:0.5", "1:0.5:0.2") are mistakes. Duplicate features are summed, features with value 0 are omitted,
// empty lines are not examples. Control characters are mistakes.
std::unique_ptr<LineParser> MakeVwParser(const ParserOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_
