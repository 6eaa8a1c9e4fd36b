#include "structured_learning/localization/kernels/restriction_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/functions/pivoted_cholesky.h"

namespace structlab::structured_learning {
namespace {

using Rows = kernels::SparseRowsOf<double>;

void CheckOptions(std::span<const BoxesOfImage> declared, const RestrictionOptions& options) {
  CheckBoxKernelOptions(options.kernel);
  if (!(options.tolerance > 0) || options.max_rank < 1 || options.max_numbers < 1) {
    common::ThrowUsageError("restriction kernel",
                            "a tolerance above 0, and a rank and a limit of numbers of at least 1",
                            fmt::format("{}, {} and {}", common::FormatShort(options.tolerance),
                                        options.max_rank, options.max_numbers));
  }
  int64_t boxes = 0;
  for (const BoxesOfImage& part : declared) boxes += static_cast<int64_t>(part.boxes.size());
  if (boxes == 0) common::ThrowUsageError("restriction kernel", "at least one box", "none");
  const double numbers =
      static_cast<double>(boxes) * std::min<double>(options.max_rank, static_cast<double>(boxes));
  if (numbers > static_cast<double>(options.max_numbers)) {
    common::ThrowUsageError("restriction kernel", fmt::format("at most {} numbers", options.max_numbers),
                            fmt::format("{} boxes with up to {} features", boxes, options.max_rank),
                            "take a coarser grid of boxes, or a smaller rank");
  }
}

// The rows of all parts, one below the other. Each part is freed when it has been copied.
Rows Stacked(std::vector<Rows> parts) {
  Eigen::Index count = 0, entries = 0;
  for (const Rows& part : parts) count += part.rows(), entries += part.nonZeros();
  Rows all(count, parts.front().cols());
  all.reserve(entries);
  Eigen::Index row = 0;
  for (Rows& part : parts) {
    for (Eigen::Index k = 0; k < part.rows(); ++k, ++row) {
      all.startVec(row);
      for (Rows::InnerIterator it(part, k); it; ++it) all.insertBack(row, it.col()) = it.value();
    }
    part = Rows();
  }
  all.finalize();
  return all;
}

Rows AllRows(std::span<const BoxesOfImage> declared, int num_words, const RestrictionOptions& options) {
  std::vector<Rows> parts;
  int64_t left = options.max_numbers;
  for (const BoxesOfImage& part : declared) {
    parts.push_back(BoxRows(*part.image, part.boxes, num_words, options.kernel, left));
    left -= parts.back().nonZeros();
  }
  return Stacked(std::move(parts));
}

// 1 if there are not two boxes with different histograms: then every width gives the same kernel.
double MeanDistance(const Rows& rows, uint64_t seed) {
  try {
    return kernels::TypicalChiSquareDistance<double>(rows, kernels::TypicalDistance::kMean, seed);
  } catch (const common::Error&) {
    return 1;
  }
}

}  // namespace

RestrictionFeatures::RestrictionFeatures(std::span<const BoxesOfImage> declared, int num_words,
                                         const RestrictionOptions& options)
    : num_words_(num_words), kernel_(options.kernel) {
  CheckOptions(declared, options);
  const Rows rows = AllRows(declared, num_words, options);
  if (kernel_.type == BoxKernelType::kChiSquare && kernel_.width == 0) {
    kernel_.width = MeanDistance(rows, options.seed);
  }
  const kernels::LowRank low = kernels::PivotedCholesky(
      *MakeBoxKernel(kernel_), rows, {.tolerance = options.tolerance, .max_rank = options.max_rank});
  residual_ = low.residual;
  const Eigen::Index rank = low.factor.cols();
  pivot_factor_.resize(rank, rank);
  std::vector<Rows> pivots(1, Rows(0, rows.cols()));
  for (Eigen::Index k = 0; k < rank; ++k) {
    pivot_factor_.row(k) = low.factor.row(low.pivots[k]);
    pivots.push_back(rows.middleRows(low.pivots[k], 1));
  }
  pivots_ = Stacked(std::move(pivots));
}

Eigen::MatrixXd RestrictionFeatures::Map(const WordImage& image, std::span<const PixelBox> boxes) const {
  const Rows rows = BoxRows(image, boxes, num_words_, kernel_);
  kernels::DenseRows<double> values(rows.rows(), pivots_.rows());
  if (values.size() > 0) MakeBoxKernel(kernel_)->Compute(rows, pivots_, values);
  return kernels::LowRankRows(pivot_factor_, values);
}

}  // namespace structlab::structured_learning
