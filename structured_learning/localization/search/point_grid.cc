#include "structured_learning/localization/search/point_grid.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

constexpr int64_t kMaxCells = int64_t{1} << 25;

// Where `before` is 1 at the used coordinates: lists them, and replaces `before` by the number before each.
std::vector<int> ListUsed(std::vector<int>& before) {
  std::vector<int> used;
  for (int coordinate = 0; coordinate < static_cast<int>(before.size()); ++coordinate) {
    const bool is_used = before[coordinate] != 0;
    before[coordinate] = static_cast<int>(used.size());
    if (is_used) used.push_back(coordinate);
  }
  return used;
}

// The table of sums over all cells above and left, with an empty first row and column.
std::vector<double> IntegralOf(std::span<const double> cells, int64_t rows, int64_t columns, double sign) {
  std::vector<double> table((rows + 1) * (columns + 1), 0.0);
  for (int64_t row = 0; row < rows; ++row) {
    const double* const in = cells.data() + row * columns;
    const double* const above = table.data() + row * (columns + 1) + 1;
    double* const out = table.data() + (row + 1) * (columns + 1) + 1;
    double sum = 0;
    for (int64_t column = 0; column < columns; ++column) {
      sum += sign * in[column] > 0 ? in[column] : 0;
      out[column] = above[column] + sum;
    }
  }
  return table;
}

}  // namespace

PointGrid::PointGrid(const WordImage& image, const std::string& where)
    : columns_before_(image.width + 1, 0), rows_before_(image.height + 1, 0) {
  for (const WordPoint& point : image.points) {
    columns_before_[point.x] = 1;
    rows_before_[point.y] = 1;
  }
  columns_ = ListUsed(columns_before_);
  rows_ = ListUsed(rows_before_);
  if (num_cells() > kMaxCells) {
    common::ThrowDataError(where, fmt::format("points in at most {} columns x rows", kMaxCells),
                           fmt::format("{} x {}", columns_.size(), rows_.size()),
                           "round the coordinates, for example to multiples of 2");
  }
}

std::vector<double> PointGrid::CellSums(const WordImage& image, std::span<const double> weights) const {
  std::vector<double> cells(num_cells(), 0.0);
  const int64_t stride = static_cast<int64_t>(columns_.size());
  for (const WordPoint& point : image.points) {
    cells[rows_before_[point.y] * stride + columns_before_[point.x]] += weights[point.word];
  }
  return cells;
}

SignedSums::SignedSums(const PointGrid& grid, std::span<const double> cells)
    : stride_(static_cast<int64_t>(grid.columns().size()) + 1),
      positive_(IntegralOf(cells, static_cast<int64_t>(grid.rows().size()), stride_ - 1, 1)),
      negative_(IntegralOf(cells, static_cast<int64_t>(grid.rows().size()), stride_ - 1, -1)) {}

}  // namespace structlab::structured_learning
