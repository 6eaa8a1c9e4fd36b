// Kernel statistics are compared with worked examples of ten digits, with explicit features, and with their
// definitions.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "common/linear_algebra/decompositions.h"
#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "common/testing/message_of.h"
#include "kernels/functions/gram.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/gram_checks.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/kernel_correlation.h"
#include "kernels/statistics/kernel_pca.h"
#include "kernels/statistics/kernel_ridge.h"
#include "kernels/statistics/retrieval.h"
#include "kernels/statistics/spectral_clustering.h"
#include "kernels/statistics/stoppable_product.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The example: x = 0..4, y = 0 1 4 2 -1, gamma 0.5 for both.
const VectorXd kX = (VectorXd(5) << 0, 1, 2, 3, 4).finished();
const VectorXd kY = (VectorXd(5) << 0, 1, 4, 2, -1).finished();

MatrixXd GramOf(const MatrixXd& points, double gamma = 0.5) {
  common::ThreadPool pool(1);
  const DenseRows<double> rows = points;
  return GramMatrix<double>(*GaussianKernel<double>(gamma), rows, pool);
}

MatrixXd CrossOf(const MatrixXd& points, const MatrixXd& training, double gamma = 0.5) {
  common::ThreadPool pool(1);
  const DenseRows<double> a = points, b = training;
  return CrossGram<double>(*GaussianKernel<double>(gamma), a, b, pool);
}

MatrixXd RandomMatrix(int rows, int columns, common::RandomStream& random) {
  MatrixXd matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = random.Normal();
  return matrix;
}

constexpr double kDigits = 6e-11;  // ten of them

TEST(GramChecks, NegativeEigenvaluesAreNamed) {
  Eigen::MatrixXd similarities(3, 3);
  similarities << 1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1;  // eigenvalues 1.9, 1.9, -0.8
  EXPECT_EQ(
      common::MessageOf([&] { CheckPositiveSemidefinite(similarities, "similarities"); }),
      "similarities: expected a positive semidefinite matrix, found the eigenvalue -0.8; set eigenvalues "
      "below 0 to 0, or take another kernel");
  common::RandomStream random(1, "semidefinite");
  Eigen::MatrixXd factor(60, 3);
  for (double& value : factor.reshaped()) value = random.Normal();
  CheckPositiveSemidefinite(factor * factor.transpose(), "rank 3");
  CheckPositiveSemidefinite(Eigen::MatrixXd::Zero(4, 4), "zeros");
}

TEST(KernelRidge, WorkedExample) {
  const double lambda = 0.1;
  const RidgeFit fit = FitKernelRidge(GramOf(kX), kY, std::span(&lambda, 1));
  const VectorXd expected =
      (VectorXd(5) << 0.5031505472, -1.9483827253, 4.6096127745, 0.4516352655, -1.7057255429).finished();
  EXPECT_LE((fit.coefficients - expected).cwiseAbs().maxCoeff(), kDigits);
  const VectorXd at = VectorXd::Constant(1, 2.5);
  EXPECT_NEAR((CrossOf(at, kX) * fit.coefficients)(0), 3.3023273454, kDigits);
  EXPECT_NEAR(RidgeObjective(GramOf(kX), kY, fit.coefficients.col(0), lambda), 1.9099064446, kDigits);
}

TEST(KernelRidge, LeaveOneOutErrorIsThatOfLeavingOut) {
  common::RandomStream random(1, "leave one out");
  const MatrixXd points = RandomMatrix(9, 2, random), targets = RandomMatrix(9, 3, random);
  const std::vector<double> lambdas = {1e-3, 0.03, 0.5, 10};
  const MatrixXd gram = GramOf(points);
  const RidgeFit fit = FitKernelRidge(gram, targets, lambdas);
  double least = 1e300;
  for (size_t l = 0; l < lambdas.size(); ++l) {
    double sum = 0;
    for (int out = 0; out < 9; ++out) {
      std::vector<int> in;
      for (int i = 0; i < 9; ++i) {
        if (i != out) in.push_back(i);
      }
      const RidgeFit rest = FitKernelRidge(gram(in, in), targets(in, Eigen::all), std::span(&lambdas[l], 1));
      sum += (targets.row(out) - gram(out, in) * rest.coefficients).squaredNorm();
    }
    EXPECT_NEAR(fit.leave_one_out[l], sum / 27, 1e-10 * sum);
    if (sum < least) {
      least = sum;
      const RidgeFit alone = FitKernelRidge(gram, targets, std::span(&lambdas[l], 1));
      EXPECT_TRUE(fit.lambda != lambdas[l] || (alone.coefficients - fit.coefficients).norm() < 1e-9);
    }
  }
  const auto best = std::min_element(fit.leave_one_out.begin(), fit.leave_one_out.end());
  EXPECT_EQ(fit.lambda, lambdas[best - fit.leave_one_out.begin()]);
}

