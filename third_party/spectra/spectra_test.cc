#include <Spectra/MatOp/DenseSymMatProd.h>
#include <Spectra/SymEigsSolver.h>
#include <gtest/gtest.h>

#include <Eigen/Core>

TEST(Spectra, FindsTheLargestEigenvalues) {
  const Eigen::VectorXd diagonal = Eigen::VectorXd::LinSpaced(50, 1, 50);
  const Eigen::MatrixXd matrix = diagonal.asDiagonal();
  Spectra::DenseSymMatProd<double> product(matrix);
  Spectra::SymEigsSolver<Spectra::DenseSymMatProd<double>> solver(product, 2, 10);
  solver.init();
  ASSERT_EQ(solver.compute(Spectra::SortRule::LargestAlge), 2);
  EXPECT_NEAR(solver.eigenvalues()[0], 50, 1e-9);
  EXPECT_NEAR(solver.eigenvalues()[1], 49, 1e-9);
}
