#include "structured_learning/optimization/cutting_plane/simplex_qp.h"

#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <vector>

#include "common/check.h"

namespace structlab::structured_learning {
namespace {

constexpr int kLargestFace = 300;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

}  // namespace

SimplexQp::SimplexQp(double mass)
    : mass_(mass), gram_(Eigen::MatrixXd::Zero(1, 1)), beta_(Eigen::VectorXd::Constant(1, mass)) {
  STRUCTLAB_CHECK(mass > 0);
}

void SimplexQp::Add(const Eigen::Ref<const Eigen::VectorXd>& products) {
  STRUCTLAB_CHECK(products.size() == size_);
  if (size_ == gram_.rows()) {
    const Eigen::MatrixXd old = gram_;
    gram_ = Eigen::MatrixXd::Zero(2 * size_, 2 * size_);
    gram_.topLeftCorner(size_, size_) = old;
  }
  gram_.col(size_).segment(1, size_) = products;
  gram_.row(size_).segment(1, size_) = products.transpose();
  beta_.conservativeResize(++size_);
  beta_[size_ - 1] = 0;
}

void SimplexQp::ReplaceProducts(const Eigen::Ref<const Eigen::MatrixXd>& products) {
  STRUCTLAB_CHECK(products.rows() == size() && products.cols() == size());
  gram_.block(1, 1, size(), size()) = products;
}

void SimplexQp::StartFrom(const Eigen::Ref<const Eigen::VectorXd>& beta) {
  STRUCTLAB_CHECK(beta.size() == size());
  beta_.segment(1, size()) = beta;
  beta_[0] = std::max(0.0, mass_ - beta.sum());
}

Eigen::VectorXd SimplexQp::product() const { return (gram() * beta_).segment(1, size()); }

void SimplexQp::RefreshGradient() { gradient_ = linear_ - gram() * beta_; }

SimplexQp::Outcome SimplexQp::Solve(const Eigen::Ref<const Eigen::VectorXd>& b, double tolerance) {
  STRUCTLAB_CHECK(b.size() == size());
  linear_ = Eigen::VectorXd::Zero(size_);
  linear_.segment(1, size()) = b;
  RefreshGradient();
  // Below this the gap is rounding of the gradient.
  const double rounding =
      16 * kEpsilon * mass_ *
      (linear_.lpNorm<Eigen::Infinity>() + mass_ * gram().diagonal().lpNorm<Eigen::Infinity>());
  const int steps_between_faces = 2 * size_ + 4;
  const int max_rounds = 100 + 10 * size_;
  Vertices ends = FindEnds();
  int round = 0;
  for (; round < max_rounds && ends.gap > std::max(tolerance, rounding); ++round) {
    for (int step = 0; step < steps_between_faces && ends.gap > std::max(tolerance, rounding); ++step) {
      PairwiseStep(ends.worst, ends.best);
      ends = FindEnds();
    }
    FaceSteps();  // also after the last pairwise step: it is cheap and removes their rounding errors
    ends = FindEnds();
  }
  return {ends.gap, ends.gap <= std::max(tolerance, rounding), round};
}

// The vertex with the highest slope, the positive vertex with the lowest slope, and the gap that they prove.
SimplexQp::Vertices SimplexQp::FindEnds() const {
  Vertices ends{.best = 0, .worst = -1, .gap = 0};
  for (int k = 0; k < size_; ++k) {
    if (gradient_[k] > gradient_[ends.best]) ends.best = k;
    if (beta_[k] > 0 && (ends.worst < 0 || gradient_[k] < gradient_[ends.worst])) ends.worst = k;
  }
  ends.gap = mass_ * gradient_[ends.best] - beta_.dot(gradient_);
  if (ends.gap <= 0) ends.gap = 0;  // NaN stays NaN
  return ends;
}

void SimplexQp::PairwiseStep(int from, int to) {
  const double slope = gradient_[to] - gradient_[from];
  const double curvature = gram_(to, to) - 2 * gram_(to, from) + gram_(from, from);
  double step = beta_[from];
  if (slope < curvature * step) step = slope / curvature;
  beta_[from] = step < beta_[from] ? beta_[from] - step : 0;
  beta_[to] += step;
  gradient_ -= step * (gram().col(to) - gram().col(from));
}

void SimplexQp::FaceSteps() {
  if ((beta_.array() > 0).count() > kLargestFace) return;
  while (FaceStep()) {
  }
  RefreshGradient();
}

// Moves to the maximum over the face of the positive variables, or until one of them becomes 0; returns true
// then.
bool SimplexQp::FaceStep() {
  int base = 0;
  beta_.maxCoeff(&base);
  std::vector<int> face;
  for (int k = 0; k < size_; ++k) {
    if (beta_[k] > 0 && k != base) face.push_back(k);
  }
  if (face.empty()) return false;
  RefreshGradient();
  // Curvature and slope in the coordinates of `face`; the base gives up what these variables gain.
  const int f = static_cast<int>(face.size());
  Eigen::MatrixXd curvature(f, f);
  Eigen::VectorXd slope(f);
  for (int a = 0; a < f; ++a) {
    slope[a] = gradient_[face[a]] - gradient_[base];
    for (int b = 0; b < f; ++b) {
      curvature(a, b) =
          gram_(face[a], face[b]) - gram_(face[a], base) - gram_(base, face[b]) + gram_(base, base);
    }
  }
  Eigen::VectorXd direction = curvature.completeOrthogonalDecomposition().solve(slope);
  // Repeated planes make the curvature singular. Along a slope on which it vanishes, the step goes up to the
  // boundary.
  const Eigen::VectorXd flat = slope - curvature * direction;
  // The rounding error of an ill-conditioned solution is not such a slope.
  const double rounding = 16 * f * kEpsilon * curvature.norm() * direction.norm();
  if (flat.norm() > 1e-9 * slope.norm() + rounding) direction = flat;
  const double rise = slope.dot(direction);
  if (!(rise > 0)) return false;
  const double bend = direction.dot(curvature * direction);
  double step = bend > 0 ? rise / bend : std::numeric_limits<double>::infinity();
  int blocking = -1;
  const auto limit = [&](int vertex, double change) {
    if (change < 0 && beta_[vertex] <= -change * step) {
      step = beta_[vertex] / -change;
      blocking = vertex;
    }
  };
  for (int a = 0; a < f; ++a) limit(face[a], direction[a]);
  limit(base, -direction.sum());
  for (int a = 0; a < f; ++a) beta_[face[a]] = std::max(0.0, beta_[face[a]] + step * direction[a]);
  if (blocking >= 0 && blocking != base) beta_[blocking] = 0;
  beta_[base] = 0;
  beta_[base] = blocking == base ? 0 : std::max(0.0, mass_ - beta_.sum());
  return blocking >= 0;
}

}  // namespace structlab::structured_learning
