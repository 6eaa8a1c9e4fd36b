#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/neighbors/k_means.h"
#include "kernels/neighbors/nearest_rows.h"

namespace structlab::kernels {
namespace {

SparseRows RandomRows(int rows, int columns, uint64_t seed) {
  common::RandomStream random(seed, "rows");
  Eigen::MatrixXf dense = Eigen::MatrixXf::Zero(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      if (random.Uniform() < 0.3) dense(i, j) = static_cast<float>(random.Normal());
    }
  }
  return dense.sparseView();
}

TEST(NearestRows, EqualsSortingAllProducts) {
  for (const uint64_t seed : {1, 2, 3, 4, 5}) {
    const SparseRows rows = RandomRows(30, 12, seed), queries = RandomRows(10, 12, seed + 100);
    const Eigen::MatrixXf products = Eigen::MatrixXf(queries) * Eigen::MatrixXf(rows).transpose();
    const auto nearest = NearestRows(rows).Find(queries, 4);
    ASSERT_EQ(nearest.size(), 10u);
    for (int query = 0; query < 10; ++query) {
      std::vector<float> expected(products.row(query).begin(), products.row(query).end()), found;
      std::ranges::sort(expected, std::greater());
      for (const int row : nearest[query]) found.push_back(products(query, row));
      for (size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[k], expected[k], 1e-5) << seed << " " << query;
    }
  }
}

TEST(NearestRows, TakesTheFirstOfEqualRows) {
  Eigen::MatrixXf dense(3, 2);
  dense << 1, 0, 2, 0, 2, 0;
  const SparseRows rows = dense.sparseView();
  Eigen::MatrixXf query(2, 2);
  query << 1, 0, 0, 1;  // the second has nothing in common with any row
  EXPECT_EQ(NearestRows(rows).Find(query.sparseView(), 3),
            (std::vector<std::vector<int>>{{1, 2, 0}, {0, 1, 2}}));
}

// The same memory, with one row per example.
cv::Mat OpenCvOf(const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& dense) {
  return cv::Mat(static_cast<int>(dense.rows()), static_cast<int>(dense.cols()), CV_32F,
                 const_cast<float*>(dense.data()))
      .clone();
}

// Rows of unit length: those of largest inner product are the nearest.
TEST(NearestRows, AreOpenCvsOfUnitLength) {
  for (const uint64_t seed : {1, 2, 3, 4, 5}) {
    SCOPED_TRACE(seed);
    Eigen::MatrixXf rows = RandomRows(200, 20, seed), queries = RandomRows(50, 20, seed + 100);
    rows.col(0).setOnes();  // so that none is 0
    queries.col(0).setOnes();
    rows.rowwise().normalize();
    queries.rowwise().normalize();
    cv::Mat distances, nearest;
    cv::batchDistance(OpenCvOf(queries), OpenCvOf(rows), distances, CV_32F, nearest, cv::NORM_L2SQR, 5);
    const auto found = NearestRows(rows.sparseView()).Find(queries.sparseView(), 5);
    for (int query = 0; query < 50; ++query) {
      for (int k = 0; k < 5; ++k) {
        EXPECT_EQ(found[query][k], nearest.at<int>(query, k));
      }
    }
  }
}

std::vector<int> NearestByDistance(const SparseRows& rows, const Eigen::MatrixXf& centroids) {
  const Eigen::MatrixXf dense = rows;
  std::vector<int> nearest;
  for (int i = 0; i < dense.rows(); ++i) {
    Eigen::Index best = 0;
    (centroids.colwise() - dense.row(i).transpose()).colwise().squaredNorm().minCoeff(&best);
    nearest.push_back(static_cast<int>(best));
  }
  return nearest;
}

TEST(KMeans, NeverGetsWorseAndEndsWhereEveryCentroidIsTheMeanOfItsRows) {
  for (const uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    const SparseRows rows = RandomRows(60, 8, seed);
    const Clustering clustering = KMeans(rows, 5, 100, seed);
    ASSERT_LT(clustering.mean_squares.size(), 101u);  // it converged
    for (size_t i = 1; i < clustering.mean_squares.size(); ++i) {
      EXPECT_LE(clustering.mean_squares[i], clustering.mean_squares[i - 1] + 1e-6);
    }
    EXPECT_EQ(clustering.clusters, NearestByDistance(rows, clustering.centroids));
    EXPECT_EQ(NearestCentroids(rows, clustering.centroids), clustering.clusters);
    const Eigen::MatrixXf dense = rows;
    double squares = 0;
    for (int c = 0; c < 5; ++c) {
      Eigen::VectorXf sum = Eigen::VectorXf::Zero(8);
      int size = 0;
      for (int i = 0; i < 60; ++i) {
        if (clustering.clusters[i] != c) continue;
        sum += dense.row(i).transpose();
        ++size;
        squares += (dense.row(i).transpose() - clustering.centroids.col(c)).squaredNorm();
      }
      if (size > 0) {
        EXPECT_LT((sum / static_cast<float>(size) - clustering.centroids.col(c)).norm(), 1e-5);
      }
    }
    EXPECT_NEAR(clustering.mean_squares.back(), squares / 60, 1e-5);
  }
}

// After subtracting the square of the query, their squared distances are equal in single precision.
TEST(KMeans, TellsLongRowsThatAreNearToEachOther) {
  Eigen::MatrixXf dense(2, 1);
  dense << 4096, 4097;
  const SparseRows rows = dense.sparseView();
  for (const uint64_t seed : {1, 2, 3}) {
    const Clustering clustering = KMeans(rows, 2, 10, seed);
    EXPECT_NE(clustering.clusters[0], clustering.clusters[1]);
    EXPECT_EQ(clustering.mean_squares.back(), 0);
  }
  Eigen::MatrixXf centroids(1, 3);
  centroids << 4098, 4096, 4096;
  EXPECT_EQ(NearestCentroids(rows, centroids), (std::vector<int>{1, 0}));  // of two at 1, the first
}

// Starts from the same clusters, with equally many iterations: OpenCV gets one more, because its last
// iteration does not assign rows.
TEST(KMeans, FindsOpenCvsClusters) {
  for (const uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    for (const int iterations : {1, 2, 50}) {
      SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(iterations));
      const SparseRows rows = RandomRows(300, 10, seed);
      const std::vector<int> first = KMeans(rows, 6, 0, seed).clusters;
      cv::Mat labels(300, 1, CV_32S), centers;
      for (int i = 0; i < 300; ++i) labels.at<int>(i) = first[i];
      cv::kmeans(OpenCvOf(rows), 6, labels, cv::TermCriteria(cv::TermCriteria::COUNT, iterations + 1, 0), 1,
                 cv::KMEANS_USE_INITIAL_LABELS, centers);
      const Clustering ours = KMeans(rows, 6, iterations, seed);
      EXPECT_EQ(ours.clusters, std::vector<int>(labels.begin<int>(), labels.end<int>()));
      if (iterations < 50) continue;
      for (int cluster = 0; cluster < 6; ++cluster) {
        for (int column = 0; column < 10; ++column) {
          EXPECT_NEAR(ours.centroids(column, cluster), centers.at<float>(cluster, column), 1e-5);
        }
      }
    }
  }
}

