// Explicit features of a restriction kernel on declared boxes, so that linear learners serve.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_RESTRICTION_FEATURES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_RESTRICTION_FEATURES_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "structured_learning/localization/kernels/box_kernel.h"
#include "structured_learning/localization/search/word_image.h"

namespace structlab::structured_learning {

struct RestrictionOptions {
  BoxKernelOptions kernel = {};
  // > 0: the features F of the declared boxes have trace(K - F F') <= tolerance * trace(K), with the Gram
  // matrix K, unless the rank is reached first.
  double tolerance = 1e-3;
  int max_rank = 500;  // >= 1: the most features of a box
  // Limits the numbers in the histograms of all boxes, and in F: 2^27 are 1 GiB and 1.5 GiB.
  int64_t max_numbers = int64_t{1} << 27;
  uint64_t seed = 1;  // of the boxes from which the width of the chi-square kernel is found
};

// Boxes of an image. Does not own them.
struct BoxesOfImage {
  const WordImage* image;
  std::span<const PixelBox> boxes;
};

// Features f(x, y) with f(x, y)'f(x', y') close to k((x, y), (x', y')): the pivoted incomplete Cholesky
// factor (kernels/functions/pivoted_cholesky.h) of the Gram matrix of the declared boxes. Other boxes, also
// of new images, get features by the same factor: they are exact against the pivots, and never longer than
// the kernel's own.
//
//     const RestrictionFeatures features({{&image, boxes}}, num_words, {.kernel =
//     {BoxKernelType::kChiSquare}}); const Eigen::MatrixXd rows = features.Map(new_image, new_boxes);
//
// Time: O(boxes (points + entries rank + rank^2)); memory: the histograms of all boxes and boxes x rank
// numbers while it is made, then the histograms of `rank` pivots. Deterministic; const members are
// thread-safe.
class RestrictionFeatures {
 public:
  // Throws common::Error: kUsage for options outside of their ranges, without boxes, above max_numbers, and
  // as BoxRows; kData as CheckWordImage and CheckBox.
  RestrictionFeatures(std::span<const BoxesOfImage> declared, int num_words,
                      const RestrictionOptions& options);

  int rank() const { return static_cast<int>(pivot_factor_.cols()); }
  int num_words() const { return num_words_; }
  double residual() const { return residual_; }               // trace(K - F F') / trace(K)
  const BoxKernelOptions& kernel() const { return kernel_; }  // with the width that was found

  // Rows of features, boxes x rank. Errors as of BoxRows.
  Eigen::MatrixXd Map(const WordImage& image, std::span<const PixelBox> boxes) const;

 private:
  int num_words_;
  BoxKernelOptions kernel_;
  kernels::SparseRowsOf<double> pivots_;  // histograms of the pivots
  Eigen::MatrixXd pivot_factor_;          // rows of F at the pivots, lower triangular
  double residual_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_RESTRICTION_FEATURES_H_
