#include "kernels/sparse/dictionary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "common/testing/message_of.h"
#include "kernels/sparse/testing/sparse_problems.h"

namespace structlab::kernels {
namespace {

using common::ErrorKind;
using common::MessageOf;

TEST(ShareOfLargest, IsOfTheL1Norm) {
  const SparseCode code = {.atoms = {4, 1, 7, 2}, .coefficients = {1, -5, 0, 2}};
  EXPECT_EQ(ShareOfLargest(code, 1), 5.0 / 8);
  EXPECT_EQ(ShareOfLargest(code, 2), 7.0 / 8);
  EXPECT_EQ(ShareOfLargest(code, 9), 1);
  EXPECT_EQ(ShareOfLargest({}, 2), 0);
}

TEST(Dictionary, KnowsAllInnerProducts) {
  const Eigen::MatrixXd atoms = RandomProblem(9, 14, 1).atoms * 3;
  const Dictionary dictionary(atoms);
  EXPECT_EQ(dictionary.dimension(), 9);
  EXPECT_EQ(dictionary.size(), 14);
  EXPECT_EQ(dictionary.atoms(), atoms);
  EXPECT_LT((dictionary.gram() - atoms.transpose() * atoms).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_EQ(dictionary.gram(), dictionary.gram().transpose());
  EXPECT_NEAR(dictionary.max_atom_length(), 3, 1e-14);
}

TEST(Dictionary, KnowsTheCoherenceOfSixAtoms) {
  Eigen::MatrixXd gram = Dictionary(SixAtoms().atoms).gram();
  gram.diagonal().setZero();
  EXPECT_NEAR(gram.cwiseAbs().maxCoeff(), 0.5773502691896, 1e-13);
}

TEST(Dictionary, RefusesWhatItCannotMultiply) {
  const auto message = [](const Eigen::MatrixXd& atoms) {
    return MessageOf(ErrorKind::kUsage, [&] { Dictionary dictionary(atoms); });
  };
  EXPECT_EQ(message(Eigen::MatrixXd(0, 3)),
            "Dictionary::atoms: expected at least one row and 1 to 32768 columns, found 0 x 3");
  EXPECT_EQ(message(Eigen::MatrixXd(3, 0)),
            "Dictionary::atoms: expected at least one row and 1 to 32768 columns, found 3 x 0");
  EXPECT_EQ(message(Eigen::MatrixXd::Zero(1, 32769)),
            "Dictionary::atoms: expected at least one row and 1 to 32768 columns, found 1 x 32769");
  Eigen::MatrixXd atoms = Eigen::MatrixXd::Ones(2, 3);
  atoms(1, 2) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message(atoms), "Dictionary::atoms, column 2: expected finite numbers, found one that is not");
  atoms(1, 2) = NAN;
  EXPECT_EQ(message(atoms), "Dictionary::atoms, column 2: expected finite numbers, found one that is not");
  atoms(1, 2) = 1e101;
  EXPECT_EQ(message(atoms),
            "Dictionary::atoms, column 2: expected a length of 0 or 1e-100 to 1e100, found 1e+101");
  atoms.col(2) << 0, 1e-101;
  EXPECT_EQ(message(atoms),
            "Dictionary::atoms, column 2: expected a length of 0 or 1e-100 to 1e100, found 1e-101");
  atoms(1, 2) = 0;
  EXPECT_EQ(message(atoms), "no error");
}

TEST(DenseCode, PutsCoefficientsInTheirPlaces) {
  Eigen::VectorXd expected(4);
  expected << 0, -2, 0, 5;
  EXPECT_EQ(DenseCode({{3, 1}, {5, -2}, 0}, 4), expected);
  EXPECT_EQ(DenseCode({}, 0).size(), 0);
}

TEST(DenseCode, RefusesAtomsThatAreNotThere) {
  const auto message = [](const SparseCode& code) {
    return MessageOf(ErrorKind::kUsage, [&] { DenseCode(code, 4); });
  };
  EXPECT_EQ(message({{4}, {1}, 0}), "DenseCode: expected atoms from 0, below 4, found 4");
  EXPECT_EQ(message({{-1}, {1}, 0}), "DenseCode: expected atoms from 0, below 4, found -1");
  EXPECT_EQ(message({{1, 2}, {1}, 0}), "DenseCode: expected a coefficient for each of the 2 atoms, found 1");
}

TEST(Remainder, IsWhatTheCodeLeaves) {
  const SparseProblem problem = SixAtoms();
  const Dictionary dictionary(problem.atoms);
  const Eigen::VectorXd left = Remainder(dictionary, problem.x, {{0, 5}, {0.5, -1}, 0});
  EXPECT_EQ(left, problem.x - 0.5 * problem.atoms.col(0) + problem.atoms.col(5));
}

}  // namespace
}  // namespace structlab::kernels
