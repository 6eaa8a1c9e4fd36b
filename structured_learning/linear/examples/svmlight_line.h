// The format of SVMlight and LIBSVM, with one label or several.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SVMLIGHT_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SVMLIGHT_LINE_H_

#include <memory>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

// The format of a line:
//
//   label[,label...] [qid:N] index:value index:value ... [# comment]
//
// Indices are 0..4294967295 and increase, so none occurs twice; they are the keys. Labels are numbers ("+1"
// and "1.0" are the same label) or words; a line whose first word contains a ':' has no label. qid is
// skipped. A line with only a comment or blanks is not an example. Features with value 0 are omitted.
std::unique_ptr<LineParser> MakeSvmlightParser(const ParserOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SVMLIGHT_LINE_H_
