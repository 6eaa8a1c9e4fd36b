// Small quadratic programs over a simplex, which cutting plane methods solve again and again.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_SIMPLEX_QP_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_SIMPLEX_QP_H_

#include <Eigen/Core>

namespace structlab::structured_learning {

// Maximises  b'beta - 1/2 beta'G beta  over beta >= 0, sum beta <= mass. G is positive semidefinite and may
// be singular (planes may be repeated). Planes are added one by one, and each solution starts from the last
// one.
//
//     SimplexQp qp(/*mass=*/1);
//     qp.Add(products);  // inner products with each earlier plane, then with itself
//     const SimplexQp::Outcome outcome = qp.Solve(losses, /*tolerance=*/1e-9);
//
// Why not a packaged solver: OSQP, qpOASES, quadprog and eiquadprog are not in Debian 12. CGAL's solver is
// exact, but starts anew with each plane (and is GPL). Clp's quadratic simplex and Ipopt are general and
// sparse, cannot start from a feasible dual point, and their set-up costs as much as many of our solutions (a
// typical QP has 5 to 50 planes). dlib's SMO can start from a given point, but ends at first-order accuracy
// and would make dlib a run-time dependency.
//
// Method: pairwise steps from the worst to the best vertex (SMO with the most violating pair). Between them,
// Newton steps on the face of the positive variables avoid the slow convergence of pairwise steps. Every step
// raises the value. Cost: O(k) for a pairwise step, O(f^3) for a face step with f positive variables (skipped
// if f > 300). Deterministic. Not thread-safe.
class SimplexQp {
 public:
  // mass > 0.
  explicit SimplexQp(double mass);

  int size() const { return size_ - 1; }
  // `products` is the new row of G: the products with each earlier plane, followed by the product with
  // itself.
  void Add(const Eigen::Ref<const Eigen::VectorXd>& products);
  // Replaces G, which has one row and column for each plane. The next solution starts from the same beta.
  // O(k^2).
  void ReplaceProducts(const Eigen::Ref<const Eigen::MatrixXd>& products);
  // Starts the next solution from `beta`, which is feasible and has one entry for each plane.
  void StartFrom(const Eigen::Ref<const Eigen::VectorXd>& beta);

  struct Outcome {
    double gap;      // certified: no feasible beta has a value that is higher by more than this
    bool converged;  // gap <= tolerance, or as small as double precision allows
    int rounds;      // rounds of pairwise steps, each followed by steps on the face
  };
  // b has one entry for each plane. If a number is NaN, the gap is NaN and `converged` is false.
  Outcome Solve(const Eigen::Ref<const Eigen::VectorXd>& b, double tolerance);

  // The solution, one entry for each plane; new planes have 0.
  Eigen::VectorXd beta() const { return beta_.segment(1, size()); }
  // G beta, one entry for each plane.
  Eigen::VectorXd product() const;

 private:
  // Vertex 0 is the slack mass - sum beta. It acts as a plane of zeros, so that the sum over all vertices is
  // the mass.
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
