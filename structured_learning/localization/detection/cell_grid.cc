#include "structured_learning/localization/detection/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace structlab::structured_learning {
namespace {

int CellsOf(int side, int longer, int cells) {
  if (cells == 0 || cells >= longer) return side;
  return std::clamp(static_cast<int>(std::lround(static_cast<double>(side) * cells / longer)), 1, side);
}

int CellOf(int pixel, int side, int cells) {
  return static_cast<int>((2 * int64_t{pixel} + 1) * cells / (2 * int64_t{side}));
}

// The first pixel of a cell, or `side` for the cell behind the last one: the lowest x with CellOf(x) >= cell.
int FirstPixel(int cell, int side, int cells) {
  return static_cast<int>((2 * int64_t{side} * cell + cells - 1) / (2 * int64_t{cells}));
}

// The cells whose borders are nearest to those of the pixels first..last.
std::pair<int, int> NearestRange(int first, int last, int side, int cells) {
  const auto border = [&](int pixels) {
    return static_cast<int>((2 * int64_t{pixels} * cells + side) / (2 * int64_t{side}));
  };
  const int begin = border(first), end = border(last + 1);
  if (begin < end) return {begin, end - 1};
  const int middle = CellOf((first + last) / 2, side, cells);
  return {middle, middle};
}

}  // namespace

CellGrid::CellGrid(int width, int height, int cells)
    : width_(width),
      height_(height),
      columns_(CellsOf(width, std::max(width, height), cells)),
      rows_(CellsOf(height, std::max(width, height), cells)) {}

WordImage CellGrid::OnCells(WordImage image) const {
  for (WordPoint& point : image.points) {
    point.x = static_cast<uint16_t>(CellOf(point.x, width_, columns_));
    point.y = static_cast<uint16_t>(CellOf(point.y, height_, rows_));
  }
  image.width = columns_;
  image.height = rows_;
  return image;
}

PixelBox CellGrid::NearestCells(const PixelBox& pixels) const {
  const auto [left, right] = NearestRange(pixels.left, pixels.right, width_, columns_);
  const auto [top, bottom] = NearestRange(pixels.top, pixels.bottom, height_, rows_);
  return {left, top, right, bottom};
}

PixelBox CellGrid::PixelsOf(const PixelBox& cells) const {
  return {FirstPixel(cells.left, width_, columns_), FirstPixel(cells.top, height_, rows_),
          FirstPixel(cells.right + 1, width_, columns_) - 1,
          FirstPixel(cells.bottom + 1, height_, rows_) - 1};
}

}  // namespace structlab::structured_learning
