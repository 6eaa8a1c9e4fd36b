#include "structured_learning/optimization/cutting_plane/simplex_qp.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/support_enumeration.h"

namespace structlab::structured_learning {
namespace {

// A random program: planes a_k in columns, G = A'A. `kind`: independent planes, more planes than dimensions,
// repeated planes, planes of zero, parallel ones of very different length.
struct Program {
  Eigen::MatrixXd planes;
  Eigen::VectorXd b;
  double mass;
  Eigen::MatrixXd gram() const { return planes.transpose() * planes; }
  double Value(const Eigen::VectorXd& beta) const { return b.dot(beta) - (planes * beta).squaredNorm() / 2; }
};

constexpr int kKinds = 5;

Program RandomProgram(uint64_t seed) {
  common::RandomStream random(seed, "simplex qp test");
  const int kind = static_cast<int>(seed % kKinds);
  const int count = 1 + static_cast<int>(random.UniformIndex(kind == 1 ? 40 : 12));
  const int dimension = kind == 0 ? count + 3 : 1 + static_cast<int>(random.UniformIndex(5));
  Program program{Eigen::MatrixXd(dimension, count), Eigen::VectorXd(count), random.Uniform(0.05, 3)};
  for (int k = 0; k < count; ++k) {
    for (int j = 0; j < dimension; ++j) program.planes(j, k) = random.Normal();
    program.b[k] = random.Uniform(-0.2, 2);
    if (kind == 2 && k > 0 && k % 2 == 1) {
      program.planes.col(k) = program.planes.col(k - 1);
      if (k % 4 == 1) program.b[k] = program.b[k - 1];
    }
    if (kind == 3 && k % 3 == 0) program.planes.col(k).setZero();
    if (kind == 4 && k > 0) program.planes.col(k) = random.Uniform(1e-4, 100) * program.planes.col(0);
  }
  return program;
}

SimplexQp MakeQp(const Program& program) {
  SimplexQp qp(program.mass);
  const Eigen::MatrixXd gram = program.gram();
  for (int k = 0; k < program.b.size(); ++k) qp.Add(gram.col(k).head(k + 1));
  return qp;
}

void ExpectFeasible(const Program& program, const Eigen::VectorXd& beta) {
  EXPECT_GE(beta.minCoeff(), 0);
  EXPECT_LE(beta.sum(), program.mass * (1 + 1e-14));
}

// Karush-Kuhn-Tucker: a positive variable has the highest slope, which is 0 unless the mass is used up.
TEST(SimplexQp, SolutionsSatisfyTheOptimalityConditions) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const Program program = RandomProgram(seed);
    SimplexQp qp = MakeQp(program);
    const auto outcome = qp.Solve(program.b, 1e-12);
    EXPECT_TRUE(outcome.converged);
    const Eigen::VectorXd beta = qp.beta();
    ExpectFeasible(program, beta);
    const Eigen::VectorXd slope = program.b - program.gram() * beta;
    const double highest = std::max(0.0, slope.maxCoeff());
    // Complementarity and the unused mass, weighed by it: the gap. Rounding grows with the entries of G.
    const double gap = program.mass * highest - beta.dot(slope);
    EXPECT_NEAR(gap, 0, 1e-11 + 1e-13 * program.mass * program.mass * program.gram().diagonal().maxCoeff());
    EXPECT_TRUE(qp.product().isApprox(program.gram() * beta, 1e-12) || qp.product().norm() < 1e-12);
  }
}

// The program as a structured SVM of one sample, whose hinge has a piece of zeros for the mass that is not
// used: mass times the dual of (1/mass)/2 |w|^2 + max(0, max_k b_k - a_k'w).
SamplePieces PiecesOf(const Program& program) {
  const auto count = program.b.size();
  SamplePieces pieces{Eigen::MatrixXd::Zero(program.planes.rows(), count + 1),
                      Eigen::VectorXd::Zero(count + 1)};
  pieces.planes.leftCols(count) = program.planes;
  pieces.losses.head(count) = program.b;
  return pieces;
}

TEST(SimplexQp, SolutionsEqualAnInteriorPointMethod) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    if (seed % kKinds == 4) continue;  // planes of very different length are too hard for the other method
    SCOPED_TRACE(seed);
    const Program program = RandomProgram(seed);
    SimplexQp qp = MakeQp(program);
    qp.Solve(program.b, 1e-12);
    const ExactOptimum optimum = MinimiseOverPieces({PiecesOf(program)}, 1 / program.mass);
    const double value = program.Value(qp.beta());
    EXPECT_LE(value, program.mass * optimum.primal + 1e-11);
    EXPECT_GE(value, program.mass * optimum.dual - 1e-11);
  }
}

// All supports of the solution, tried one by one.
TEST(SimplexQp, SolutionsEqualBruteForceOverSupports) {
  int programs = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const Program program = RandomProgram(seed);
    if (program.b.size() > 7) continue;
    SCOPED_TRACE(seed);
    ++programs;
    SimplexQp qp = MakeQp(program);
    qp.Solve(program.b, 1e-12);
    const ExactOptimum optimum = MinimiseBySupports({PiecesOf(program)}, 1 / program.mass);
    EXPECT_LE(optimum.primal - optimum.dual, 1e-11);
    EXPECT_NEAR(program.Value(qp.beta()), program.mass * optimum.dual, 1e-11);
  }
  EXPECT_GE(programs, 200);
}

