#include "kernels/sparse/l1_minimization.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/testing/message_of.h"
#include "kernels/sparse/testing/sparse_problems.h"

namespace structlab::kernels {
namespace {

using common::ErrorKind;
using common::MessageOf;

// Tolerance between two exact methods: rounding errors of some hundred operations with numbers near 1.
constexpr double kExact = 1e-9;

void ExpectCode(const SparseCode& code, const std::vector<double>& expected) {
  const Eigen::VectorXd dense = DenseCode(code, static_cast<int>(expected.size()));
  for (size_t atom = 0; atom < expected.size(); ++atom) {
    SCOPED_TRACE(atom);
    EXPECT_NEAR(dense[static_cast<Eigen::Index>(atom)], expected[atom], 1e-9);  // ten digits are given
  }
}

// The Karush-Kuhn-Tucker conditions: the inner product of every atom with the remainder is at most lambda,
// and equals lambda with the sign of the coefficient where this is not 0. They suffice, because the problem
// is convex.
void ExpectOptimal(const SparseProblem& problem, const L1Solution& solution) {
  const Eigen::VectorXd alpha = DenseCode(solution.code, static_cast<int>(problem.atoms.cols()));
  const Eigen::VectorXd remainder = problem.x - problem.atoms * alpha;
  const Eigen::VectorXd products = problem.atoms.transpose() * remainder;
  EXPECT_NEAR(remainder.norm(), solution.code.residual, kExact);
  EXPECT_NEAR(alpha.lpNorm<1>(), solution.l1_norm, kExact);
  EXPECT_LE(products.cwiseAbs().maxCoeff(), solution.lambda + kExact);
  for (Eigen::Index atom = 0; atom < alpha.size(); ++atom) {
    if (alpha[atom] == 0) continue;
    EXPECT_NEAR(products[atom], std::copysign(solution.lambda, alpha[atom]), kExact) << atom;
  }
}

TEST(MinimizeL1, FindsTheKnownSolutionsOfSixAtoms) {
  const SparseProblem problem = SixAtoms();
  const Dictionary dictionary(problem.atoms);
  const L1Solution exact = MinimizeL1(dictionary, problem.x, {.tolerance = 0});
  ExpectCode(exact.code, {1, 0, 0, -0.05, 1.2990381057, 0.5});
  EXPECT_NEAR(exact.l1_norm, 2.8490381056767, 1e-12);
  const L1Solution near = MinimizeL1(dictionary, problem.x, {.tolerance = 0.05});
  ExpectCode(near.code, {0.9576531578, 0, 0, 0, 1.2448852633, 0.4763879996});
  EXPECT_NEAR(near.l1_norm, 2.6789264206, 1e-9);
  EXPECT_NEAR(near.lambda, 0.1708360012 / 2, 1e-9);
  EXPECT_NEAR(near.code.residual, 0.1155422001, 1e-9);
  for (const L1Solution* solution : {&exact, &near}) {
    EXPECT_EQ(solution->ending, common::Ending::kOptimal);
    EXPECT_LT(solution->gap, 1e-12);
  }
}

TEST(SolveLasso, FindsTheKnownSolutionOfSixAtoms) {
  const SparseProblem problem = SixAtoms();
  const L1Solution solution = SolveLasso(Dictionary(problem.atoms), problem.x, 0.1);
  ExpectCode(solution.code, {0.9532692070, 0, 0, 0, 1.2356406461, 0.4666666667});
  EXPECT_NEAR(solution.code.residual, 0.1329642505, 1e-9);
  EXPECT_NEAR(std::pow(solution.code.residual, 2) + 0.2 * solution.l1_norm, 0.5487947959, 1e-9);
  EXPECT_EQ(solution.ending, common::Ending::kOptimal);
  EXPECT_LT(solution.gap, 1e-12);
}

TEST(MinimizeL1, IsTheLeastOverAllSupportsAndSigns) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = RandomProblem(2 + static_cast<int>(seed % 4), 6, seed);
    const Dictionary dictionary(problem.atoms);
    for (const double tolerance : {0.3, 0.05, 1e-7}) {
      SCOPED_TRACE(tolerance);
      const L1Solution solution = MinimizeL1(dictionary, problem.x, {.tolerance = tolerance});
      EXPECT_EQ(solution.ending, common::Ending::kOptimal);
      EXPECT_NEAR(solution.code.residual, tolerance * problem.x.norm(), kExact);
      EXPECT_NEAR(solution.l1_norm, MinL1BySupports(problem, tolerance * problem.x.norm()), kExact);
      EXPECT_LT(solution.gap, kExact * 10);
      ExpectOptimal(problem, solution);
    }
  }
}

