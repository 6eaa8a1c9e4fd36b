#include "kernels/sparse/orthogonal_matching_pursuit.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/sparse/testing/sparse_problems.h"

namespace structlab::kernels {
namespace {

using common::ErrorKind;
using common::MessageOf;
using Ints = std::vector<int>;

constexpr double kExact = 1e-9;  // rounding of two methods that are both exact

TEST(OrthogonalMatchingPursuit, TakesTheKnownAtomsOfSix) {
  const SparseProblem problem = SixAtoms();
  const Dictionary dictionary(problem.atoms);
  const std::vector<std::vector<double>> coefficients = {{2.0207259422},
                                                         {1.2990381057, 1.25},
                                                         {1.2990381057, 0.9833333333, 0.5333333333},
                                                         {1.2990381057, 1, 0.5, -0.05}};
  const std::vector<double> residuals = {1.1210114481, 0.4636809248, 0.0408248290, 0};
  const Ints atoms = {4, 0, 5, 3};
  for (size_t k = 1; k <= 4; ++k) {
    SCOPED_TRACE(k);
    const Pursuit pursuit = OrthogonalMatchingPursuit(
        dictionary, problem.x, {.stop = {.iterations = static_cast<double>(k)}, .tolerance = 0});
    EXPECT_EQ(pursuit.code.atoms, Ints(atoms.begin(), atoms.begin() + static_cast<long>(k)));
    if (k < 4) {
      EXPECT_EQ(pursuit.ending, common::Ending::kIterationLimit);
    }
    EXPECT_NEAR(pursuit.code.residual, residuals[k - 1], 1e-9);
    for (size_t i = 0; i < k; ++i) {
      EXPECT_NEAR(pursuit.code.coefficients[i], coefficients[k - 1][i], 1e-9);
    }
  }
}

TEST(OrthogonalMatchingPursuit, EqualsLeastSquaresInEveryRound) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const SparseProblem problem = RandomProblem(30, 80, seed);
    const Dictionary dictionary(problem.atoms);
    const PlainPursuit plain = PursueByLeastSquares(problem, 20);
    for (const int k : {1, 2, 7, 20}) {
      SCOPED_TRACE(k);
      const Pursuit pursuit = OrthogonalMatchingPursuit(
          dictionary, problem.x, {.stop = {.iterations = static_cast<double>(k)}, .tolerance = 0});
      EXPECT_EQ(pursuit.code.atoms, Ints(plain.atoms.begin(), plain.atoms.begin() + k));
      EXPECT_NEAR(pursuit.code.residual, plain.residuals[static_cast<size_t>(k) - 1], kExact);
      for (int i = 0; i < k; ++i) {
        EXPECT_NEAR(pursuit.code.coefficients[i], plain.coefficients[static_cast<size_t>(k) - 1][i], kExact);
      }
    }
  }
}

// Atoms of lengths other than 1: their inner products are compared unscaled.
TEST(OrthogonalMatchingPursuit, TakesAtomsOfAnyLength) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    SparseProblem problem = RandomProblem(12, 30, seed);
    common::RandomStream stream(seed, "lengths");
    for (Eigen::Index j = 0; j < 30; ++j) problem.atoms.col(j) *= stream.Uniform(0.1, 10);
    const PlainPursuit plain = PursueByLeastSquares(problem, 8);
    const Pursuit pursuit = OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x,
                                                      {.stop = {.iterations = 8}, .tolerance = 0});
    EXPECT_EQ(pursuit.code.atoms, plain.atoms);
    EXPECT_NEAR(pursuit.code.residual, plain.residuals.back(), kExact);
  }
}

TEST(OrthogonalMatchingPursuit, EndsAtTheFirstResidualWithinTheTolerance) {
  const SparseProblem problem = RandomProblem(30, 80, 1);
  const Dictionary dictionary(problem.atoms);
  const PlainPursuit plain = PursueByLeastSquares(problem, 28);
  for (const double tolerance : {0.5, 0.05, 0.005}) {
    SCOPED_TRACE(tolerance);
    size_t rounds = 1;
    while (plain.residuals[rounds - 1] > tolerance * problem.x.norm()) ++rounds;
    const Pursuit pursuit = OrthogonalMatchingPursuit(dictionary, problem.x,
                                                      {.stop = {.iterations = 100}, .tolerance = tolerance});
    EXPECT_EQ(pursuit.ending, common::Ending::kGapReached);
    EXPECT_EQ(pursuit.code.atoms.size(), rounds);
    EXPECT_LE(pursuit.code.residual, tolerance * problem.x.norm());
  }
}