TEST(SimplexQp, GrowsPlaneByPlane) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Program program = RandomProgram(seed);
    const Eigen::MatrixXd gram = program.gram();
    SimplexQp grown(program.mass);
    double last = 0;
    for (int k = 0; k < program.b.size(); ++k) {
      grown.Add(gram.col(k).head(k + 1));
      grown.Solve(program.b.head(k + 1), 1e-12);
      Eigen::VectorXd beta = Eigen::VectorXd::Zero(program.b.size());
      beta.head(k + 1) = grown.beta();
      EXPECT_GE(program.Value(beta), last - 1e-11);
      last = program.Value(beta);
    }
    SimplexQp at_once = MakeQp(program);
    at_once.Solve(program.b, 1e-12);
    EXPECT_NEAR(last, program.Value(at_once.beta()), 1e-11);
  }
}

TEST(SimplexQp, TheGapIsABoundAtAnyTolerance) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const Program program = RandomProgram(seed);
    SimplexQp exact = MakeQp(program), coarse = MakeQp(program);
    exact.Solve(program.b, 1e-13);
    const auto outcome = coarse.Solve(program.b, 0.1);
    EXPECT_LE(outcome.gap, 0.1);
    EXPECT_LE(program.Value(exact.beta()), program.Value(coarse.beta()) + outcome.gap + 1e-11);
  }
}

// An ill-conditioned program whose solution is known: beta is chosen, and b such that beta satisfies the
// optimality conditions with some of the mass unused; at the planes that beta does not use, b is up to `rise`
// smaller than that. More planes than dimensions make G singular.
struct SolvedProgram {
  Program program;
  Eigen::VectorXd beta;
};

SolvedProgram IllConditionedProgram(uint64_t seed, int dimension, int count, double condition, double rise) {
  common::RandomStream random(seed, "ill-conditioned simplex qp");
  SolvedProgram solved{{Eigen::MatrixXd(dimension, count), Eigen::VectorXd(count), 1},
                       Eigen::VectorXd::Zero(count)};
  Program& program = solved.program;
  for (int k = 0; k < count; ++k) {
    for (int j = 0; j < dimension; ++j) {
      // The curvature falls from 1 to 1 / condition.
      const double share = dimension > 1 ? static_cast<double>(j) / (dimension - 1) : 0;
      program.planes(j, k) = std::pow(condition, -share / 2) * random.Normal();
    }
  }
  const int used = std::min(dimension, count);
  for (int k = 0; k < used; ++k) solved.beta[k] = random.Uniform(0.2, 0.8) / used;
  program.b = program.gram() * solved.beta;
  for (int k = used; k < count; ++k) program.b[k] -= rise * random.Uniform(0.5, 1);
  return solved;
}

// Only with pairwise steps it would need about `condition` rounds; with face steps that stop short, one for
// each halving.
TEST(SimplexQp, StepsOnTheFaceEndIllConditionedProgramsInAFewRounds) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const int dimension = 2 + static_cast<int>(seed % 9);
    const SolvedProgram solved = IllConditionedProgram(seed, dimension, dimension, 1e5, 0);
    SimplexQp qp = MakeQp(solved.program);
    const auto outcome = qp.Solve(solved.program.b, 1e-13);
    EXPECT_TRUE(outcome.converged);
    EXPECT_LE(outcome.rounds, 8);
    EXPECT_NEAR(solved.program.Value(qp.beta()), solved.program.Value(solved.beta), 2e-13);
  }
}

// Along a flat direction the planes differ only in the linear part.
TEST(SimplexQp, StepsOnTheFaceFollowFlatDirections) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const int dimension = 2 + static_cast<int>(seed % 5);
    const SolvedProgram solved = IllConditionedProgram(seed, dimension, 4 * dimension, 100, 1e-6);
    SimplexQp qp = MakeQp(solved.program);
    const auto outcome = qp.Solve(solved.program.b, 1e-13);
    EXPECT_TRUE(outcome.converged);
    EXPECT_LE(outcome.rounds, 8);
    EXPECT_NEAR(solved.program.Value(qp.beta()), solved.program.Value(solved.beta), 2e-13);
  }
}

TEST(SimplexQp, DoesNotConvergeOnNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  SimplexQp qp(1);
  qp.Add(Eigen::VectorXd{{1.0}});
  qp.Add(Eigen::VectorXd{{0.5, 2.0}});
  const auto outcome = qp.Solve(Eigen::VectorXd{{1.0, nan}}, 1e-12);
  EXPECT_FALSE(outcome.converged);
  EXPECT_TRUE(std::isnan(outcome.gap));
  SimplexQp curved(1);
  curved.Add(Eigen::VectorXd{{nan}});
  EXPECT_FALSE(curved.Solve(Eigen::VectorXd{{1.0}}, 1e-12).converged);
}

TEST(SimplexQp, WithoutPlanesTheValueIsZero) {
  SimplexQp qp(1);
  const auto outcome = qp.Solve(Eigen::VectorXd(0), 1e-12);
  EXPECT_TRUE(outcome.converged);
  EXPECT_EQ(outcome.gap, 0);
  EXPECT_EQ(qp.beta().size(), 0);
}

}  // namespace
}  // namespace structlab::structured_learning