TEST(SolveLasso, IsTheLeastOverAllSupportsAndSigns) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = RandomProblem(2 + static_cast<int>(seed % 4), 6, seed);
    for (const double lambda : {1.0, 0.1, 1e-4}) {
      SCOPED_TRACE(lambda);
      const L1Solution solution = SolveLasso(Dictionary(problem.atoms), problem.x, lambda);
      EXPECT_NEAR(0.5 * std::pow(solution.code.residual, 2) + lambda * solution.l1_norm,
                  MinLassoBySupports(problem, lambda), kExact);
      EXPECT_LT(solution.gap, kExact);
      ExpectOptimal(problem, solution);
    }
  }
}

TEST(MinimizeL1, WithoutToleranceIsTheLinearProgram) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = RandomProblem(20, 60, seed);
    const L1Solution solution = MinimizeL1(Dictionary(problem.atoms), problem.x, {.tolerance = 0});
    EXPECT_EQ(solution.ending, common::Ending::kOptimal);
    EXPECT_LT(solution.code.residual, 1e-9 * problem.x.norm());
    // GLPK ends within 1e-7 of its conditions.
    EXPECT_NEAR(solution.l1_norm, MinL1ByLinearProgram(problem), 1e-6);
    EXPECT_LT(solution.gap, kExact * 10);
  }
}

// Long paths, on which atoms leave, too.
TEST(MinimizeL1, ProvesManyAtoms) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = RandomProblem(60, 200, seed);
    const L1Solution solution = MinimizeL1(Dictionary(problem.atoms), problem.x, {.tolerance = 0.01});
    EXPECT_EQ(solution.ending, common::Ending::kOptimal);
    EXPECT_GT(solution.steps, static_cast<int>(solution.code.atoms.size()));
    EXPECT_LT(solution.gap, kExact * 10);
    EXPECT_TRUE(std::is_sorted(solution.code.atoms.begin(), solution.code.atoms.end()));
    ExpectOptimal(problem, solution);
  }
}

// Atoms that tie, are equal, opposite, 0 or depend on each other.
TEST(MinimizeL1, BreaksTies) {
  int reached = 0;
  for (uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = TiedProblem(3 + static_cast<int>(seed % 2), 6, seed);
    if (problem.x.norm() == 0) continue;
    const Dictionary dictionary(problem.atoms);
    for (const double tolerance : {0.0, 0.1}) {
      SCOPED_TRACE(tolerance);
      const double least = MinL1BySupports(problem, tolerance * problem.x.norm());
      const L1Solution solution = MinimizeL1(dictionary, problem.x, {.tolerance = tolerance});
      if (std::isinf(least)) {
        EXPECT_EQ(solution.ending, common::Ending::kConverged);
        EXPECT_GT(solution.code.residual, tolerance * problem.x.norm());
        EXPECT_TRUE(std::isinf(solution.gap));
        continue;
      }
      ++reached;
      EXPECT_EQ(solution.ending, common::Ending::kOptimal);
      EXPECT_NEAR(solution.l1_norm, least, 1e-7 * least);  // what kSolved means
      EXPECT_LE(solution.code.residual, (tolerance + 1e-9) * problem.x.norm());
    }
  }
  EXPECT_GT(reached, 60);
}

TEST(SolveLasso, BreaksTies) {
  int solved = 0;
  for (uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = TiedProblem(3 + static_cast<int>(seed % 2), 6, seed);
    if (problem.x.norm() == 0) continue;
    const Dictionary dictionary(problem.atoms);
    for (const double lambda : {1.0, 0.1, 1e-4, 1e-8}) {
      SCOPED_TRACE(lambda);
      const L1Solution solution = SolveLasso(dictionary, problem.x, lambda);
      const double least = MinLassoBySupports(problem, lambda);
      const double value = 0.5 * std::pow(solution.code.residual, 2) + lambda * solution.l1_norm;
      EXPECT_EQ(solution.ending, common::Ending::kOptimal);
      // What kSolved means, both ways.
      const double rounding = 1e-14 * problem.x.squaredNorm();
      EXPECT_NEAR(value, least, 1e-7 * least + rounding);
      EXPECT_GE(solution.gap, value - least - rounding);
      ++solved;
    }
  }
  EXPECT_GT(solved, 250);
}

// If x is in the span and lambda is small, the remainder of x is mostly rounding error and proves the code
// only to 1e-6 or 1e-4 of the minimised value. The combination of the signs proves it.
TEST(SolveLasso, ProvesCodesOfSmallLambda) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = RandomProblem(20, 60, seed);
    for (const double lambda : {1e-10, 1e-11}) {
      SCOPED_TRACE(lambda);
      const L1Solution solution = SolveLasso(Dictionary(problem.atoms), problem.x, lambda);
      const double value = 0.5 * std::pow(solution.code.residual, 2) + lambda * solution.l1_norm;
      EXPECT_EQ(solution.ending, common::Ending::kOptimal);
      EXPECT_LE(solution.gap, 1e-7 * value);
    }
  }
}