// A tolerance so small that |x|^2 minus the squared steps, in double precision, could not be distinguished
// from 0.
TEST(OrthogonalMatchingPursuit, SeesTolerancesBelowTheRootOfThePrecision) {
  SparseProblem problem = RandomProblem(20, 20, 2);
  problem.x = problem.atoms.col(3) + 1e-9 * problem.atoms.col(11);
  const Dictionary dictionary(problem.atoms);
  const Pursuit one = OrthogonalMatchingPursuit(dictionary, problem.x, {.tolerance = 1e-8});
  EXPECT_EQ(one.code.atoms, Ints{3});
  const Pursuit two = OrthogonalMatchingPursuit(dictionary, problem.x, {.tolerance = 1e-11});
  EXPECT_EQ(two.code.atoms, (Ints{3, 11}));
  EXPECT_EQ(two.ending, common::Ending::kGapReached);
  EXPECT_NEAR(two.code.coefficients[1], 1e-9, 1e-14);
}

TEST(OrthogonalMatchingPursuit, EndsWhereNoAtomTellsMore) {
  SparseProblem problem = RandomProblem(6, 3, 3);
  const Pursuit pursuit = OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x, {.tolerance = 0});
  EXPECT_EQ(pursuit.ending, common::Ending::kConverged);
  EXPECT_EQ(pursuit.code.atoms.size(), 3u);
  const Eigen::VectorXd nearest = common::SolveByQr(problem.atoms, problem.x);
  EXPECT_NEAR(pursuit.code.residual, (problem.x - problem.atoms * nearest).norm(), kExact);
  // An x that is orthogonal to all atoms from the start.
  problem.atoms.bottomRows(3).setZero();
  problem.x.head(3).setZero();
  const Pursuit none = OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x, {});
  EXPECT_EQ(none.ending, common::Ending::kConverged);
  EXPECT_TRUE(none.code.atoms.empty());
  EXPECT_EQ(none.code.residual, problem.x.norm());
}

TEST(OrthogonalMatchingPursuit, NeverTakesAnAtomThatDependsOnThoseTaken) {
  SparseProblem problem = RandomProblem(8, 10, 4);
  problem.atoms.col(5) = problem.atoms.col(2);
  problem.atoms.col(6) = -3 * problem.atoms.col(2);
  problem.atoms.col(7) = problem.atoms.col(0) + problem.atoms.col(1);
  problem.atoms.col(8).setZero();
  problem.atoms.col(9) = problem.atoms.col(3) + 1e-9 * problem.atoms.col(4);
  const Pursuit pursuit = OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x,
                                                    {.stop = {.iterations = 10}, .tolerance = 0});
  EXPECT_EQ(pursuit.code.atoms.size(), 5u);
  EXPECT_EQ(pursuit.ending, common::Ending::kConverged);
  const Eigen::VectorXd nearest = common::SolveByQr(problem.atoms.leftCols(5), problem.x);
  EXPECT_NEAR(pursuit.code.residual, (problem.x - problem.atoms.leftCols(5) * nearest).norm(), 1e-7);
}

TEST(OrthogonalMatchingPursuit, TakesTheFirstOfAtomsThatTie) {
  SparseProblem problem = {Eigen::MatrixXd::Identity(4, 4), Eigen::VectorXd(4)};
  problem.x << 1, 2, -2, 1;
  const Pursuit pursuit = OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x, {.tolerance = 0});
  EXPECT_EQ(pursuit.code.atoms, (Ints{1, 2, 0, 3}));
  EXPECT_EQ(pursuit.code.coefficients, (std::vector<double>{2, -2, 1, 1}));
  EXPECT_EQ(pursuit.ending, common::Ending::kGapReached);
}

// Equal atoms at any two positions, whatever the order in which their inner products are summed there.
TEST(OrthogonalMatchingPursuit, TakesTheFirstOfEqualAtoms) {
  constexpr int kAtoms = 9;
  for (const int dimension : {5, 6, 7, 8, 50}) {
    for (int first = 0; first < kAtoms; ++first) {
      for (int second = first + 1; second < kAtoms; ++second) {
        SCOPED_TRACE(std::to_string(dimension) + ": " + std::to_string(first) + " " + std::to_string(second));
        SparseProblem problem = RandomProblem(dimension, kAtoms, static_cast<uint64_t>(dimension));
        const int other = first == 0 ? (second == 1 ? 2 : 1) : 0;
        problem.x = problem.atoms.col(first) + 0.001 * problem.x;
        problem.atoms.col(second) = problem.atoms.col(first);
        const Pursuit at_once = OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x, {});
        EXPECT_EQ(at_once.code.atoms.front(), first);
        // Also if one of them is chosen second, after a larger atom.
        problem.x += 2 * problem.atoms.col(other);
        const Pursuit later = OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x,
                                                        {.stop = {.iterations = kAtoms}, .tolerance = 0});
        EXPECT_EQ(std::count(later.code.atoms.begin(), later.code.atoms.end(), second), 0);
      }
    }
  }
}

