// The numbers of labels that a file of tokens gives one after the other.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_LABEL_COUNTS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_LABEL_COUNTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "graphical_models/model/files/token_reader.h"

namespace structlab::graphical_models {

struct LabelCounts {
  std::vector<int> counts;
  std::string where_largest;  // file:line:column of the largest, the first if several are; empty without any
};

// What a count below 0 means: nothing, or that many labels, those of an interval.
enum class NegativeCount { kRefused, kInterval };

// Reads so many counts from 1 to `most`; `what` each is, such as "the number of labels of variable ", stands
// before its index in messages. Throws as TokenReader. Grows with what has been read.
LabelCounts ReadLabelCounts(TokenReader& reader, int64_t variables, const std::string& what, int64_t most,
                            NegativeCount negative = NegativeCount::kRefused);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_LABEL_COUNTS_H_
