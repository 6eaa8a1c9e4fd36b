// Small problems for tests of sparse codes, and reference solutions by other methods.
#ifndef STRUCTLAB_KERNELS_SPARSE_TESTING_SPARSE_PROBLEMS_H_
#define STRUCTLAB_KERNELS_SPARSE_TESTING_SPARSE_PROBLEMS_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

struct SparseProblem {
  Eigen::MatrixXd atoms;
  Eigen::VectorXd x;
};

// Six atoms of length 1 in four dimensions, whose solutions are known by hand and by exact arithmetic.
SparseProblem SixAtoms();

// Random normal numbers, atoms of length 1, no ties.
SparseProblem RandomProblem(int dimension, int size, uint64_t seed);

// Atoms and x with entries -1, 0 and 1: some atoms tie, are linearly dependent, or are equal.
SparseProblem TiedProblem(int dimension, int size, uint64_t seed);

// Algorithm 2 as written: solves each least-squares problem from scratch by an orthogonal decomposition.
struct PlainPursuit {
  std::vector<int> atoms;
  std::vector<Eigen::VectorXd> coefficients;  // after each round
  std::vector<double> residuals;
};
PlainPursuit PursueByLeastSquares(const SparseProblem& problem, int rounds);

// The smallest |alpha|_1 with |x - Phi alpha| <= tolerance, by trying all supports and signs. For each of
// them the solution is a point on a line, whose coefficients must have these signs. Infinity if no support
// reaches the tolerance. O(3^n).
double MinL1BySupports(const SparseProblem& problem, double tolerance);

// The smallest |x - Phi alpha|^2 / 2 + lambda |alpha|_1, in the same way.
double MinLassoBySupports(const SparseProblem& problem, double lambda);

// The smallest |alpha|_1 with x = Phi alpha, by GLPK's simplex method. Infinity if there is none.
double MinL1ByLinearProgram(const SparseProblem& problem);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_TESTING_SPARSE_PROBLEMS_H_