TEST(KernelRidge, MistakesAreTold) {
  MatrixXd indefinite(2, 2);
  indefinite << 1, 3, 3, 1;
  const VectorXd targets = VectorXd::Ones(2);
  const double lambda = 0.5, none = 0;
  EXPECT_EQ(
      MessageOf([&] { FitKernelRidge(indefinite, targets, std::span(&lambda, 1)); }),
      "ridge regression: expected a positive definite matrix K + lambda I, found the eigenvalue -1.5; use "
      "a kernel that is positive semidefinite, or a larger lambda");
  EXPECT_EQ(MessageOf([&] { FitKernelRidge(indefinite, targets, std::span(&none, 1)); }),
            "ridge regression: expected lambdas above 0, found 0");
  EXPECT_EQ(MessageOf([&] { FitKernelRidge(indefinite, kX, std::span(&lambda, 1)); }),
            "ridge regression: expected a finite target for each of the 2 rows, found 5");
}

TEST(KernelPca, WorkedExample) {
  const KernelPca pca(GramOf(kX), {.components = 5});
  ASSERT_EQ(pca.components(), 4);  // the fifth eigenvalue is 0
  const VectorXd values = (VectorXd(4) << 1.5314001358, 0.8909395816, 0.3329291184, 0.1028583866).finished();
  EXPECT_LE((pca.eigenvalues() - values).cwiseAbs().maxCoeff(), kDigits);
  const VectorXd first =
      (VectorXd(5) << 0.6526680274, 0.5828589142, 0, -0.5828589142, -0.6526680274).finished();
  const VectorXd found = pca.Project(GramOf(kX)).col(0);
  const double sign = found[0] > 0 ? 1 : -1;
  EXPECT_LE((sign * found - first).cwiseAbs().maxCoeff(), kDigits);
  const VectorXd at = VectorXd::Constant(1, 2.5);
  EXPECT_NEAR(sign * pca.Project(CrossOf(at, kX))(0, 0), -0.3319567784, kDigits);
}

TEST(KernelPca, OfALinearKernelIsPca) {
  common::RandomStream random(2, "pca");
  common::ThreadPool pool(1);
  const MatrixXd points = RandomMatrix(30, 4, random);
  const DenseRows<double> rows = points;
  const MatrixXd gram = GramMatrix<double>(*LinearKernel<double>(), rows, pool);
  const KernelPca pca(gram, {.components = 10});
  ASSERT_EQ(pca.components(), 4);
  const MatrixXd centered = points.rowwise() - points.colwise().mean();
  const common::JacobiSingularVectors svd = common::DecomposeByJacobi(centered);
  EXPECT_LE((pca.eigenvalues() - svd.values.cwiseAbs2()).norm(), 1e-10);
  const MatrixXd projected = pca.Project(gram), expected = centered * svd.right;
  for (int c = 0; c < 4; ++c) {
    const double same = (projected.col(c) - expected.col(c)).norm();
    EXPECT_LE(std::min(same, (projected.col(c) + expected.col(c)).norm()), 1e-10);
  }
  // All components together give back the point itself.
  const MatrixXd expansion = pca.Expansion(projected);
  EXPECT_LE((expansion * points - points).norm(), 1e-10);
}

