// Sums of point weights over boxes in constant time, on the columns and rows that have points.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_POINT_GRID_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_POINT_GRID_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "structured_learning/localization/search/word_image.h"

namespace structlab::structured_learning {

// The columns and rows of pixels that have points. Columns and rows without points add nothing to a sum, so
// tables need no cells for them.
class PointGrid {
 public:
  // Throws common::Error (data) if more than 2^25 cells are needed.
  // `where` names the image in errors.
  explicit PointGrid(const WordImage& image, const std::string& where = "image");

  const std::vector<int>& columns() const { return columns_; }  // increasing x
  const std::vector<int>& rows() const { return rows_; }        // increasing y
  // Number of columns with points left of pixel x, for x = 0..width; rows above y, for y = 0..height.
  int ColumnsBefore(int x) const { return columns_before_[x]; }
  int RowsBefore(int y) const { return rows_before_[y]; }
  int64_t num_cells() const { return static_cast<int64_t>(columns_.size()) * rows_.size(); }

  // The sum of the weights of the points at each cell, row by row. Point k has weight weights[word k].
  std::vector<double> CellSums(const WordImage& image, std::span<const double> weights) const;

 private:
  std::vector<int> columns_, rows_, columns_before_, rows_before_;
};

// Integral images of the positive and of the negative cells. A sum takes four reads.
class SignedSums {
 public:
  SignedSums(const PointGrid& grid, std::span<const double> cells);

  // Sums over a box within the image; 0 if it is empty.
  double Positive(const PointGrid& grid, const PixelBox& box) const { return Sum(grid, box, positive_); }
  double Negative(const PointGrid& grid, const PixelBox& box) const { return Sum(grid, box, negative_); }

 private:
  double Sum(const PointGrid& grid, const PixelBox& box, const std::vector<double>& table) const {
    if (box.left > box.right || box.top > box.bottom) return 0;
    const int left = grid.ColumnsBefore(box.left), right = grid.ColumnsBefore(box.right + 1);
    const double* const above = table.data() + grid.RowsBefore(box.top) * stride_;
    const double* const last = table.data() + grid.RowsBefore(box.bottom + 1) * stride_;
    return (last[right] - last[left]) - (above[right] - above[left]);
  }

  int64_t stride_;
  std::vector<double> positive_, negative_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_POINT_GRID_H_
