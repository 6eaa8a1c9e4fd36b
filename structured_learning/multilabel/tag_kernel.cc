#include "structured_learning/multilabel/tag_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

Eigen::MatrixXd RawLogOdds(std::span<const TagList> rows, int num_tags) {
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(num_tags, num_tags);
  for (const TagList& tags : rows) {
    for (const int a : tags) {
      for (const int b : tags) both(a, b) += 1;
    }
  }
  const auto n = static_cast<double>(rows.size());
  Eigen::MatrixXd odds = Eigen::MatrixXd::Zero(num_tags, num_tags);
  for (int r = 0; r < num_tags; ++r) {
    for (int s = 0; s < r; ++s) {
      const double only_r = both(r, r) - both(r, s), only_s = both(s, s) - both(r, s);
      const double none = n - both(r, s) - only_r - only_s;
      const double value =
          std::log((both(r, s) + 0.5) * (none + 0.5)) - std::log((only_r + 0.5) * (only_s + 0.5));
      odds(r, s) = odds(s, r) = value;
    }
  }
  odds.diagonal().setConstant(num_tags > 0 ? odds.cwiseAbs().maxCoeff() : 0);
  return odds;
}

void CheckOptions(const TagKernelOptions& options) {
  if (options.degree < 1) {
    common::ThrowUsageError("output kernel", "a degree of at least 1", std::to_string(options.degree));
  }
  if (!(options.offset >= 0) || !std::isfinite(options.offset)) {
    common::ThrowUsageError("output kernel",
                            "an offset of 0 or more: below 0 it is not positive semidefinite",
                            common::FormatShort(options.offset));
  }
}

}  // namespace

Eigen::MatrixXd LogOddsRatios(std::span<const TagList> rows, int num_tags, OddsRule rule) {
  Eigen::MatrixXd odds = RawLogOdds(rows, num_tags);
  if (num_tags == 0) return odds;
  if (rule == OddsRule::kSquared) return odds * odds;
  common::StopPoint();
  const common::SymmetricEigen eigen = common::DecomposeSymmetric(odds);
  const Eigen::VectorXd& values = eigen.values;
  const double tolerance = 1e-10 * values.cwiseAbs().maxCoeff();
  if (rule == OddsRule::kUnchanged) {
    if (values[0] < -tolerance) {
      common::ThrowUsageError("output kernel", "log odds ratios that are positive semidefinite",
                              fmt::format("the eigenvalue {}; take the rule that clips or squares",
                                          common::FormatShort(values[0])));
    }
    return odds;
  }
  const Eigen::MatrixXd root = eigen.vectors * values.cwiseMax(0).cwiseSqrt().asDiagonal();
  return root * root.transpose();
}

TagKernel::TagKernel(std::vector<TagList> rows, int num_tags, const TagKernelOptions& options)
    : rows_(std::move(rows)),
      options_(options),
      vectors_(rows_, num_tags, options.coding),
      rows_of_tag_(num_tags) {
  CheckOptions(options);
  for (size_t j = 0; j < rows_.size(); ++j) {
    for (const int tag : rows_[j]) rows_of_tag_[tag].push_back(static_cast<int>(j));
    scales_.push_back(vectors_.Scale(rows_[j]));
    shifts_.push_back(vectors_.ShiftOf(rows_[j]));
  }
  if (options.form == TagKernelForm::kOdds) {
    odds_ = LogOddsRatios(rows_, num_tags, options.odds);
    shifted_odds_ = odds_ * vectors_.shift();
  }
  for (const TagList& tags : rows_) {
    const double square = options.is_normalized ? RawSquare(tags) : 1;
    norms_.push_back(square > 0 ? 1 / std::sqrt(square) : 0);
  }
}

double TagKernel::RawSquare(const TagList& tags) const {
  if (options_.form != TagKernelForm::kOdds) {
    const double square = vectors_.Square(tags);
    if (square == 0) return 0;
    return options_.form == TagKernelForm::kPlain ? square
                                                  : std::pow(square + options_.offset, options_.degree);
  }
  Eigen::VectorXd psi = -vectors_.shift(), product = -shifted_odds_;
  for (const int tag : tags) {
    psi[tag] += 1;
    product += odds_.col(tag);
  }
  const double scale = vectors_.Scale(tags), square = psi.dot(product);
  // Values that differ from 0 only by rounding become 0.
  return square > 1e-12 * odds_.diagonal().maxCoeff() * psi.squaredNorm() ? scale * scale * square : 0;
}

void TagKernel::Raw(const TagList& tags, std::span<double> values) const {
  const double scale = vectors_.Scale(tags);
  if (options_.form == TagKernelForm::kOdds) {
    Eigen::VectorXd product = -shifted_odds_;
    for (const int tag : tags) product += odds_.col(tag);
    const double shifted = product.dot(vectors_.shift());
    for (size_t j = 0; j < rows_.size(); ++j) {
      double sum = -shifted;
      for (const int tag : rows_[j]) sum += product[tag];
      values[j] = scale * scales_[j] * sum;
    }
    return;
  }
  const double own = vectors_.shift_square() - vectors_.ShiftOf(tags);
  std::fill(values.begin(), values.end(), own);
  for (const int tag : tags) {
    for (const int j : rows_of_tag_[tag]) values[j] += 1;
  }
  for (size_t j = 0; j < rows_.size(); ++j) values[j] = scale * scales_[j] * (values[j] - shifts_[j]);
  if (options_.form == TagKernelForm::kPlain) return;
  for (size_t j = 0; j < rows_.size(); ++j) {
    const double base = values[j] + options_.offset;
    double power = base;
    for (int d = 1; d < options_.degree; ++d) power *= base;
    values[j] = scale * scales_[j] == 0 ? 0 : power;
  }
}

void TagKernel::Values(const TagList& tags, std::span<double> values) const {
  for (const int tag : tags) {
    if (tag >= 0 && tag < num_tags()) continue;
    common::ThrowUsageError("tags", fmt::format("tags below {}", num_tags()), std::to_string(tag));
  }
  if (values.size() != rows_.size()) {
    common::ThrowUsageError("output kernel", fmt::format("room for {} values", rows_.size()),
                            std::to_string(values.size()));
  }
  Raw(tags, values);
  if (!options_.is_normalized) return;
  const double square = RawSquare(tags);
  const double norm = square > 0 ? 1 / std::sqrt(square) : 0;
  for (size_t j = 0; j < rows_.size(); ++j) values[j] *= norm * norms_[j];
}

Eigen::MatrixXd TagKernel::Gram() const {
  Eigen::MatrixXd gram(size(), size());
  for (int i = 0; i < size(); ++i) {
    Values(rows_[i], std::span<double>(gram.col(i).data(), static_cast<size_t>(size())));
  }
  return gram;
}

}  // namespace structlab::structured_learning