TEST(KernelPca, PreImagesOfTrainingPointsAreThemselves) {
  common::RandomStream random(3, "pre-images");
  const MatrixXd points = RandomMatrix(20, 3, random);
  const double gamma = 2;
  const MatrixXd gram = GramOf(points, gamma);
  const KernelPca pca(gram, {.components = 19, .rank_tolerance = 1e-14});
  const MatrixXd expansion = pca.Expansion(pca.Project(gram));
  const DenseRows<double> rows = points;
  const MatrixXd found = GaussianPreImages(rows, gamma, expansion, points);
  EXPECT_LE((found - points).norm(), 1e-6);
  // Started near these points, it converges to a fixed point: the gradient of the distance in the feature
  // space is 0.
  const MatrixXd few =
      KernelPca(gram, {.components = 4}).Expansion(KernelPca(gram, {.components = 4}).Project(gram));
  const MatrixXd fixed =
      GaussianPreImages(rows, gamma, few, points, {.max_iterations = 10'000, .tolerance = 1e-13});
  for (int i = 0; i < 20; ++i) {
    const VectorXd distances = (points.rowwise() - fixed.row(i)).rowwise().squaredNorm();
    const VectorXd weights = few.row(i).transpose().array() * (-gamma * distances.array()).exp();
    if (weights.sum() > 1e-3) {
      EXPECT_LE((weights.transpose() * points - weights.sum() * fixed.row(i)).norm(), 1e-9);
    }
  }
}

TEST(SpectralClustering, WorkedExample) {
  const SpectralClustering zero =
      ClusterSpectrally(GramOf(kX), {.clusters = 5, .form = SpectralForm::kShiMalik});
  const VectorXd values =
      (VectorXd(5) << 0, 0.4595480774, 1.1808029624, 1.6404446667, 1.7192042935).finished();
  EXPECT_LE((zero.eigenvalues - values).cwiseAbs().maxCoeff(), kDigits);
  EXPECT_NEAR(std::abs(zero.embedding(0, 1)), 0.5997660129, kDigits);
  EXPECT_NEAR(std::abs(zero.embedding(1, 1)), 0.4104364765, kDigits);
  const SpectralClustering one = ClusterSpectrally(GramOf(kX), {.clusters = 5, .keeps_diagonal = true});
  const VectorXd with_diagonal =
      (VectorXd(5) << 0, 0.2217375575, 0.5880570181, 0.8416439838, 0.9576069645).finished();
  EXPECT_LE((one.eigenvalues - with_diagonal).cwiseAbs().maxCoeff(), kDigits);
}

TEST(SpectralClustering, SeparatesRingsAndPutsIsolatedPointsSomewhere) {
  MatrixXd points(81, 2);
  for (int i = 0; i < 80; ++i) {
    const double angle = 2 * M_PI * (i / 2) / 40, radius = i % 2 == 0 ? 1 : 4;
    points.row(i) << radius * std::cos(angle), radius * std::sin(angle);
  }
  points.row(80) << 1e6, 0;
  for (const SpectralForm form : {SpectralForm::kNgJordanWeiss, SpectralForm::kShiMalik}) {
    const MatrixXd similarities = GramOf(points.topRows(80), 8);
    const SpectralClustering found = ClusterSpectrally(similarities, {.clusters = 2, .form = form});
    for (size_t i = 2; i < 80; ++i) EXPECT_EQ(found.clusters[i], found.clusters[i % 2]);
    EXPECT_NE(found.clusters[0], found.clusters[1]);
    EXPECT_LE(found.normalized_cut, 1e-6);
    const SpectralClustering isolated = ClusterSpectrally(GramOf(points, 8), {.clusters = 3, .form = form});
    EXPECT_EQ(isolated.clusters.size(), 81u);
    EXPECT_TRUE(isolated.embedding.allFinite());
  }
}

// The linear kernel of rows without negative entries has explicit features: x / d(x), with weight d(x).
TEST(SpectralClustering, NewRowsJoinTheNearestCentroidOfExplicitFeatures) {
  common::RandomStream random(8, "assignment");
  const MatrixXd rows = RandomMatrix(30, 3, random).cwiseAbs(),
                 others = RandomMatrix(200, 3, random).cwiseAbs();
  const SpectralClustering found = ClusterSpectrally(rows * rows.transpose(), {.clusters = 4});
  const VectorXd sum = rows.colwise().sum();
  const auto feature = [&](const Eigen::RowVectorXd& x) -> Eigen::RowVectorXd {
    return x / (x * sum).value();
  };
  MatrixXd centroids = MatrixXd::Zero(4, 3);
  VectorXd weights = VectorXd::Zero(4);
  for (int i = 0; i < 30; ++i) {
    const double weight = rows.row(i) * sum;
    centroids.row(found.clusters[static_cast<size_t>(i)]) += weight * feature(rows.row(i));
    weights[found.clusters[static_cast<size_t>(i)]] += weight;
  }
  centroids.array().colwise() /= weights.array();
  const std::vector<int> joined = found.assignment.ClustersOf(others * rows.transpose());
  std::vector<int> counts(4);
  for (int i = 0; i < 200; ++i) {
    Eigen::Index nearest = 0;
    (centroids.rowwise() - feature(others.row(i))).rowwise().squaredNorm().minCoeff(&nearest);
    EXPECT_EQ(joined[static_cast<size_t>(i)], nearest) << i;
    ++counts[static_cast<size_t>(nearest)];
  }
  EXPECT_EQ(std::ranges::count(counts, 0), 0);  // all clusters occur
  EXPECT_EQ(MessageOf([&] { found.assignment.ClustersOf(others); }),
            "spectral clustering of new rows: expected similarities to 30 training rows, found 3");
}

// Groups of equal and of different sizes. Of wide kernels, the eigenvalue of what separates the groups is
// below 0.
TEST(SpectralClustering, NewRowsStayOnTheirSideForAnyWidth) {
  common::RandomStream random(9, "sides");
  for (const int every : {2, 4}) {
    const auto side = [=](int i) { return i % every == 0 ? 1 : -1; };
    MatrixXd points = 0.3 * RandomMatrix(40, 1, random), others = 0.3 * RandomMatrix(40, 1, random);
    for (int i = 0; i < 40; ++i) {
      points(i, 0) += side(i);
      others(i, 0) += side(i);
    }
    for (const double gamma : {0.001, 0.0125, 0.05, 0.5}) {
      for (const SpectralForm form : {SpectralForm::kNgJordanWeiss, SpectralForm::kShiMalik}) {
        const SpectralClustering found =
            ClusterSpectrally(GramOf(points, gamma), {.clusters = 2, .form = form});
        if (every == 2) {
          EXPECT_EQ(found.assignment.ClustersOf(GramOf(points, gamma)), found.clusters) << gamma;
        }
        const std::vector<int> joined = found.assignment.ClustersOf(CrossOf(others, points, gamma));
        for (int i = 0; i < 40; ++i) {
          EXPECT_EQ(joined[static_cast<size_t>(i)], found.clusters[side(i) == 1 ? 0 : 1])
              << gamma << " " << every << " " << i;
        }
      }
    }
  }
}

TEST(SpectralClustering, NewRowsWithoutFiniteSimilaritiesAreRefused) {
  const SpectralClustering found = ClusterSpectrally(GramOf(kX), {.clusters = 2});
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(
        MessageOf([&] { found.assignment.ClustersOf(MatrixXd::Constant(1, 5, bad)); }),
        "spectral clustering of new rows: expected similarities with a finite sum, found one that is not "
        "finite, or sums that overflow");
  }
}

// Rings drawn at other angles; the diagonal is left out, as by default. A row far from all is somewhere.
TEST(SpectralClustering, NewRowsJoinTheirRing) {
  const auto ring = [](double turn, int i) {
    const double angle = 2 * M_PI * (i / 2 + turn) / 40, radius = i % 2 == 0 ? 1 : 4;
    return Eigen::RowVector2d(radius * std::cos(angle), radius * std::sin(angle));
  };
  MatrixXd points(80, 2), others(81, 2);
  for (int i = 0; i < 80; ++i) {
    points.row(i) = ring(0, i);
    others.row(i) = ring(0.4, i);
  }
  others.row(80) << 1e6, 0;
  for (const SpectralForm form : {SpectralForm::kNgJordanWeiss, SpectralForm::kShiMalik}) {
    const SpectralClustering found = ClusterSpectrally(GramOf(points, 8), {.clusters = 2, .form = form});
    const std::vector<int> joined = found.assignment.ClustersOf(CrossOf(others, points, 8));
    ASSERT_EQ(joined.size(), 81u);
    for (size_t i = 0; i < 80; ++i) EXPECT_EQ(joined[i], found.clusters[i % 2]);
  }
}

// Points so far apart that the graph has several components, which gives multiple eigenvalues; both solvers
// are tested.
TEST(SpectralClustering, PartsThatAreFullyApart) {
  for (const int each : {40, 150}) {
    for (const int parts : {3, 6}) {
      common::RandomStream random(5, "parts", static_cast<uint64_t>(parts));
      MatrixXd points = RandomMatrix(each * parts, 2, random);
      for (int i = 0; i < each * parts; ++i) points.row(i).array() += 100 * (i % parts);
      const MatrixXd similarities = GramOf(points, 0.5);
      for (const SpectralForm form : {SpectralForm::kNgJordanWeiss, SpectralForm::kShiMalik}) {
        const SpectralClustering found = ClusterSpectrally(similarities, {.clusters = parts, .form = form});
        EXPECT_NEAR(found.normalized_cut, 0, 1e-9) << each << " " << parts;
        for (size_t i = 0; i < found.clusters.size(); ++i) {
          EXPECT_EQ(found.clusters[i], found.clusters[i % static_cast<size_t>(parts)]);
        }
      }
    }
  }
}

TEST(SpectralClustering, NearestNeighborGraphByHand) {
  const MatrixXd gram = GramOf((VectorXd(4) << 0, 1, 3, 7).finished(), 0.01);
  MatrixXd chain(4, 4), two(4, 4);
  chain << 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0;
  EXPECT_EQ(NearestNeighborGraph(gram, 1), chain);
  two << 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0;
  EXPECT_EQ(NearestNeighborGraph(gram, 2), two);
  EXPECT_EQ(NearestNeighborGraph(gram, 9), MatrixXd(MatrixXd::Ones(4, 4) - MatrixXd::Identity(4, 4)));
  EXPECT_NE(MessageOf([&] { NearestNeighborGraph(gram, 0); }).find("at least 1 neighbour"),
            std::string::npos);
}

TEST(SpectralClustering, NormalizedCutIsItsDefinition) {
  MatrixXd similarities(4, 4);
  similarities << 0, 2, 1, 0, 2, 0, 0, 1, 1, 0, 0, 3, 0, 1, 3, 0;
  // cut 1 + 1; volumes 6 and 8.
  EXPECT_DOUBLE_EQ(NormalizedCut(similarities, {0, 0, 1, 1}), 2.0 / 6 + 2.0 / 8);
}

TEST(KernelCovariance, WorkedExample) {
  const KernelDirections found = KernelCovariance(GramOf(kX), GramOf(kY), 4);
  EXPECT_NEAR(found.values[0], 0.2170170056, kDigits);
  const MatrixXd x = Centered(GramOf(kX)), y = Centered(GramOf(kY));
  EXPECT_NEAR(found.x.col(0).dot(x * found.x.col(0)), 1, 1e-10);
  EXPECT_NEAR(found.y.col(0).dot(y * found.y.col(0)), 1, 1e-10);
  EXPECT_NEAR(found.x.col(0).dot(x * (y * found.y.col(0))) / 5, found.values[0], 1e-10);
}

TEST(KernelCca, WorkedExample) {
  const MatrixXd x = GramOf(kX), y = GramOf(kY);
  const auto values = [&](double eps, CcaPenalty penalty) {
    return KernelCca(x, y, {.eps_x = eps, .eps_y = eps, .penalty = penalty, .count = 4}).values;
  };
  const KernelDirections plain = KernelCca(x, y, {.eps_x = 0, .eps_y = 0, .count = 4});
  EXPECT_LE((plain.values - VectorXd::Ones(4)).norm(), 1e-9);
  EXPECT_TRUE(plain.is_degenerate);
  // One view of full rank is enough for degeneracy.
  const MatrixXd line = kY.col(0) * kY.col(0).transpose();
  const KernelDirections one = KernelCca(x, line, {.eps_x = 0, .eps_y = 0});
  EXPECT_NEAR(one.values[0], 1, 1e-9);
  EXPECT_TRUE(one.is_degenerate);
  EXPECT_FALSE(KernelCca(line, line, {.eps_x = 0, .eps_y = 0}).is_degenerate);
  const VectorXd printed = (VectorXd(4) << 0.9123066625, 0.8873442722, 0.7018235113, 0.6443965970).finished();
  EXPECT_LE((values(0.1, CcaPenalty::kPrinted) - printed).cwiseAbs().maxCoeff(), kDigits);
  const VectorXd scaled = (VectorXd(4) << 0.6783801489, 0.6204151908, 0.3571750195, 0.2788886571).finished();
  EXPECT_LE((values(0.1, CcaPenalty::kOperator) - scaled).cwiseAbs().maxCoeff(), kDigits);
  // rho eps tends to COCO.
  const double limits[] = {0.2165292745, 0.2170121170, 0.2170169567};
  const double epsilons[] = {1e2, 1e4, 1e6};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(values(epsilons[i], CcaPenalty::kOperator)[0] * epsilons[i], limits[i], 1e-9);
  }
}

