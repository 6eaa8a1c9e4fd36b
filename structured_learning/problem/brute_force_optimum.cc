#include "structured_learning/problem/brute_force_optimum.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace structlab::structured_learning {
namespace {

// min 1/2 x'diag(q)x + c'x subject to A x >= b.
struct Program {
  Eigen::VectorXd q, c;
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
};

// x = (w, xi): xi_i + planes_ik'w >= losses_ik, then the finite bounds.
Program MakeProgram(const std::vector<SamplePieces>& samples, double lambda, const Box& box) {
  const int n = static_cast<int>(samples.size());
  const int d = static_cast<int>(samples.front().planes.rows());
  int m = 0;
  for (const SamplePieces& pieces : samples) m += static_cast<int>(pieces.losses.size());
  const int bounds =
      static_cast<int>(box.lower.array().isFinite().count() + box.upper.array().isFinite().count());
  Program program{Eigen::VectorXd::Zero(d + n), Eigen::VectorXd::Zero(d + n),
                  Eigen::MatrixXd::Zero(m + bounds, d + n), Eigen::VectorXd(m + bounds)};
  program.q.head(d).setConstant(lambda);
  program.c.tail(n).setConstant(1.0 / n);
  int row = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < samples[i].losses.size(); ++k, ++row) {
      program.a.row(row).head(d) = samples[i].planes.col(k).transpose();
      program.a(row, d + i) = 1;
      program.b[row] = samples[i].losses[k];
    }
  }
  for (int j = 0; j < d; ++j) {
    if (std::isfinite(box.lower[j])) program.a(row, j) = 1, program.b[row++] = box.lower[j];
    if (std::isfinite(box.upper[j])) program.a(row, j) = -1, program.b[row++] = -box.upper[j];
  }
  return program;
}

// The longest step in (0, 1] that keeps value + step * change >= 0.
double StepToBoundary(const Eigen::VectorXd& value, const Eigen::VectorXd& change) {
  double step = 1;
  for (int k = 0; k < value.size(); ++k) {
    if (change[k] < 0) step = std::min(step, -value[k] / change[k]);
  }
  return step;
}

// Turns iterates of the interior point method into certified points, and keeps the best primal and the best
// dual point. Near the end the linear systems are so ill-conditioned that a later iterate may be worse.
class Certificate {
 public:
  Certificate(const std::vector<SamplePieces>& samples, double lambda, const Box& box)
      : samples_(samples), lambda_(lambda), box_(box) {}

  // w is any point; z holds the multipliers of the pieces, in order, followed by those of the bounds.
  void Offer(const Eigen::VectorXd& w, const Eigen::VectorXd& z) {
    OfferPrimal(w);
    const double n = static_cast<double>(samples_.size());
    Eigen::VectorXd unclipped = Eigen::VectorXd::Zero(w.size());
    double loss = 0;
    Eigen::Index row = 0;
    for (const SamplePieces& pieces : samples_) {
      Eigen::VectorXd alpha = z.segment(row, pieces.losses.size());
      row += pieces.losses.size();
      alpha *= 1 / n / alpha.sum();
      unclipped += pieces.planes * alpha / lambda_;
      loss += alpha.dot(pieces.losses);
    }
    const Eigen::VectorXd clipped = box_.Clip(unclipped);
    // The minimum over the box of the Lagrangian, attained at the clipped point.
    const double dual = lambda_ / 2 * clipped.squaredNorm() + loss - lambda_ * unclipped.dot(clipped);
    if (dual > best_.dual) best_.dual = dual;
    OfferPrimal(clipped);
  }

  const ExactOptimum& best() const { return best_; }

 private:
  void OfferPrimal(const Eigen::VectorXd& w) {
    const Eigen::VectorXd clipped = box_.Clip(w);
    double primal = lambda_ / 2 * clipped.squaredNorm();
    for (const SamplePieces& pieces : samples_) {
      primal += (pieces.losses - pieces.planes.transpose() * clipped).maxCoeff() /
                static_cast<double>(samples_.size());
    }
    if (primal < best_.primal) best_.primal = primal, best_.weights = clipped;
  }

  const std::vector<SamplePieces>& samples_;
  double lambda_;
  const Box& box_;
  ExactOptimum best_{.weights = {},
                     .primal = std::numeric_limits<double>::infinity(),
                     .dual = -std::numeric_limits<double>::infinity()};
};

}  // namespace

// Mehrotra's predictor-corrector method.
ExactOptimum MinimiseOverPiecesWithin(const std::vector<SamplePieces>& samples, double lambda,
                                      const Box& box) {
  const Program program = MakeProgram(samples, lambda, box);
  const Eigen::VectorXd &q = program.q, &c = program.c, &b = program.b;
  const Eigen::MatrixXd& a = program.a;
  const double m = static_cast<double>(b.size());
  const Eigen::Index d = samples.front().planes.rows();
  Certificate certificate(samples, lambda, box);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(c.size());
  Eigen::VectorXd s = Eigen::VectorXd::Ones(b.size()), z = s;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Eigen::VectorXd dual_residual = q.cwiseProduct(x) + c - a.transpose() * z;
    const Eigen::VectorXd primal_residual = a * x - b - s;
    const double mu = s.dot(z) / m;
    if (!(mu > 1e-18)) break;
    Eigen::MatrixXd normal = a.transpose() * z.cwiseQuotient(s).asDiagonal() * a;
    normal.diagonal() += q;
    const Eigen::LDLT<Eigen::MatrixXd> factor(normal);
    Eigen::VectorXd dx, ds, dz;
    const auto solve = [&](const Eigen::VectorXd& target) {  // target of s dz + z ds
      dx = factor.solve(a.transpose() * (target - z.cwiseProduct(primal_residual)).cwiseQuotient(s) -
                        dual_residual);
      ds = a * dx + primal_residual;
      dz = (target - z.cwiseProduct(ds)).cwiseQuotient(s);
    };
    solve(-s.cwiseProduct(z));
    const double affine_mu = (s + StepToBoundary(s, ds) * ds).dot(z + StepToBoundary(z, dz) * dz) / m;
    const double centring = std::pow(affine_mu / mu, 3);
    solve((-s.cwiseProduct(z) - ds.cwiseProduct(dz)).array() + centring * mu);
    if (!dx.allFinite() || !dz.allFinite()) break;
    const double step = 0.995 * std::min(StepToBoundary(s, ds), StepToBoundary(z, dz));
    x += step * dx;
    s += step * ds;
    z += step * dz;
    certificate.Offer(x.head(d), z);
  }
  return certificate.best();
}

ExactOptimum MinimiseOverPieces(const std::vector<SamplePieces>& samples, double lambda, WeightBox box) {
  const Eigen::Index d = samples.front().planes.rows();
  return MinimiseOverPiecesWithin(samples, lambda,
                                  {DenseVector::Constant(d, box.lower), DenseVector::Constant(d, box.upper)});
}

}  // namespace structlab::structured_learning
