// Small problems for the tests of sparse codes, and their solutions found in other ways.
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

// Normal numbers, atoms of length 1, no ties.
SparseProblem RandomProblem(int dimension, int size, uint64_t seed);

// Atoms and x of -1, 0 and 1: several atoms tie, depend on each other or are equal.
SparseProblem TiedProblem(int dimension, int size, uint64_t seed);

// Algorithm 2's pursuit to the letter: least squares anew by an orthogonal decomposition in every round.
struct PlainPursuit {
  std::vector<int> atoms;
  std::vector<Eigen::VectorXd> coefficients;  // after each round
  std::vector<double> residuals;
};
PlainPursuit PursueByLeastSquares(const SparseProblem& problem, int rounds);

// The least |alpha|_1 with |x - Phi alpha| <= tolerance over all supports and signs: for each it is a point
// on a line, whose coefficients must have these signs. Infinity if no support reaches the tolerance. 3^n.
double MinL1BySupports(const SparseProblem& problem, double tolerance);

// The least |x - Phi alpha|^2 / 2 + lambda |alpha|_1 in the same way.
double MinLassoBySupports(const SparseProblem& problem, double lambda);

// The least |alpha|_1 with x = Phi alpha, by GLPK's simplex. Infinity if there is none.
double MinL1ByLinearProgram(const SparseProblem& problem);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_TESTING_SPARSE_PROBLEMS_H_