// The generalised eigenproblem of the reduced bases, solved in another way: with features that span the
// spaces.
TEST(KernelCca, OfLinearKernelsIsRegularizedCca) {
  common::RandomStream random(4, "cca");
  common::ThreadPool pool(1);
  for (int time = 0; time < 10; ++time) {
    const MatrixXd a = RandomMatrix(20, 3, random),
                   b = a * RandomMatrix(3, 4, random) + RandomMatrix(20, 4, random);
    const DenseRows<double> rows_a = a, rows_b = b;
    const auto linear = LinearKernel<double>();
    const double eps_a = 0.3, eps_b = 0.05;
    const KernelDirections found =
        KernelCca(GramMatrix<double>(*linear, rows_a, pool), GramMatrix<double>(*linear, rows_b, pool),
                  {.eps_x = eps_a, .eps_y = eps_b, .count = 3});
    const MatrixXd ca = a.rowwise() - a.colwise().mean(), cb = b.rowwise() - b.colwise().mean();
    const MatrixXd caa = ca.transpose() * ca / 20 + eps_a * MatrixXd::Identity(3, 3);
    const MatrixXd cbb = cb.transpose() * cb / 20 + eps_b * MatrixXd::Identity(4, 4);
    const MatrixXd cab = ca.transpose() * cb / 20;
    const MatrixXd product = cab * common::SolveByLu(cbb, cab.transpose());
    const VectorXd squares = common::GeneralizedEigenvalues(product, caa);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found.values[i], std::sqrt(squares[2 - i]), 1e-9);
  }
}

