// Numbers for each pixel of an image, and their means over units and squares.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_PIXEL_PLANES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_PIXEL_PLANES_H_

#include <array>
#include <vector>

#include "graphical_models/images/image.h"
#include "structured_learning/segmentation/image_units.h"

namespace structlab::structured_learning {

// A row for each pixel, a column for each kind of number.
struct PixelPlanes {
  int width = 0, height = 0;
  DenseRows rows;
};

// The directions of gradients, modulo 180 degrees, are spread over this many bins. Bin k is centred at k * 30
// degrees; a gradient is divided between the two nearest bins.
inline constexpr int kGradientBins = 6;

// L*, a*, b* (lab_color.h) divided by 100; the magnitude of the gradient of L* / 100 in each bin; and the
// squares of the first three, from which means give deviations. The gradient is half the difference of the
// neighbours on both sides; border pixels are repeated outside.
PixelPlanes ColorsAndGradients(const graphical_models::Image& image);
inline constexpr int kFirstGradient = 3, kFirstSquare = 3 + kGradientBins, kNumPlanes = 6 + kGradientBins;

// The standard deviations of L*, a* and b*, from rows of means of these planes.
DenseRows DeviationsOf(const DenseRows& means);

// The means over squares, by integral images: O(1) for each square and column.
class SquareMeans {
 public:
  explicit SquareMeans(const PixelPlanes& planes);

  // The mean over the pixels within `radius` of a pixel in both directions, as far as they are in the image.
  Eigen::RowVectorXd Around(int x, int y, int radius) const;

 private:
  int width_, height_;
  DenseRows sums_;  // of all pixels above and at the left: (width + 1) x (height + 1)
};

// The means around each pixel.
DenseRows MeansAroundPixels(const PixelPlanes& planes, int radius);
// The radius of the square in which the texture of a pixel is measured.
inline constexpr int kTextureRadius = 2;

// The means over the pixels of each unit.
DenseRows UnitMeans(const PixelPlanes& planes, const ImageUnits& units);

// The mean column and row of the pixels of each unit.
std::vector<std::array<double, 2>> UnitCenters(const ImageUnits& units);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_PIXEL_PLANES_H_
