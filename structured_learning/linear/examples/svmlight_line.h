// The format of SVMlight and LIBSVM, with one label or several.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SVMLIGHT_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SVMLIGHT_LINE_H_

#include <memory>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

//   label[,label...] [qid:N] index:value index:value ... [# comment]
//
// Indices are 0..4294967295 and rise, so that none is there twice; they are the keys. Labels are
// numbers, however they are written ("+1" and "1.0" are one label), or words; a line whose first word has a
// ':' has none. qid is read over. A line with nothing but a comment or blanks is no example. Features of
// value 0 are left out.
std::unique_ptr<LineParser> MakeSvmlightParser(const ParserOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SVMLIGHT_LINE_H_