// Two nearly equal atoms combine to x with coefficients of thousands. Their rounding errors dominate the
// remainder of x, and lambda times these coefficients is far above the rounding allowed for x itself.
TEST(SolveLasso, ProvesLargeCoefficients) {
  for (const double apart : {1e-3, 7e-4, 3e-4}) {
    SCOPED_TRACE(apart);
    SparseProblem problem = {Eigen::MatrixXd(2, 2), Eigen::VectorXd(2)};
    problem.atoms << 1, std::cos(apart), 0, std::sin(apart);
    problem.x << 0.3, 1;
    const double lambda = 1e-11;
    const L1Solution solution = SolveLasso(Dictionary(problem.atoms), problem.x, lambda);
    EXPECT_EQ(solution.ending, common::Ending::kOptimal);
    // x = a_1 (x_1 - x_2 / tan) + a_2 x_2 / sin; this lambda reduces it by 1e-7.
    const double least = 1 / std::sin(apart) + 1 / std::tan(apart) - 0.3;
    EXPECT_NEAR(solution.l1_norm, least, 1e-6 * least);
    EXPECT_LE(solution.gap, 1e-7 * lambda * solution.l1_norm);
  }
}

// For a tolerance near 1 the minimised value is small: a gap must be small relative to it, not to x.
TEST(MinimizeL1, ProvesCodesOfLittleLength) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = RandomProblem(3, 6, seed);
    for (const double tolerance : {0.9, 0.999, 1 - 1e-6}) {
      SCOPED_TRACE(tolerance);
      const double least = MinL1BySupports(problem, tolerance * problem.x.norm());
      const L1Solution solution = MinimizeL1(Dictionary(problem.atoms), problem.x, {.tolerance = tolerance});
      EXPECT_EQ(solution.ending, common::Ending::kOptimal);
      EXPECT_NEAR(solution.l1_norm, least, 1e-7 * least);
      EXPECT_LE(solution.gap, 1e-7 * least);
      ExpectOptimal(problem, solution);
    }
  }
}

// The second atom is within 5e-6 of the span of the first. (2, -1) is x itself, but the path does not follow
// it.
TEST(MinimizeL1, SaysWhatItDoesNotFollow) {
  SparseProblem near = {Eigen::MatrixXd(2, 2), Eigen::VectorXd(2)};
  near.atoms << 1, 1, 0, 5e-6;
  near.x << 1, -5e-6;
  const L1Solution without = MinimizeL1(Dictionary(near.atoms), near.x, {.tolerance = 0});
  EXPECT_EQ(without.ending, common::Ending::kConverged);
  EXPECT_NEAR(without.code.residual, 5e-6, 1e-12);
  // The gap shows it: the minimum is at most 3 lambda, the value of (2, -1).
  const double lambda = 1e-13;
  const L1Solution lasso = SolveLasso(Dictionary(near.atoms), near.x, lambda);
  const double value = 0.5 * std::pow(lasso.code.residual, 2) + lambda * lasso.l1_norm;
  EXPECT_NEAR(value, 1.26e-11, 1e-14);
  EXPECT_GE(lasso.gap, value - 3 * lambda - 1e-15);
  EXPECT_EQ(lasso.ending, common::Ending::kNumericalBreakdown);
  // An atom that is 1e-13 as long as the other.
  SparseProblem tiny = {Eigen::MatrixXd(2, 2), Eigen::VectorXd(2)};
  tiny.atoms << 1, 0, 0, 1e-13;
  tiny.x << 1, 1;
  const L1Solution far = MinimizeL1(Dictionary(tiny.atoms), tiny.x, {.tolerance = 0.05});
  EXPECT_EQ(far.ending, common::Ending::kConverged);
  EXPECT_NEAR(far.code.residual, 1, 1e-12);
}

TEST(MinimizeL1, ReturnsTheNearestCodeIfTheToleranceIsOutOfReach) {
  const SparseProblem problem = RandomProblem(6, 3, 1);
  const L1Solution solution = MinimizeL1(Dictionary(problem.atoms), problem.x, {.tolerance = 0.01});
  EXPECT_EQ(solution.ending, common::Ending::kConverged);
  const Eigen::VectorXd nearest = common::SolveByQr(problem.atoms, problem.x);
  EXPECT_LT((DenseCode(solution.code, 3) - nearest).norm(), kExact);
  EXPECT_EQ(solution.lambda, 0);
}