// Atoms that differ by 2e-5 are nearly dependent: the squared residual, tracked as a difference, has only six
// digits left. Tests tolerances slightly below and above the residuals of all rounds.
TEST(OrthogonalMatchingPursuit, NeverEndsAboveItsTolerance) {
  constexpr int kDimension = 24, kAtoms = 16;
  int within = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    SparseProblem problem = RandomProblem(kDimension, kAtoms, seed);
    common::RandomStream stream(seed, "drift");
    for (Eigen::Index j = 1; j < kAtoms; ++j) {
      problem.atoms.col(j) = problem.atoms.col(j - 1);
      for (double& entry : problem.atoms.col(j)) entry += 2e-5 / std::sqrt(kDimension) * stream.Normal();
      problem.atoms.col(j).normalize();
    }
    const Dictionary dictionary(problem.atoms);
    const double length = problem.x.norm();
    for (int rounds = 1; rounds <= kAtoms; ++rounds) {
      const Pursuit found = OrthogonalMatchingPursuit(
          dictionary, problem.x, {.stop = {.iterations = static_cast<double>(rounds)}, .tolerance = 0});
      for (const double change : {-3e-6, -1e-6, -1e-7, 1e-7, 1e-6, 3e-6}) {
        const double tolerance = found.code.residual / length * (1 + change);
        const Pursuit near = OrthogonalMatchingPursuit(
            dictionary, problem.x, {.stop = {.iterations = kAtoms}, .tolerance = tolerance});
        if (change > 0) {
          EXPECT_EQ(near.ending, common::Ending::kGapReached);
          EXPECT_LE(near.code.atoms.size(), found.code.atoms.size());
        }
        if (near.ending != common::Ending::kGapReached) continue;
        ++within;
        EXPECT_LE(near.code.residual, tolerance * length * (1 + 1e-15));  // the length may be rounded anew
      }
    }
  }
  EXPECT_GT(within, 1000);
}

// Recovers sparse signals from random measurements (Tropp, Gilbert 2007): 8 of 128 from 80, for which their
// Figure 1 shows a probability near 1.
TEST(OrthogonalMatchingPursuit, RecoversSparseSignals) {
  int recovered = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SparseProblem problem = RandomProblem(80, 128, seed);
    common::RandomStream stream(seed, "signal");
    Eigen::VectorXd signal = Eigen::VectorXd::Zero(128);
    for (const int atom : stream.SampleWithoutReplacement(128, 8)) signal[atom] = stream.Normal();
    problem.x = problem.atoms * signal;
    const Pursuit pursuit =
        OrthogonalMatchingPursuit(Dictionary(problem.atoms), problem.x, {.tolerance = 1e-9});
    recovered += (DenseCode(pursuit.code, 128) - signal).norm() < 1e-7 ? 1 : 0;
  }
  EXPECT_GE(recovered, 45);
}

