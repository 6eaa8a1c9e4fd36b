// Correlations of tags.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CORRELATIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CORRELATIONS_H_

#include <span>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

// Pearson's correlation of the indicators of two tags over the rows, for each pair r < s of tags, row by row
// of the upper triangle. Pairs in which a tag is in no row or in all rows have none and are omitted.
// O(tags^2 + pairs of tags of all rows).
std::vector<double> TagCorrelations(std::span<const TagList> rows, int num_tags);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CORRELATIONS_H_
