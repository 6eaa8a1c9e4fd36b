// Training data for multi-label learning: rows of features, each with any number of tags.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MULTILABEL_DATA_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MULTILABEL_DATA_H_

#include <Eigen/SparseCore>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace structlab::structured_learning {

// Indices of tags, in increasing order.
using TagList = std::vector<int>;

struct MultiLabelData {
  Eigen::SparseMatrix<double, Eigen::RowMajor, int> features;  // compressed; one row for each example
  std::vector<TagList> tags;                                   // the tags of each row
  std::vector<std::string> feature_names, tag_names;           // empty if the file format has no names
  int num_tags = 0;
  // index of the first feature in the svmlight file, if the data were read from one: 0 or 1
  std::optional<int> first_index;
};

// Throws common::Error(kUsage), which names `where`, unless there is one list for each row, the tags of each
// list increase and are from 0 to num_tags - 1, and all features are finite.
void CheckMultiLabelData(const MultiLabelData& data, const std::string& where);

// The given rows, in the given order, with all names. The indices must be below the number of rows.
MultiLabelData SelectRows(const MultiLabelData& data, std::span<const int> rows);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MULTILABEL_DATA_H_