TEST(KMeans, BeginsAtRowsAndWithoutIterationsStaysThere) {
  const SparseRows rows = RandomRows(20, 6, 1);
  const Clustering clustering = KMeans(rows, 20, 0, 3);
  EXPECT_EQ(clustering.mean_squares.size(), 1u);
  EXPECT_NEAR(clustering.mean_squares[0], 0, 1e-6);  // every row is a centroid
}

template <class Action>
std::string WhereOf(const Action& action) {
  const std::string message = common::MessageOf(common::ErrorKind::kUsage, action);
  return message.substr(0, message.find(": "));
}

TEST(Neighbors, RefuseWhatDoesNotFit) {
  const SparseRows rows = RandomRows(4, 3, 1), wider = RandomRows(2, 4, 1);
  EXPECT_EQ(WhereOf([&] { NearestRows(rows).Find(wider, 1); }), "queries");
  EXPECT_EQ(WhereOf([&] { NearestRows(rows).Find(rows, 0); }), "count");
  EXPECT_EQ(WhereOf([&] { NearestRows(rows).Find(rows, 5); }), "count");
  EXPECT_EQ(WhereOf([&] { KMeans(rows, 0, 1, 1); }), "clusters");
  EXPECT_EQ(WhereOf([&] { KMeans(rows, 5, 1, 1); }), "clusters");
  EXPECT_EQ(WhereOf([&] { KMeans(rows, 1, -1, 1); }), "iterations");
  EXPECT_EQ(WhereOf([&] { NearestCentroids(wider, Eigen::MatrixXf(3, 1)); }), "centroids");
}

}  // namespace
}  // namespace structlab::kernels
