#include "structured_learning/multilabel/tag_coding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

double CountCommon(const TagList& a, const TagList& b) {
  double common = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) common += 1;
    const int first = a[i], second = b[j];
    i += first <= second ? 1 : 0;
    j += second <= first ? 1 : 0;
  }
  return common;
}

}  // namespace

TagVectors::TagVectors(std::span<const TagList> rows, int num_tags, TagCoding coding)
    : coding_(coding), shift_(Eigen::VectorXd::Zero(num_tags)) {
  for (const TagList& tags : rows) {
    for (const int tag : tags) {
      if (tag < 0 || tag >= num_tags) {
        common::ThrowUsageError("tags", fmt::format("tags below {}", num_tags), std::to_string(tag));
      }
      if (coding == TagCoding::kCentred) shift_[tag] += 1.0 / static_cast<double>(rows.size());
    }
  }
  if (coding == TagCoding::kUnitPm1 || coding == TagCoding::kPm1) shift_.setConstant(0.5);
  shift_square_ = shift_.squaredNorm();
}

double TagVectors::ShiftOf(const TagList& tags) const {
  double sum = 0;
  for (const int tag : tags) sum += shift_[tag];
  return sum;
}

double TagVectors::Scale(const TagList& tags) const {
  if (coding_ == TagCoding::kPm1) return 2;
  if (coding_ == TagCoding::kUnitPm1)
    return num_tags() > 0 ? 2 / std::sqrt(static_cast<double>(num_tags())) : 0;
  const double square = static_cast<double>(tags.size()) - 2 * ShiftOf(tags) + shift_square_;
  return square > 1e-12 * std::max(1.0, shift_square_) ? 1 / std::sqrt(square) : 0;
}

double TagVectors::Square(const TagList& tags) const { return Product(tags, tags); }

double TagVectors::Product(const TagList& a, const TagList& b) const {
  return Scale(a) * Scale(b) * (CountCommon(a, b) - ShiftOf(a) - ShiftOf(b) + shift_square_);
}

}  // namespace structlab::structured_learning
