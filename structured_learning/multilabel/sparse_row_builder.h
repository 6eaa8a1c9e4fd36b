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

// Memory in proportion to the entries and rows, whatever the number of columns: a few digits of a file must
// not ask for gigabytes, which Eigen's setFromTriplets and assignments between sparse matrices allocate for a
// large index.
class SparseRowBuilder {
 public:
  explicit SparseRowBuilder(std::string path) : path_(std::move(path)) {}

  void EndRow() { starts_.push_back(static_cast<int>(columns_.size())); }
  // To the current row; columns rise within a row, and zeros are left out. Throws common::Error(kData) that
  // names the file above 2^31 - 1 entries or columns.
  void Add(int64_t column, double value) {
    if (value == 0) return;
    constexpr int kMost = std::numeric_limits<int>::max();
    if (columns_.size() >= static_cast<size_t>(kMost)) {
      common::ThrowDataError(path_, "at most " + std::to_string(kMost) + " entries that are not 0", "more",
                             "read fewer rows at a time");
    }
    if (column >= kMost) {
      common::ThrowDataError(path_, "at most " + std::to_string(kMost) + " columns", "more");
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
