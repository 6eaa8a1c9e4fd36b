// Small quadratic programs over a simplex, as cutting plane methods solve them again and again.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_SIMPLEX_QP_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_SIMPLEX_QP_H_

#include <Eigen/Core>

namespace structlab::structured_learning {

// Maximises  b'beta - 1/2 beta'G beta  over beta >= 0, sum beta <= mass, with G positive semidefinite,
// perhaps singular (planes may be repeated). Planes are added one by one and each solution starts from the
// last.
//
// Why not a packaged solver: OSQP, qpOASES, quadprog and eiquadprog are not in Debian 12. CGAL's solver is
// exact but starts anew with each plane (and is GPL); Clp's quadratic simplex and Ipopt are general,
// sparse, without a warm start from a feasible dual point, at a set-up cost of many of our solutions (the
// usual one has 5 to 50 planes). dlib's SMO starts warm but ends at first-order accuracy and would make dlib
// a run-time dependency.
//
// Method: pairwise steps from the worst to the best vertex (SMO with the most violating pair), and between
// them Newton steps on the face of the positive variables, which end the slow convergence of the former.
// Every step raises the value. O(k) a pairwise step, O(f^3) a face step with f positive variables (left out
// above 300). Deterministic. Not thread-safe.
class SimplexQp {
 public:
  // mass > 0.
  explicit SimplexQp(double mass);

  int size() const { return size_ - 1; }
  // products: the new row of G, with each earlier plane and at the end with itself.
  void Add(const Eigen::Ref<const Eigen::VectorXd>& products);
  // Replaces G, one row and column a plane; beta stays, and the next solution starts from it. O(k^2).
  void ReplaceProducts(const Eigen::Ref<const Eigen::MatrixXd>& products);
  // Starts the next solution from `beta` (feasible, one entry a plane).
  void StartFrom(const Eigen::Ref<const Eigen::VectorXd>& beta);

  struct Outcome {
    double gap;      // certified: no feasible beta is better by more
    bool converged;  // gap <= tolerance, or all that double precision gives
    int rounds;      // of pairwise steps, each ended by steps on the face
  };
  // b has one entry a plane. Where a number is NaN so is the gap, and nothing converged.
  Outcome Solve(const Eigen::Ref<const Eigen::VectorXd>& b, double tolerance);

  // The solution, one entry a plane; new planes have 0.
  Eigen::VectorXd beta() const { return beta_.segment(1, size()); }
  // G beta, one entry a plane.
  Eigen::VectorXd product() const;

 private:
  // Vertex 0 is the slack mass - sum beta: a plane of zeros, so that the sum is always the mass.
  auto gram() const { return gram_.topLeftCorner(size_, size_); }
  struct Vertices {
    int best, worst;
    double gap;
  };
  Vertices FindEnds() const;
  void PairwiseStep(int from, int to);
  void FaceSteps();
  bool FaceStep();
  void RefreshGradient();

  double mass_;
  int size_ = 1;          // vertices, the slack included
  Eigen::MatrixXd gram_;  // capacity doubles
  Eigen::VectorXd beta_, linear_, gradient_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_SIMPLEX_QP_H_
