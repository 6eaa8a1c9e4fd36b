// Restriction kernels: a kernel of images, restricted to the boxes of two images (Blaschko, Lampert 2008;
// Lampert, Blaschko 2009).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_BOX_KERNEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_BOX_KERNEL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/functions/rows.h"
#include "kernels/functions/vector_kernel.h"
#include "structured_learning/localization/search/pixel_box.h"
#include "structured_learning/localization/search/word_image.h"

namespace structlab::structured_learning {

// k((x, y), (x', y')) = k_image(x|_y, x'|_y'), where x|_y is the part of the image x in the box y. It is a
// kernel of (image, box) if k_image is a kernel of images. k_image compares the histograms h of words:
enum class BoxKernelType {
  kLinear,     // h'h': boxes then have the scores of LocalizationProblem if the counts are not normalised
  kChiSquare,  // exp(-(1/width) sum_c (h_c - h'_c)^2 / (h_c + h'_c)), without words that both lack
  // The pyramid match of Lazebnik, Schmid and Ponce (2006): level l = 0..L has 2^l x 2^l cells, and the
  // kernel is sum_l weight_l sum_{cells, words} min(h, h'), with weight_0 = 2^-L and weight_l = 2^-(L - l +
  // 1).
  kPyramidMatch,
};

struct BoxKernelOptions {
  BoxKernelType type = BoxKernelType::kLinear;
  // Divides the counts by the number of points in the box, so that large boxes do not have larger histograms.
  bool normalizes_counts = true;
  // Only for kChiSquare. 0: the mean distance of boxes (kernels/functions/kernel_width.h), found by
  // RestrictionFeatures.
  double width = 0;
  int levels = 2;  // of kPyramidMatch, L + 1: 1 to 4
};

// Throws common::Error (usage) for a width that is negative or not finite, and for other levels.
void CheckBoxKernelOptions(const BoxKernelOptions& options);

// The number of columns of a row: words, or words times cells. As a double, because it may not fit into an
// int.
double BoxRowColumns(int num_words, const BoxKernelOptions& options);

// The row of each box: its histogram, or the histograms of its cells times the weights of their levels. The
// cells of a level share no pixel; cells of small boxes may be empty. Throws common::Error: kUsage as
// CheckBoxKernelOptions, for more than 2^31 - 1 columns and for more than `max_entries` entries that are not
// 0; kData as CheckWordImage and CheckBox. Time: O(boxes (points + words)).
kernels::SparseRowsOf<double> BoxRows(const WordImage& image, std::span<const PixelBox> boxes, int num_words,
                                      const BoxKernelOptions& options,
                                      int64_t max_entries = int64_t{1} << 27);

// The kernel of these rows. The width of kChiSquare is above 0.
kernels::VectorKernelPointer<double> MakeBoxKernel(const BoxKernelOptions& options);

// sum_c min(x_c, y_c), the histogram intersection kernel (Barla, Odone, Verri 2003), for sparse rows with
// entries
// >= 0. Throws common::Error (usage) for others.
kernels::VectorKernelPointer<double> IntersectionKernel();

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_BOX_KERNEL_H_
