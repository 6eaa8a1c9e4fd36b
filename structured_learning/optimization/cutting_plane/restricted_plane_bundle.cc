#include "structured_learning/optimization/cutting_plane/restricted_plane_bundle.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "structured_learning/optimization/frank_wolfe/box_line_search.h"

namespace structlab::structured_learning {

constexpr int kMaxNewtonSteps = 200;

RestrictedPlaneBundle::RestrictedPlaneBundle(CenteredRegularizer regularizer, Box box)
    : regularizer_(std::move(regularizer)),
      box_(std::move(box)),
      qp_(1),
      free_(DenseVector::Zero(regularizer_.center.size())) {
  MoveTo(DenseVector::Zero(0));
}

void RestrictedPlaneBundle::Add(const MeanPlane& plane) {
  planes_.push_back(plane.plane);
  losses_.push_back(plane.loss);
  DenseVector products(size());
  for (int k = 0; k < size(); ++k) products[k] = ProductOfFree(planes_[k], plane.plane);
  qp_.Add(products);
  beta_.conservativeResize(size());
  beta_[size() - 1] = 0;
}

SimplexQp::Outcome RestrictedPlaneBundle::Solve(double tolerance) {
  MoveTo(beta_);
  const Eigen::Map<const DenseVector> losses(losses_.data(), size());
  for (int step = 0;; ++step) {
    const double gap = size() == 0 ? 0 : slack_ - beta_.dot(values_);
    const double scale =
        size() == 0 ? 0 : losses.lpNorm<Eigen::Infinity>() + (losses - values_).lpNorm<Eigen::Infinity>();
    const double limit = std::max(tolerance, 16 * std::numeric_limits<double>::epsilon() * scale);
    const SimplexQp::Outcome outcome{gap, gap <= limit, step};
    if (!(gap > limit) || step == kMaxNewtonSteps) return outcome;  // also true for NaN
    UpdateFree();
    qp_.StartFrom(beta_);
    qp_.Solve(values_ + qp_.product(), 0.1 * std::min(gap, limit));
    const DenseVector change = qp_.beta() - beta_;
    const DenseVector direction = Combination(change);
    const double length =
        BoxLineSearch(sum_, direction, box_.lower, box_.upper, regularizer_.strength, change.dot(losses));
    if (!(length > 0)) return outcome;
    MoveTo(length == 1 ? qp_.beta() : DenseVector(beta_ + length * change));
  }
}

std::vector<MeanPlane> RestrictedPlaneBundle::SupportPlanes() const {
  std::vector<MeanPlane> support;
  for (int k = 0; k < size(); ++k) {
    if (beta_[k] > 0) support.push_back({.plane = planes_[k], .loss = losses_[k]});
  }
  return support;
}

// (1/strength) sum_k coefficients_k plane_k.
DenseVector RestrictedPlaneBundle::Combination(const DenseVector& coefficients) const {
  DenseVector sum = DenseVector::Zero(regularizer_.center.size());
  for (int k = 0; k < size(); ++k) {
    if (coefficients[k] != 0) sum += coefficients[k] / regularizer_.strength * planes_[k];
  }
  return sum;
}

// The curvature of -D between two planes. Weights at their bounds add nothing to it.
double RestrictedPlaneBundle::ProductOfFree(const DenseVector& a, const DenseVector& b) const {
  return (a.array() * free_.array() * b.array()).sum() / regularizer_.strength;
}

void RestrictedPlaneBundle::MoveTo(const DenseVector& beta) {
  beta_ = beta;
  sum_ = regularizer_.center + Combination(beta_);
  weights_ = box_.Clip(sum_);
  values_.resize(size());
  for (int k = 0; k < size(); ++k) values_[k] = losses_[k] - planes_[k].dot(weights_);
  slack_ = size() == 0 ? 0 : std::max(0.0, values_.maxCoeff());
  lower_bound_ = regularizer_.ValueAt(weights_) + beta_.dot(values_);
}

void RestrictedPlaneBundle::UpdateFree() {
  const DenseVector free =
      (sum_.array() > box_.lower.array() && sum_.array() < box_.upper.array()).cast<double>();
  if (free == free_) return;
  free_ = free;
  Eigen::MatrixXd products(size(), size());
  for (int k = 0; k < size(); ++k) {
    for (int l = 0; l <= k; ++l) products(k, l) = products(l, k) = ProductOfFree(planes_[k], planes_[l]);
  }
  qp_.ReplaceProducts(products);
}

}  // namespace structlab::structured_learning
