// Grows a sparse matrix row by row.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SPARSE_ROW_BUILDER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SPARSE_ROW_BUILDER_H_

#include <Eigen/SparseCore>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::structured_learning {

// Memory is proportional to the entries and rows, for any number of columns. A large index in a small
// file must not allocate gigabytes, as Eigen's setFromTriplets and assignments between sparse matrices would.
class SparseRowBuilder {
 public:
  explicit SparseRowBuilder(std::string path) : path_(std::move(path)) {}

  void EndRow() { starts_.push_back(static_cast<int>(columns_.size())); }
  // Adds an entry to the current row. Columns must increase within a row; zeros are not stored. Throws
  // common::Error(kData), which names the file, for more than 2^31 - 1 entries or columns.
  void Add(int64_t column, double value) {
    if (value == 0) return;
    constexpr int kMax = std::numeric_limits<int>::max();
    if (columns_.size() >= static_cast<size_t>(kMax)) {
      common::ThrowDataError(path_, "at most " + std::to_string(kMax) + " entries that are not 0", "more",
                             "read fewer rows at a time");
    }
    if (column >= kMax) {
      common::ThrowDataError(path_, "at most " + std::to_string(kMax) + " columns", "more");
    }
    columns_.push_back(static_cast<int>(column));
    values_.push_back(value);
  }

  // The compressed matrix; `shift` is subtracted from all columns.
  Eigen::SparseMatrix<double, Eigen::RowMajor, int> Matrix(int64_t num_columns, int shift = 0) const {
    Eigen::SparseMatrix<double, Eigen::RowMajor, int> matrix(static_cast<Eigen::Index>(starts_.size()) - 1,
                                                             num_columns);
    matrix.resizeNonZeros(static_cast<Eigen::Index>(columns_.size()));
    std::ranges::copy(starts_, matrix.outerIndexPtr());
    std::ranges::transform(columns_, matrix.innerIndexPtr(), [&](int column) { return column - shift; });
    std::ranges::copy(values_, matrix.valuePtr());
    return matrix;
  }

 private:
  std::string path_;
  std::vector<int> starts_ = {0}, columns_;
  std::vector<double> values_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SPARSE_ROW_BUILDER_H_
