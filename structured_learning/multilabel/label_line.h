// The labels at the beginning of a line of sparse features.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LABEL_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LABEL_LINE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "common/text_input.h"

namespace structlab::structured_learning {

// Sets `labels` to the integers of "7,1,5 ..." in increasing order and returns the position after them. There
// are no labels if the line begins with a blank, a comment or a word with a ':'. Throws common::Error(kData)
// at file:line:column (the line is the current one of `input`) for labels that are not integers from `first`
// to `last`, and for a label that occurs twice.
size_t ReadLineLabels(std::string_view line, int64_t first, int64_t last, const common::TextInput& input,
                      std::vector<int64_t>& labels);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LABEL_LINE_H_
