// Structured SVMs by cutting planes with a slack for each sample (Tsochantaridis et al. 2005; Joachims et al.
// 2009).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_N_SLACK_CUTTING_PLANE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_N_SLACK_CUTTING_PLANE_H_

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "structured_learning/optimization/cutting_plane/simplex_qp.h"
#include "structured_learning/optimization/learning_monitor.h"
#include "structured_learning/optimization/sample_planes.h"

namespace structlab::structured_learning {

// The model lambda/2 |w|^2 + (1/n) sum_i xi_i, xi_i >= 0 and xi_i >= loss_k - w'plane_k for the planes k of
// sample i, and its dual over beta_i >= 0, sum beta_i <= 1/n, w = (1/lambda) sum_i sum_k beta_ik plane_ik.
template <FeatureVector Feature>
class SampleBundles {
 public:
  SampleBundles(int num_samples, int dimension, double lambda)
      : lambda_(lambda),
        samples_(num_samples, Sample(1.0 / num_samples)),
        weights_(DenseVector::Zero(dimension)) {}

  const DenseVector& weights() const { return weights_; }
  double Slack(int i) const {
    double slack = 0;
    for (const auto& plane : samples_[i].planes) slack = std::max(slack, plane.ValueAt(weights_));
    return slack;
  }
  double Dual() const {
    double loss = 0;
    for (const Sample& sample : samples_) loss += sample.qp.beta().dot(sample.Losses());
    return loss - lambda_ / 2 * weights_.squaredNorm();
  }

  void Add(int i, Plane<Feature> plane) {
    Sample& sample = samples_[i];
    sample.planes.push_back(std::move(plane));
    DenseVector dense = DenseVector::Zero(weights_.size());
    AddScaled(sample.planes.back().plane, 1 / lambda_, dense);
    DenseVector products(sample.planes.size());
    for (int k = 0; k < products.size(); ++k) products[k] = Dot(sample.planes[k].plane, dense);
    sample.qp.Add(products);
  }

  // Maximises the dual over one sample after another until the block gaps of a sweep sum to at most
  // `tolerance` (each gap at the w at which its sample was visited), or until `max_sweeps` are done.
  void Solve(double tolerance, int max_sweeps) {
    double gap = std::numeric_limits<double>::infinity();
    for (int sweep = 0; sweep < max_sweeps && gap > tolerance; ++sweep) {
      gap = 0;
      for (Sample& sample : samples_) {
        if (!sample.planes.empty()) gap += SolveSample(sample, tolerance);
      }
    }
    RefreshWeights();
  }

 private:
  struct Sample {
    explicit Sample(double mass) : qp(mass) {}
    DenseVector Losses() const {
      DenseVector losses(planes.size());
      for (int k = 0; k < losses.size(); ++k) losses[k] = planes[k].loss;
      return losses;
    }
    std::vector<Plane<Feature>> planes;
    SimplexQp qp;
  };

  // Returns the gap of the sample's block before its step.
  double SolveSample(Sample& sample, double tolerance) {
    const DenseVector before = sample.qp.beta();
    DenseVector values(sample.planes.size());
    for (int k = 0; k < values.size(); ++k) values[k] = sample.planes[k].ValueAt(weights_);
    const double mass = 1.0 / static_cast<double>(samples_.size());
    const double gap = mass * std::max(0.0, values.maxCoeff()) - before.dot(values);
    if (gap <= tolerance / static_cast<double>(samples_.size())) return std::max(0.0, gap);
    // The problem of this block only: the values plus G beta give the planes at w without the block's own
    // part.
    sample.qp.Solve(values + sample.qp.product(), kBlockPrecision * gap);
    const DenseVector change = sample.qp.beta() - before;
    for (int k = 0; k < change.size(); ++k) {
      if (change[k] != 0) AddScaled(sample.planes[k].plane, change[k] / lambda_, weights_);
    }
    return gap;
  }

  // Removes the rounding errors of the increments.
  void RefreshWeights() {
    weights_.setZero();
    for (const Sample& sample : samples_) {
      const DenseVector beta = sample.qp.beta();
      for (int k = 0; k < beta.size(); ++k) {
        if (beta[k] > 0) AddScaled(sample.planes[k].plane, beta[k] / lambda_, weights_);
      }
    }
  }

  static constexpr double kBlockPrecision = 1e-4;

  double lambda_;
  std::vector<Sample> samples_;
  DenseVector weights_;
};

// n-slack cutting planes. Every pass calls the oracle for all samples at the same w (so that P(w) and the gap
// are exact), adds the planes that are violated by more than tolerance/2, and solves the small QP over all
// planes by exact steps on one sample after another. (The source solves the QP again after each plane, and
// adds planes that are violated by more than the tolerance. Half of the tolerance leaves room for the
// accuracy of the QP.) Stops when P(w) - D <= tolerance.
//
// Take it when the oracle is very expensive: it needs fewer passes than one-slack cutting planes, but keeps
// every plane in memory.
//
//     const LearningResult result = LearnNSlackCuttingPlane(problem, /*lambda=*/0.01, LearningRun(1e-3));
//
// Throws common::Error as LearningMonitor does. Memory: all planes, 16 bytes for each entry of a sparse one,
// and the square of their number for each sample. Deterministic. Runs in the caller's thread.
template <StructuredProblem P>
LearningResult LearnNSlackCuttingPlane(const P& problem, double lambda, const common::RunControl& run) {
  constexpr int kSweepsAPass = 1000;
  const int n = problem.size();
  LearningMonitor monitor(run, lambda, n, CertificateOf(problem));
  SampleBundles<FeatureOf<P>> bundles(n, problem.dimension(), lambda);
  double qp_tolerance = std::numeric_limits<double>::infinity();
  double best_dual = 0;
  double rounding = 0;  // rounding error of the objective, at the scale of P(0)
  for (bool first = true;; first = false) {
    double sum = 0, bound_sum = 0;
    int added = 0;
    for (int i = 0; i < n; ++i) {
      auto [plane, bound] = HighestPlaneWithBound(problem, i, bundles.weights());
      const double hinge = WithoutNegativeRounding(plane.ValueAt(bundles.weights()));
      sum += hinge;
      bound_sum += WithoutNegativeRounding(bound);
      if (hinge > bundles.Slack(i) + run.stop.gap / 2) {
        bundles.Add(i, std::move(plane));
        ++added;
      }
    }
    monitor.CountOracleCalls(n);
    const double regularizer = lambda / 2 * bundles.weights().squaredNorm();
    const double primal = regularizer + sum / n;
    const double dual = bundles.Dual();
    std::optional<common::Ending> stop = monitor.Record(regularizer + bound_sum / n, dual, primal);
    if (first) rounding = 16 * std::numeric_limits<double>::epsilon() * primal;
    const bool progress = added > 0 || dual > best_dual + rounding;
    if (!stop && !progress) stop = monitor.NoProgress();
    if (stop) return monitor.Finish(bundles.weights(), *stop);
    best_dual = std::max(best_dual, dual);
    // Coarse while planes are still missing; finer when none is missing and only the QP keeps the gap open.
    qp_tolerance = std::min(added > 0 ? qp_tolerance : 0.1 * qp_tolerance, 0.01 * (primal - dual));
    bundles.Solve(std::max(qp_tolerance, rounding), kSweepsAPass);
  }
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_N_SLACK_CUTTING_PLANE_H_