TEST(Hsic, WorkedExample) {
  const MatrixXd x = GramOf(kX), y = GramOf(kY);
  EXPECT_NEAR(BiasedHsic(x, y), 0.0856197105, kDigits);
  EXPECT_NEAR(BiasedHsic(x, y) * 25 / 16, 0.1337807976, kDigits);
  EXPECT_NEAR(UnbiasedHsic(x, y), -0.0001145037, kDigits);
  EXPECT_NEAR(NormalizedHsic(x, y, 0.1), 1.0504675130, kDigits);
  EXPECT_NEAR(NormalizedHsic(x, y, 0.1 / 5), 2.5274865191, kDigits);       // eps in place of n eps
  EXPECT_NEAR(NormalizedHsic(x, y, 0.1 / 5) / 25, 0.1010994608, kDigits);  // as printed
  const VectorXd line = (VectorXd(5) << -2, -1, 0, 1, 2).finished();
  EXPECT_NEAR(BiasedHsic(GramOf(line), GramOf(line.cwiseAbs2())), 0.0682198364, kDigits);
}

TEST(Hsic, RingOfEquallySpacedPoints) {
  const auto ring = [](int n, double gamma) {
    VectorXd x(n), y(n);
    for (int i = 0; i < n; ++i) {
      x[i] = std::cos(2 * M_PI * i / n);
      y[i] = std::sin(2 * M_PI * i / n);
    }
    return std::pair(GramOf(x, gamma), GramOf(y, gamma));
  };
  for (const int n : {16, 64, 128}) {
    const auto [x, y] = ring(n, 0.5);
    EXPECT_NEAR(BiasedHsic(x, y), 0.0018962927, kDigits);
  }
  const auto [x, y] = ring(64, 8);
  EXPECT_NEAR(BiasedHsic(x, y), 0.0320986816, 1e-9);
  EXPECT_NEAR(UnbiasedHsic(x, y), 0.0245677860, kDigits);
}

