// The text format of Vowpal Wabbit.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_

#include <memory>
#include <string_view>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

//   [label[,label...] [importance]] ['tag]|[namespace[:scale]] feature[:value] ... |namespace ...
//
// A value that is not given is 1; scales multiply the values of their namespace. The key of a feature is that
// of Vowpal Wabbit (KeyOfName), the key of its namespace being the seed. A word that touches the first '|' is
// a tag and is read over; labels may be words, and several are separated by commas. Duplicates are summed,
// features of value 0 left out, empty lines are no examples.
std::unique_ptr<LineParser> MakeVwParser(const ParserOptions& options);

// A name of digits alone, up to 4294967295, is the number + seed (modulo 2^32), any other its MurmurHash3.
// The namespace without a name has key 0 for seed 0.
uint32_t KeyOfName(std::string_view name, uint32_t seed);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_LINE_H_
