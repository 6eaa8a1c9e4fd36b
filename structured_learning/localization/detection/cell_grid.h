// A coarse grid over an image, on which boxes are learned and searched.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_CELL_GRID_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_CELL_GRID_H_

#include "structured_learning/localization/search/pixel_box.h"
#include "structured_learning/localization/search/word_image.h"

namespace structlab::structured_learning {

// Cells of almost equal size: column k of C covers the pixels with floor(C (x + 1/2) / width) = k. Searches
// on 24 columns instead of 600 examine far fewer boxes, at the price that the sides of found boxes lie
// between cells. A grid with a cell for each pixel changes nothing.
class CellGrid {
 public:
  // The longer side of the image gets `cells` cells, the other one as many as keep them about square, at
  // least 1; neither gets more than its pixels. 0 cells: a cell for each pixel. The image has at least one
  // pixel.
  CellGrid(int width, int height, int cells);

  int width() const { return width_; }  // in pixels
  int height() const { return height_; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }

  // The image of columns() x rows() "pixels": each point moves to its cell.
  WordImage OnCells(WordImage image) const;
  // The box of cells whose sides are nearest to those of a box of pixels; at least one cell. The box lies
  // within the image.
  PixelBox NearestCells(const PixelBox& pixels) const;
  // The pixels of a box of cells.
  PixelBox PixelsOf(const PixelBox& cells) const;

 private:
  int width_, height_, columns_, rows_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_CELL_GRID_H_