// All 4-tuples of different rows, equation (1) of Gretton et al. 2008.
TEST(Hsic, UnbiasedIsTheMeanOverFourTuples) {
  common::RandomStream random(5, "tuples");
  const MatrixXd k = GramOf(RandomMatrix(7, 2, random)), l = GramOf(RandomMatrix(7, 1, random));
  double sum = 0;
  int count = 0;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j)
      for (int q = 0; q < 7; ++q)
        for (int r = 0; r < 7; ++r) {
          if (i == j || i == q || i == r || j == q || j == r || q == r) continue;
          sum += k(i, j) * (l(i, j) + l(q, r) - 2 * l(i, q));
          ++count;
        }
  EXPECT_NEAR(UnbiasedHsic(k, l), sum / count, 1e-14);
}

TEST(Hsic, IsTheNormOfTheCrossCovarianceOfFeatures) {
  common::RandomStream random(6, "features");
  common::ThreadPool pool(1);
  for (int time = 0; time < 10; ++time) {
    const MatrixXd a = RandomMatrix(12, 3, random), b = RandomMatrix(12, 2, random);
    const MatrixXd x = a * a.transpose(), y = b * b.transpose();
    const MatrixXd ca = a.rowwise() - a.colwise().mean(), cb = b.rowwise() - b.colwise().mean();
    const MatrixXd cross = ca.transpose() * cb / 12;
    EXPECT_NEAR(BiasedHsic(x, y), cross.squaredNorm(), 1e-13);
    EXPECT_NEAR(KernelCovariance(x, y).values[0], common::DecomposeByJacobi(cross).values[0], 1e-12);
    const double eps = 0.1;
    const auto root = [eps](const MatrixXd& c) -> MatrixXd {
      const MatrixXd covariance = c.transpose() * c / 12 + eps * MatrixXd::Identity(c.cols(), c.cols());
      return common::InverseSquareRoot(covariance);
    };
    const MatrixXd normalized = root(ca) * cross * root(cb);
    EXPECT_NEAR(NormalizedHsic(x, y, eps), normalized.squaredNorm(), 1e-12);
    const double largest = LargestNormalizedCorrelation(x, y, eps);
    EXPECT_NEAR(largest, common::DecomposeByJacobi(normalized).values[0], 1e-12);
    EXPECT_LT(largest, 1);
    const MatrixXd plain = Centered(x).cwiseProduct(Centered(y));
    EXPECT_NEAR(Alignment(x, y, true), plain.sum() / (Centered(x).norm() * Centered(y).norm()), 1e-13);
  }
}

