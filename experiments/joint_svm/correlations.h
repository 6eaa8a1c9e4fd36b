// How tags go together.
#ifndef STRUCTLAB_EXPERIMENTS_JOINT_SVM_CORRELATIONS_H_
#define STRUCTLAB_EXPERIMENTS_JOINT_SVM_CORRELATIONS_H_

#include <span>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::joint_svm {

// Pearson's correlation of the indicators of two tags over the rows, for each pair r < s of tags, row by row
// of the upper triangle. Pairs in which a tag is in no row or in all of them have none and are left out.
// O(tags^2 + pairs of tags of all rows).
std::vector<double> TagCorrelations(std::span<const structured_learning::TagList> rows, int num_tags);

}  // namespace structlab::joint_svm

#endif  // STRUCTLAB_EXPERIMENTS_JOINT_SVM_CORRELATIONS_H_