TEST(MinimizeL1, IsEmptyWhereNothingIsAskedFor) {
  const SparseProblem problem = SixAtoms();
  const Dictionary dictionary(problem.atoms);
  for (const double tolerance : {1.0, 2.0}) {
    const L1Solution solution = MinimizeL1(dictionary, problem.x, {.tolerance = tolerance});
    EXPECT_TRUE(solution.code.atoms.empty());
    EXPECT_EQ(solution.ending, common::Ending::kOptimal);
    EXPECT_NEAR(solution.gap, 0, 1e-15);  // rounding of numbers near 1
    EXPECT_GT(solution.lambda, 1);
    ExpectOptimal(problem, solution);
  }
  const L1Solution of_nothing = MinimizeL1(dictionary, Eigen::VectorXd::Zero(4), {});
  EXPECT_TRUE(of_nothing.code.atoms.empty());
  EXPECT_EQ(of_nothing.ending, common::Ending::kOptimal);
  // A lambda of at least max |Phi^T x|.
  const double most = (problem.atoms.transpose() * problem.x).cwiseAbs().maxCoeff();
  EXPECT_TRUE(SolveLasso(dictionary, problem.x, most).code.atoms.empty());
  EXPECT_FALSE(SolveLasso(dictionary, problem.x, most * 0.999).code.atoms.empty());
}

TEST(MinimizeL1, SaysWhenItsStepsAreUsedUp) {
  const SparseProblem problem = RandomProblem(30, 60, 3);
  const Dictionary dictionary(problem.atoms);
  const L1Solution solution =
      MinimizeL1(dictionary, problem.x, {.tolerance = 0.05, .stop = {.iterations = 3}});
  EXPECT_EQ(solution.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(solution.steps, 3);
  EXPECT_EQ(SolveLasso(dictionary, problem.x, 1e-3, {.iterations = 3}).ending,
            common::Ending::kIterationLimit);
}

TEST(MinimizeL1, HeedsTimeAndFlag) {
  const SparseProblem problem = RandomProblem(30, 60, 3);
  const Dictionary dictionary(problem.atoms);
  const std::atomic<bool> interrupted = true;
  EXPECT_EQ(MinimizeL1(dictionary, problem.x, {.stop = {.seconds = 0}}).ending, common::Ending::kTimeLimit);
  const L1Solution lasso = SolveLasso(dictionary, problem.x, 1e-3, {.interrupted = &interrupted});
  EXPECT_EQ(lasso.ending, common::Ending::kInterrupted);
  EXPECT_EQ(lasso.steps, 0);
  EXPECT_GT(lasso.gap, 0);
}

TEST(MinimizeL1, DoesNotDependOnTheThread) {
  const SparseProblem problem = RandomProblem(40, 100, 7);
  const Dictionary dictionary(problem.atoms);
  const L1Solution here = MinimizeL1(dictionary, problem.x, {});
  L1Solution there;
  std::thread([&] { there = MinimizeL1(dictionary, problem.x, {}); }).join();
  EXPECT_EQ(here.code.atoms, there.code.atoms);
  EXPECT_EQ(here.code.coefficients, there.code.coefficients);
}

TEST(MinimizeL1, RefusesOtherOptions) {
  const Dictionary dictionary(SixAtoms().atoms);
  const Eigen::VectorXd x = SixAtoms().x;
  const auto message = [&](const L1Options& options) {
    return MessageOf(ErrorKind::kUsage, [&] { MinimizeL1(dictionary, x, options); });
  };
  EXPECT_EQ(message({.tolerance = -0.1}),
            "L1Options::tolerance: expected a finite number, 0 or more, found -0.1");
  EXPECT_EQ(message({.tolerance = NAN}),
            "L1Options::tolerance: expected a finite number, 0 or more, found nan");
  EXPECT_EQ(message({.stop = {.iterations = 0}}), "iteration limit: expected 1 or more, found 0");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { MinimizeL1(dictionary, x.head(3), {}); }),
            "MinimizeL1::x: expected 4 numbers, as an atom has, found 3");
  const auto lasso = [&](double lambda, double steps) {
    return MessageOf(ErrorKind::kUsage, [&] { SolveLasso(dictionary, x, lambda, {.iterations = steps}); });
  };
  EXPECT_EQ(lasso(0, 10), "SolveLasso::lambda: expected a finite number above 0, found 0");
  EXPECT_EQ(lasso(INFINITY, 10), "SolveLasso::lambda: expected a finite number above 0, found inf");
  EXPECT_EQ(lasso(1, 0), "iteration limit: expected 1 or more, found 0");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { SolveLasso(dictionary, x.head(3), 1); }),
            "SolveLasso::x: expected 4 numbers, as an atom has, found 3");
}

}  // namespace
}  // namespace structlab::kernels