TEST(Eigenpairs, BlockKrylovFindsTheLargest) {
  common::RandomStream random(7, "krylov");
  const MatrixXd gram = GramOf(RandomMatrix(600, 3, random), 0.2);
  const Eigenpairs few = LargestEigenpairs(gram, 12), all = AllEigenpairs(gram);
  EXPECT_LE((few.values - all.values.head(12)).cwiseAbs().maxCoeff(), 1e-8 * all.values[0]);
  EXPECT_LE((gram * few.vectors - few.vectors * few.values.asDiagonal()).norm(), 1e-7 * all.values[0]);
  EXPECT_LE((few.vectors - all.vectors.leftCols(12)).norm(), 1e-5);
}

// Ranks below the number of components asked for, and rank 0.
TEST(Eigenpairs, LowRank) {
  common::RandomStream random(8, "low rank");
  for (const int rank : {0, 1, 2, 11}) {
    const MatrixXd rows = RandomMatrix(640, rank, random);
    const MatrixXd gram = rows * rows.transpose();
    const Eigenpairs few = LargestEigenpairs(gram, 10), inner = AllEigenpairs(rows.transpose() * rows);
    for (Eigen::Index i = 0; i < 10; ++i) {
      EXPECT_NEAR(few.values[i], i < rank ? inner.values[i] : 0, 1e-9 * (rank > 0 ? inner.values[0] : 1))
          << rank;
    }
    EXPECT_LE((few.vectors.transpose() * few.vectors - MatrixXd::Identity(10, 10)).norm(), 1e-10) << rank;
  }
}

// Eigenvalues of a multiplicity above the block size.
TEST(Eigenpairs, EqualEigenvalues) {
  common::RandomStream random(9, "equal");
  for (const Eigen::Index equal : {3, 9, 40}) {
    const MatrixXd basis = common::OrthonormalFactor(RandomMatrix(600, 600, random));
    VectorXd values = VectorXd::LinSpaced(600, 0.9, -1.5);
    values.head(equal).setConstant(1);
    const MatrixXd matrix = basis * values.asDiagonal() * basis.transpose();
    const Eigen::Index count = std::min<Eigen::Index>(equal + 2, 12);
    const Eigenpairs few = LargestEigenpairs(matrix, count);
    EXPECT_LE((few.values - values.head(count)).cwiseAbs().maxCoeff(), 1e-9) << equal;
    EXPECT_LE((matrix * few.vectors - few.vectors * few.values.asDiagonal()).norm(), 1e-8) << equal;
  }
}

// Regression test: the QR method did not converge if products of entries underflow.
// Blocks of a product have the bits of the whole: results were recorded with these.
TEST(StoppableProduct, HasTheBitsOfTheProduct) {
  common::RandomStream random(4, "products");
  for (const auto& [rows, depth, columns] : std::vector<std::array<int, 3>>{
           {5, 3, 100}, {64, 300, 97}, {301, 299, 303}, {130, 700, 33}, {257, 1100, 513}}) {
    Eigen::MatrixXd a(rows, depth), b(depth, columns);
    for (double& entry : a.reshaped()) entry = random.Normal();
    for (double& entry : b.reshaped()) entry = random.Normal();
    const Eigen::MatrixXd whole = a * b, transposed = b.transpose();
    const Eigen::MatrixXd of_transposed = a * transposed.transpose();
    EXPECT_EQ(StoppableProduct(a, b, 1), whole) << rows << " " << depth << " " << columns;
    EXPECT_EQ(StoppableProduct(a, transposed.transpose(), 1), of_transposed) << rows << " " << depth;
  }
  const std::atomic<bool> is_stopped = true;
  const common::StopScope scope(&is_stopped);
  const Eigen::MatrixXd square = Eigen::MatrixXd::Ones(64, 64);
  EXPECT_THROW(StoppableProduct(square, square, 1), common::Stopped);
}

