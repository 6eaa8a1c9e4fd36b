// The labels in front of a line of sparse features.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LABEL_LINE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LABEL_LINE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "common/text_input.h"

namespace structlab::structured_learning {

// Sets `labels` to the integers of "7,1,5 ..." in rising order and returns the position behind them. There
// are none if the line begins with a blank, a comment or a word that has a ':'. Throws common::Error(kData)
// at file:line:column, as `input` counts, for labels that are not integers of the range, and one that is
// there twice.
size_t ReadLineLabels(std::string_view line, int64_t first, int64_t last, const common::TextInput& input,
                      std::vector<int64_t>& labels);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LABEL_LINE_H_
