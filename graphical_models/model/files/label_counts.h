// Reads the numbers of labels of all variables from a file of tokens.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_LABEL_COUNTS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_LABEL_COUNTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "graphical_models/model/files/token_reader.h"

namespace structlab::graphical_models {

struct LabelCounts {
  std::vector<int> counts;
  std::string
      where_largest;  // file:line:column of the largest count, the first on ties; empty without counts
};

// A negative count is an error, or the size of an interval domain.
enum class NegativeCount { kRefused, kInterval };

// Reads one count from 1 to `max_count` for each variable. In messages the index of the variable follows
// `what`, such as "the number of labels of variable ". Throws like TokenReader. Memory grows with the part of
// the file that was read.
LabelCounts ReadLabelCounts(TokenReader& reader, int64_t variables, const std::string& what,
                            int64_t max_count, NegativeCount negative = NegativeCount::kRefused);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_LABEL_COUNTS_H_
