// Structured SVMs by the subgradient method, on all samples at once or on one at a time (Ratliff et al. 2007;
// Shalev-Shwartz et al. 2011, Pegasos; Lacoste-Julien, Schmidt, Bach 2012; Dokania 2016, Alg. 2).
//
// Take the stochastic method when the features are huge: it stores no planes. It is fast at first, but
// nothing proves how near it is to the optimum. The batch method is a baseline; it proves its gap, slowly.
// Otherwise take frank_wolfe/bcfw.h.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SUBGRADIENT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SUBGRADIENT_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "structured_learning/optimization/learning_monitor.h"
#include "structured_learning/optimization/sample_planes.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::structured_learning {

enum class SubgradientStep {
  kStronglyConvex,  // eta_t = 2/(lambda (t+2)), t = 0, 1, ...: P(average) - P* = O(1/(lambda t))
  kAsPrinted,  // eta_0 = 1, eta_t = 2/(t+1), as printed in Alg. 2, which omits lambda; only to reproduce the
               // source
};

struct SubgradientOptions {
  SubgradientStep step = SubgradientStep::kStronglyConvex;
  // Return the average with weight t for w_t, wbar <- wbar + 2/(t+2) (w_{t+1} - wbar), instead of the last
  // w_t. kStronglyConvex's rate holds for this average.
  bool average = true;
  // Number of passes after which the stochastic method measures the objective, by one additional pass. A
  // small number gives a finer trace and more passes that do not learn.
  double passes_between_measurements = 10;
};

// The weights w and the loss of the corresponding dual point, moved by subgradient steps, and their weighted
// averages.
//
// w_{t+1} = (1 - lambda eta_t) w_t + lambda eta_t (plane/lambda) is a convex combination while lambda eta_t
// <= 1. So with the mean planes of all samples, w_t is the primal point of a feasible dual point.
class SubgradientIterate {
 public:
  SubgradientIterate(int dimension, double lambda, const SubgradientOptions& options)
      : lambda_(lambda), options_(options), last_(DenseVector::Zero(dimension)), average_(last_) {}

  // One step along the plane of a sample or along the mean plane. O(d).
  template <FeatureVector Feature>
  void Step(const Feature& plane, double loss) {
    const double fraction = 2.0 / static_cast<double>(steps_ + 2);
    const double printed = steps_ == 0 ? 1 : 2.0 / static_cast<double>(steps_ + 1);
    const double decay = options_.step == SubgradientStep::kAsPrinted ? lambda_ * printed : fraction;
    dual_feasible_ = dual_feasible_ && decay <= 1;
    last_ *= 1 - decay;
    AddScaled(plane, decay / lambda_, last_);
    last_loss_ += decay * (loss - last_loss_);
    if (options_.average) {
      average_ += fraction * (last_ - average_);
      average_loss_ += fraction * (last_loss_ - average_loss_);
    }
    ++steps_;
  }

  const DenseVector& last() const { return last_; }
  const DenseVector& returned() const { return options_.average ? average_ : last_; }
  // The dual value of the returned point if every step was along a mean plane; NaN if the dual point is not
  // feasible.
  double Dual() const {
    if (!dual_feasible_) return std::numeric_limits<double>::quiet_NaN();
    const double loss = options_.average ? average_loss_ : last_loss_;
    return loss - lambda_ / 2 * returned().squaredNorm();
  }

 private:
  double lambda_;
  SubgradientOptions options_;
  int64_t steps_ = 0;
  DenseVector last_, average_;
  double last_loss_ = 0, average_loss_ = 0;
  bool dual_feasible_ = true;
};

// Batch method: uses the subgradient of all samples at each step (Alg. 2). The trace has a point with the
// exact gap for each t = 0, 1, ..., including the start w = 0. The method stops when the gap is within the
// tolerance. (The rule of Alg. 2, P(w_t) - P(w_{t+1}) <= eps, is not used: it stops at the first increase,
// far from the optimum.) With averaging, each step costs a second pass, a gap pass, to measure the average.
//
//     const LearningResult result = LearnBatchSubgradient(problem, 0.01, LearningRun(1e-2, 10000));
//
// Throws common::Error as LearningMonitor does. Deterministic. Memory: O(d). Runs in the caller's thread.
template <StructuredProblem P>
LearningResult LearnBatchSubgradient(const P& problem, double lambda, const common::RunControl& run,
                                     const SubgradientOptions& method = {}) {
  LearningMonitor monitor(run, lambda, problem.size(), CertificateOf(problem));
  SubgradientIterate iterate(problem.dimension(), lambda, method);
  double best_dual = 0;
  for (bool first = true;; first = false) {
    const MeanPlane mean = HighestMeanPlane(problem, iterate.last());
    monitor.CountOracleCalls(problem.size());
    double primal = lambda / 2 * iterate.last().squaredNorm() + mean.hinge_bound;
    if (method.average && !first) {
      primal = PrimalObjective(problem, lambda, iterate.returned());
      monitor.CountGapCalls(problem.size());
    }
    const double dual = iterate.Dual();
    if (!(dual <= best_dual)) best_dual = dual;
    if (const auto stop = monitor.Record(primal, best_dual)) return monitor.Finish(iterate.returned(), *stop);
    iterate.Step(mean.plane, mean.loss);
  }
}

// Stochastic method: draws one sample uniformly at each step. It has no dual point, so nothing proves how
// good the result is. It ends at a limit of passes or time, or by the observer.
//
//     const LearningResult result = LearnStochasticSubgradient(problem, /*lambda=*/0.01, LearningRun(0, 50));
//
// Throws common::Error as LearningMonitor does, and if passes_between_measurements is not above 0. Each step
// costs an oracle call and O(d). Memory: O(d). Deterministic for a seed. Runs in the caller's thread.
template <StructuredProblem P>
LearningResult LearnStochasticSubgradient(const P& problem, double lambda, const common::RunControl& run,
                                          const SubgradientOptions& method = {}) {
  const int n = problem.size();
  LearningMonitor monitor(run, lambda, n, CertificateOf(problem));
  if (!(method.passes_between_measurements > 0)) {
    common::ThrowUsageError("passes_between_measurements", "a number above 0",
                            common::FormatDouble(method.passes_between_measurements));
  }
  SubgradientIterate iterate(problem.dimension(), lambda, method);
  common::RandomStream samples(run.seed, "stochastic subgradient");
  while (true) {
    // The measurement that follows is also a pass. The clock is read once a pass.
    const double round =
        std::min(method.passes_between_measurements, run.stop.iterations - monitor.passes() - 1);
    const double end = monitor.passes() + round;
    while (monitor.passes() < end && !monitor.MustStop()) {
      const int steps = std::max(1, static_cast<int>(std::min(1.0, end - monitor.passes()) * n));
      for (int step = 0; step < steps; ++step) {
        const int i = static_cast<int>(samples.UniformIndex(n));
        const auto plane = HighestPlane(problem, i, iterate.last());
        iterate.Step(plane.plane, plane.loss);
      }
      monitor.CountOracleCalls(steps);
    }
    const double primal = PrimalObjective(problem, lambda, iterate.returned());
    monitor.CountGapCalls(n);
    if (const auto stop = monitor.Record(primal)) return monitor.Finish(iterate.returned(), *stop);
  }
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SUBGRADIENT_H_
