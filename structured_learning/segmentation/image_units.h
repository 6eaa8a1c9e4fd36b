// The parts of an image that get one label each: pixels of a reduced image, square blocks, or regions.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_IMAGE_UNITS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_IMAGE_UNITS_H_

#include <cstdint>
#include <vector>

#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"
#include "structured_learning/problem/graph_labeling/graph_sample.h"
#include "structured_learning/segmentation/mask.h"
#include "structured_learning/segmentation/mask_agreement.h"

namespace structlab::structured_learning {

// The image with its longer side reduced to max_side pixels, by the mean over the area that each new pixel
// covers; unchanged if it is not longer. 0: never reduced. Throws common::Error(kUsage) for an image without
// pixels and for max_side < 0.
graphical_models::Image ReduceImage(const graphical_models::Image& image, int max_side);

// Units partition the pixels of a reduced image. A pixel of the input image belongs to the unit of the
// reduced pixel that its centre falls into.
struct ImageUnits {
  int width = 0, height = 0;           // of the input image
  graphical_models::Image image = {};  // the reduced image
  int count = 0;
  std::vector<int> of_pixel = {};    // the unit of each pixel of the reduced image
  std::vector<NodePair> edges = {};  // neighbours
  // Above 0 if the units are a grid with the edges of GridEdges(grid_width, grid_height, 4).
  int grid_width = 0, grid_height = 0;
  bool are_pixels = false;  // each pixel of the reduced image is a unit

  // The unit of each pixel of the input image.
  std::vector<int> OfInputPixels() const;
};

// A unit for each pixel of the reduced image; `neighbours` is 4 or 8 (GridEdges).
ImageUnits PixelUnits(const graphical_models::Image& image, int max_side, int neighbours);

// Blocks of block_size x block_size pixels of the reduced image, row by row from the upper left; those at the
// right and lower border may be smaller. Throws common::Error(kUsage) for a size below 1.
ImageUnits BlockUnits(const graphical_models::Image& image, int max_side, int block_size, int neighbours);

// The regions of a reduced image; two regions with pixels side by side or one above the other are neighbours,
// and edges are sorted. width and height are those of the input image. Throws common::Error(kUsage) unless
// each pixel is in a region.
ImageUnits RegionUnits(int width, int height, graphical_models::Image reduced,
                       const graphical_models::Segmentation& regions);

// The labels of units, and what a wrong label costs.
struct UnitLabels {
  // The number of the unit's pixels of the input image with each label; void ones do not count.
  std::vector<int64_t> background, foreground;
  // The label of most of these pixels; background if both are equal.
  BinaryLabels labels;
  // The difference of both numbers, divided by the mean number of pixels of a unit of this image. So for any
  // labels of units, the sum of the weights of wrong units is the number of wrong pixels minus the least
  // possible number, divided by that mean.
  std::vector<double> loss_weights;
};

// Throws common::Error(kUsage) unless the mask has the size of the input image.
UnitLabels LabelUnits(const ImageUnits& units, const Mask& mask);

// The agreement of the true mask with the one that ExpandLabels makes from these labels. If all pixels are
// void, it is that of equal masks.
MaskAgreement AgreementOfUnits(const UnitLabels& truth, const BinaryLabels& predicted);

// The mask of the size of the input image in which each pixel has the label of its unit.
Mask ExpandLabels(const ImageUnits& units, const BinaryLabels& labels);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_IMAGE_UNITS_H_