TEST(OrthogonalMatchingPursuit, IsEmptyWhereNothingIsAskedFor) {
  const SparseProblem problem = SixAtoms();
  const Dictionary dictionary(problem.atoms);
  const Pursuit of_nothing = OrthogonalMatchingPursuit(dictionary, Eigen::VectorXd::Zero(4), {});
  EXPECT_TRUE(of_nothing.code.atoms.empty());
  EXPECT_EQ(of_nothing.ending, common::Ending::kGapReached);
  const Pursuit no_atoms = OrthogonalMatchingPursuit(dictionary, problem.x, {.stop = {.iterations = 0}});
  EXPECT_TRUE(no_atoms.code.atoms.empty());
  EXPECT_EQ(no_atoms.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(OrthogonalMatchingPursuit(dictionary, problem.x, {.tolerance = 1}).ending,
            common::Ending::kGapReached);
}

TEST(OrthogonalMatchingPursuits, HaveTheSameBitsForAnyNumberOfThreads) {
  const SparseProblem problem = RandomProblem(30, 80, 5);
  const Dictionary dictionary(problem.atoms);
  const Eigen::MatrixXd queries = RandomProblem(30, 25, 6).atoms;
  for (const int threads : {1, 3}) {
    common::ThreadPool pool(threads);
    const std::vector<Pursuit> pursuits = OrthogonalMatchingPursuits(dictionary, queries, {}, pool);
    ASSERT_EQ(pursuits.size(), 25u);
    for (int q = 0; q < 25; ++q) {
      const Eigen::VectorXd query = queries.col(q);
      const Pursuit one = OrthogonalMatchingPursuit(dictionary, query, {});
      EXPECT_EQ(pursuits[q].code.atoms, one.code.atoms);
      EXPECT_EQ(pursuits[q].code.coefficients, one.code.coefficients);
      EXPECT_EQ(pursuits[q].code.residual, one.code.residual);
    }
  }
}

TEST(OrthogonalMatchingPursuit, HeedsTimeAndFlag) {
  const SparseProblem problem = SixAtoms();
  const Dictionary dictionary(problem.atoms);
  const std::atomic<bool> interrupted = true;
  const Pursuit stopped = OrthogonalMatchingPursuit(dictionary, problem.x,
                                                    {.stop = {.interrupted = &interrupted}, .tolerance = 0});
  EXPECT_EQ(stopped.ending, common::Ending::kInterrupted);
  EXPECT_EQ(stopped.code.atoms.size(), 1u) << "the flag is read after each atom";
  EXPECT_EQ(OrthogonalMatchingPursuit(dictionary, problem.x, {.stop = {.seconds = 0}, .tolerance = 0}).ending,
            common::Ending::kTimeLimit);
}

TEST(OrthogonalMatchingPursuits, NameWhatTheyRefuse) {
  const Dictionary dictionary(SixAtoms().atoms);
  common::ThreadPool pool(2);
  const auto message = [&](const Eigen::MatrixXd& queries, const PursuitOptions& options) {
    return MessageOf(ErrorKind::kUsage,
                     [&] { OrthogonalMatchingPursuits(dictionary, queries, options, pool); });
  };
  Eigen::MatrixXd queries = Eigen::MatrixXd::Ones(4, 30);
  queries(2, 17) = NAN;
  EXPECT_EQ(message(queries, {}),
            "OrthogonalMatchingPursuits::queries, column 17: expected finite numbers, found one that is not");
  EXPECT_EQ(message(Eigen::MatrixXd(3, 0), {}),
            "OrthogonalMatchingPursuits::queries: expected 4 rows, as an atom has, found 3");
  EXPECT_EQ(message(Eigen::MatrixXd(4, 0), {.stop = {.iterations = -1}}),
            "iteration limit: expected 0 or more, found -1");
  EXPECT_EQ(message(Eigen::MatrixXd(4, 0), {}), "no error");
}

TEST(OrthogonalMatchingPursuit, RefusesOtherOptionsAndQueries) {
  const Dictionary dictionary(SixAtoms().atoms);
  const Eigen::VectorXd x = SixAtoms().x;
  const auto message = [&](const Eigen::VectorXd& query, const PursuitOptions& options) {
    return MessageOf(ErrorKind::kUsage, [&] { OrthogonalMatchingPursuit(dictionary, query, options); });
  };
  EXPECT_EQ(message(x, {.stop = {.iterations = -1}}), "iteration limit: expected 0 or more, found -1");
  EXPECT_EQ(message(x, {.tolerance = -1}),
            "PursuitOptions::tolerance: expected a finite number, 0 or more, found -1");
  EXPECT_EQ(message(x, {.tolerance = NAN}),
            "PursuitOptions::tolerance: expected a finite number, 0 or more, found nan");
  EXPECT_EQ(message(x.head(3), {}),
            "OrthogonalMatchingPursuit::x: expected 4 numbers, as an atom has, found 3");
  EXPECT_EQ(message(x * NAN, {}),
            "OrthogonalMatchingPursuit::x: expected finite numbers, found one that is not");
  EXPECT_EQ(message(x * 1e200, {}).substr(0, 77),
            "OrthogonalMatchingPursuit::x: expected a length of 0 or 1e-100 to 1e100, foun");
  EXPECT_EQ(message(x * 1e-200, {}).substr(0, 77),
            "OrthogonalMatchingPursuit::x: expected a length of 0 or 1e-100 to 1e100, foun");
}

}  // namespace
}  // namespace structlab::kernels
