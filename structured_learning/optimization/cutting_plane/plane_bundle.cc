#include "structured_learning/optimization/cutting_plane/plane_bundle.h"

#include <algorithm>

namespace structlab::structured_learning {

PlaneBundle::PlaneBundle(int dimension, double lambda)
    : lambda_(lambda), qp_(1), weights_(DenseVector::Zero(dimension)) {}

void PlaneBundle::Add(const MeanPlane& plane) {
  planes_.push_back(plane.plane);
  losses_.push_back(plane.loss);
  DenseVector products(size());
  for (int k = 0; k < size(); ++k) products[k] = planes_[k].dot(plane.plane) / lambda_;
  qp_.Add(products);
}

SimplexQp::Outcome PlaneBundle::Solve(double tolerance) {
  const Eigen::Map<const DenseVector> losses(losses_.data(), size());
  const SimplexQp::Outcome outcome = qp_.Solve(losses, tolerance);
  const DenseVector beta = qp_.beta();
  weights_.setZero();
  for (int k = 0; k < size(); ++k) {
    if (beta[k] > 0) weights_ += beta[k] / lambda_ * planes_[k];
  }
  lower_bound_ = beta.dot(losses) - lambda_ / 2 * weights_.squaredNorm();
  // G beta = planes'w.
  slack_ = size() == 0 ? 0 : std::max(0.0, (losses - qp_.product()).maxCoeff());
  return outcome;
}

std::vector<MeanPlane> PlaneBundle::SupportPlanes() const {
  const DenseVector beta = qp_.beta();
  std::vector<MeanPlane> support;
  for (int k = 0; k < size(); ++k) {
    if (beta[k] > 0) support.push_back({.plane = planes_[k], .loss = losses_[k]});
  }
  return support;
}

}  // namespace structlab::structured_learning
