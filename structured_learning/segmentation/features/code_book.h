// Visual words: clusters of the colours and textures of pixels.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_CODE_BOOK_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_CODE_BOOK_H_

#include <cstdint>
#include <vector>

#include "structured_learning/segmentation/features/pixel_planes.h"
#include "structured_learning/segmentation/image_units.h"

namespace structlab::structured_learning {

// A row for each pixel: its L*, a* and b*, and of the square of 5 x 5 pixels around it their deviations and
// the mean gradient in each bin; rounded to multiples of 2^-20.
inline constexpr int kDescriptorSize = 6 + kGradientBins;
DenseRows WordDescriptors(const graphical_models::Image& image);

struct CodeBook {
  DenseRows centers;         // words x kDescriptorSize, in units of the scale
  Eigen::RowVectorXd scale;  // > 0, of each number of a descriptor

  int num_words() const { return static_cast<int>(centers.rows()); }
  // The word of each pixel: the nearest center, of equally near ones the first.
  // O(pixels words kDescriptorSize).
  std::vector<int> WordsOf(const graphical_models::Image& image) const;
};

// Clusters descriptors by k-means (kernels/neighbors/dense_k_means.h); the scale is their standard deviation,
// 1 where it is 0. Has fewer words than asked for if there are fewer different descriptors. Throws
// common::Error(kUsage) without descriptors and for num_words < 1. Deterministic given the seed.
CodeBook LearnCodeBook(const DenseRows& descriptors, int num_words, uint64_t seed);

// The histograms of words of units: a row for each unit, with sum 1. If units are pixels, over the square of
// 5 x 5 pixels around each, as far as it is in the image.
DenseRows WordHistograms(const ImageUnits& units, const CodeBook& book);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_CODE_BOOK_H_