TEST(Eigenpairs, TinyEntries) {
  MatrixXd matrix = MatrixXd::Zero(480, 480);
  for (Eigen::Index i = 0; i < 480; ++i) {
    for (Eigen::Index j = 0; j < 480; ++j) {
      matrix(i, j) = i / 80 == j / 80 ? std::exp(-0.001 * std::abs(static_cast<double>(i - j))) : 5.6e-309;
    }
  }
  const Eigenpairs all = AllEigenpairs(matrix);
  EXPECT_LE((matrix * all.vectors - all.vectors * all.values.asDiagonal()).norm(), 1e-10 * all.values[0]);
  EXPECT_NEAR(all.values[5], all.values[0], 1e-9 * all.values[0]);
  matrix(3, 3) = std::nan("");
  EXPECT_EQ(MessageOf([&] { AllEigenpairs(matrix); }).substr(0, 12), "eigenvalues:");
}

TEST(Statistics, MistakesAreTold) {
  const MatrixXd x = GramOf(kX);
  MatrixXd other = x;
  other(0, 1) = 7;
  EXPECT_EQ(MessageOf([&] { BiasedHsic(x, x.topLeftCorner(4, 4)); }),
            "HSIC: expected as many rows of x as of y, found 5 and 4");
  EXPECT_EQ(MessageOf([&] { BiasedHsic(x, other); }),
            "HSIC: expected a symmetric matrix, found k(x, y) that is not k(y, x)");
  EXPECT_EQ(MessageOf([&] { UnbiasedHsic(x.topLeftCorner(3, 3), x.topLeftCorner(3, 3)); }),
            "unbiased HSIC: expected at least 4 rows, found 3");
  EXPECT_EQ(MessageOf([&] { NormalizedHsic(x, x, 0); }), "eps: expected a finite number above 0, found 0");
  EXPECT_EQ(
      MessageOf([&] { ClusterSpectrally(x.array() - 1, {}); }),
      "spectral clustering: expected similarities of 0 or more, found one below 0; use a kernel that has "
      "none, such as the Gaussian one");
  // A constant view has no direction.
  EXPECT_EQ(KernelCca(MatrixXd::Ones(5, 5), x).values.size(), 0);
}

TEST(Retrieval, QualityByTheRankOfEachPartner) {
  const RetrievalQuality quality = QualityOfRanking({{0, 1, 2}, {2, 1, 0}, {2, 0, 1}});
  EXPECT_NEAR(quality.mean_reciprocal_rank, (1 + 1.0 / 2 + 1) / 3, 1e-15);
  EXPECT_NEAR(quality.found_first, 2.0 / 3, 1e-15);
}

// All orders of three items, the same for each query.
TEST(Retrieval, OfChanceIsTheMeanOverAllOrders) {
  std::vector<int> order = {0, 1, 2};
  double reciprocal_rank = 0, found_first = 0;
  do {
    const RetrievalQuality quality = QualityOfRanking({order, order, order});
    reciprocal_rank += quality.mean_reciprocal_rank / 6;
    found_first += quality.found_first / 6;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_NEAR(QualityOfRandomRanking(3).mean_reciprocal_rank, reciprocal_rank, 1e-15);
  EXPECT_NEAR(QualityOfRandomRanking(3).found_first, found_first, 1e-15);
}

TEST(Retrieval, RanksByCosineWithZeroRowsLast) {
  MatrixXd items(4, 2), query(1, 2);
  items << 0, 0, -1, 0, 5, 5, 2, 2;
  query << 1, 1;
  EXPECT_EQ(RankByCosine(query, items), (Ranking{{2, 3, 1, 0}}));
}

TEST(Retrieval, RefusesRankingsWithoutThePartner) {
  EXPECT_EQ(MessageOf([] {
              QualityOfRanking({{0, 1}, {0}});
            }),
            "ranking of query 1: expected item 1, which belongs to this query, found 1 other items");
  EXPECT_EQ(MessageOf([] { QualityOfRanking({}); }), "ranking: expected one query or more, found none");
}

}  // namespace
}  // namespace structlab::kernels
