// The exact optimum of a tiny structured SVM, by a general convex quadratic program over all outputs; for
// tests.
//
//     const ExactOptimum optimum = SolveExactly(problem, outputs, /*lambda=*/0.1);
//     EXPECT_NEAR(result.primal, optimum.primal, 1e-9);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BRUTE_FORCE_OPTIMUM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BRUTE_FORCE_OPTIMUM_H_

#include <limits>
#include <utility>
#include <vector>

#include "structured_learning/problem/box.h"
#include "structured_learning/problem/brute_force.h"

namespace structlab::structured_learning {

// The same bounds for every component: lower <= w_j <= upper. The default is unbounded.
struct WeightBox {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

// A primal point, and the dual value that proves that no point in the box has a lower primal than `dual`.
struct ExactOptimum {
  DenseVector weights;
  double primal = 0;
  double dual = 0;
};

// All pieces of the hinge of one sample: planes in columns (d x |Y_i|) and their losses.
struct SamplePieces {
  Eigen::MatrixXd planes;
  Eigen::VectorXd losses;
};

// Minimises lambda/2 |w|^2 + (1/n) sum_i max_k (losses_i[k] - planes_i[k]'w) over the box by a primal-dual
// interior point method on (w, xi). It shares no code with the learners. primal - dual is usually below
// 1e-12. Time: O((d + n)^2 (d + m)) for an iteration with m pieces in total.
ExactOptimum MinimiseOverPieces(const std::vector<SamplePieces>& samples, double lambda, WeightBox box = {});
// The same with bounds of its own for each weight.
ExactOptimum MinimiseOverPiecesWithin(const std::vector<SamplePieces>& samples, double lambda,
                                      const Box& box);

template <StructuredProblem P>
std::vector<SamplePieces> PiecesOf(const P& problem, const OutputsOf<P>& outputs) {
  std::vector<SamplePieces> samples;
  for (int i = 0; i < problem.size(); ++i) {
    const int count = static_cast<int>(outputs[i].size());
    SamplePieces pieces{Eigen::MatrixXd::Zero(problem.dimension(), count), Eigen::VectorXd(count)};
    for (int k = 0; k < count; ++k) {
      const auto plane = PlaneOf(problem, i, outputs[i][k]);
      AddScaled(plane.plane, 1, pieces.planes.col(k));
      pieces.losses[k] = plane.loss;
    }
    samples.push_back(std::move(pieces));
  }
  return samples;
}

template <StructuredProblem P>
ExactOptimum SolveExactly(const P& problem, const OutputsOf<P>& outputs, double lambda, WeightBox box = {}) {
  return MinimiseOverPieces(PiecesOf(problem, outputs), lambda, box);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BRUTE_FORCE_OPTIMUM_H_
