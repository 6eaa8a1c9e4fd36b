// Rows with any number of tags each.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MULTILABEL_DATA_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MULTILABEL_DATA_H_

#include <Eigen/SparseCore>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace structlab::structured_learning {

// Indices of tags, rising.
using TagList = std::vector<int>;

struct MultiLabelData {
  Eigen::SparseMatrix<double, Eigen::RowMajor, int> features;  // compressed; a row an example
  std::vector<TagList> tags;                                   // of each row
  std::vector<std::string> feature_names, tag_names;           // empty if the format has none
  int num_tags = 0;
  std::optional<int> first_index;  // of features in an svmlight file that it was read from: 0 or 1
};

// Throws common::Error(kUsage) at `where` unless there are as many lists as rows, their tags rise from 0 to
// num_tags - 1, and all features are finite.
void CheckMultiLabelData(const MultiLabelData& data, const std::string& where);

// These rows, in this order, with the names of all. Indices are below the number of rows.
MultiLabelData SelectRows(const MultiLabelData& data, std::span<const int> rows);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MULTILABEL_DATA_H_
