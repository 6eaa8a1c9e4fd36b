#include "kernels/neighbors/dense_k_means.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The smallest sum over all assignments of rows to clusters.
double LeastSumOfSquares(const Rows<double>& rows, int clusters) {
  const int n = static_cast<int>(rows.rows());
  std::vector<int> assigned(n, 0);
  double least = std::numeric_limits<double>::infinity();
  while (true) {
    double sum = 0;
    for (int c = 0; c < clusters; ++c) {
      Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(rows.cols());
      int count = 0;
      for (int i = 0; i < n; ++i) {
        if (assigned[i] == c) mean += rows.row(i), ++count;
      }
      for (int i = 0; i < n; ++i) {
        if (assigned[i] == c) sum += (rows.row(i) - mean / count).squaredNorm();
      }
    }
    least = std::min(least, sum);
    int i = 0;
    while (i < n && ++assigned[i] == clusters) assigned[i++] = 0;
    if (i == n) return least;
  }
}

TEST(DenseKMeans, FindsTheBestClustersOfFewRows) {
  int best = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    common::RandomStream random(seed, "few rows");
    Rows<double> rows(7, 2);
    for (double& entry : rows.reshaped()) entry = random.Normal();
    const double least = LeastSumOfSquares(rows, 3);
    const auto found = DenseKMeans<double>(rows, {.clusters = 3, .restarts = 20, .seed = seed});
    EXPECT_GE(found.sum_of_squares, least * (1 - 1e-12));
    best += found.sum_of_squares <= least * (1 + 1e-12) ? 1 : 0;
    double sum = 0;
    for (int i = 0; i < 7; ++i) {
      sum += (rows.row(i) - found.centroids.row(found.clusters[i])).squaredNorm();
    }
    EXPECT_NEAR(sum, found.sum_of_squares, 1e-12);
  }
  EXPECT_GE(best, 38);  // Lloyd's method can miss the best one from all twenty starts
}

TEST(DenseKMeans, SeparatesWhatLiesApartInFloatsToo) {
  common::RandomStream random(1, "apart");
  Rows<float> rows(90, 4);
  for (int i = 0; i < 90; ++i) {
    for (int j = 0; j < 4; ++j) rows(i, j) = static_cast<float>(0.1 * random.Normal() + (i % 3 == j ? 5 : 0));
  }
  const auto found = DenseKMeans<float>(rows, {.clusters = 3, .restarts = 3});
  for (size_t i = 3; i < 90; ++i) EXPECT_EQ(found.clusters[i], found.clusters[i % 3]);
  EXPECT_NE(found.clusters[0], found.clusters[1]);
  EXPECT_NE(found.clusters[1], found.clusters[2]);
  EXPECT_NE(found.clusters[0], found.clusters[2]);
}

TEST(DenseKMeans, EqualRowsAndAsManyClustersAsRows) {
  const Rows<double> equal = Rows<double>::Ones(5, 2);
  EXPECT_EQ(DenseKMeans<double>(equal, {.clusters = 3}).sum_of_squares, 0);
  const Rows<double> different = Eigen::MatrixXd::Identity(4, 4);
  EXPECT_EQ(DenseKMeans<double>(different, {.clusters = 4}).sum_of_squares, 0);
  EXPECT_EQ(common::MessageOf([&] { DenseKMeans<double>(equal, {.clusters = 6}); }),
            "k-means: expected from 1 to 5 clusters, found 6");
}

}  // namespace
}  // namespace structlab::kernels
