#include "kernels/neighbors/label_votes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace structlab::kernels {
namespace {

// One row per number: its cos and sin.
SparseRows OnCircle(const std::vector<double>& angles) {
  SparseRows rows(static_cast<Eigen::Index>(angles.size()), 2);
  for (size_t i = 0; i < angles.size(); ++i) {
    rows.insert(static_cast<int>(i), 0) = static_cast<float>(std::cos(angles[i]));
    rows.insert(static_cast<int>(i), 1) = static_cast<float>(std::sin(angles[i]));
  }
  return rows;
}

TEST(LabelsByNeighbours, AreThoseOfTheNearestAndOfMost) {
  const SparseRows rows = OnCircle({0.1, 0.2, 0.3, 1.2});
  const std::vector<uint32_t> labels = {7, 4, 4, 9};
  const NeighbourLabels found = LabelsByNeighbours(rows, labels, OnCircle({0, 1.5}), 3);
  EXPECT_EQ(found.nearest, (std::vector<uint32_t>{7, 9}));
  EXPECT_EQ(found.majority, (std::vector<uint32_t>{4, 4}));
  // The label of the nearer row wins a tie; if there are fewer rows than asked for, all are used.
  EXPECT_EQ(LabelsByNeighbours(rows, labels, OnCircle({0}), 2).majority, (std::vector<uint32_t>{7}));
  EXPECT_EQ(LabelsByNeighbours(OnCircle({1}), {3}, OnCircle({0}), 5).majority, (std::vector<uint32_t>{3}));
}

TEST(ClassesOfShare, AreTheLargestOnesThatCoverIt) {
  const std::vector<uint32_t> labels = {1, 1, 1, 1, 1, 2, 2, 2, 3, 4};
  EXPECT_EQ(ClassesOfShare(labels, 0.5), 1);
  EXPECT_EQ(ClassesOfShare(labels, 0.51), 2);
  EXPECT_EQ(ClassesOfShare(labels, 0.9), 3);
  EXPECT_EQ(ClassesOfShare(labels, 1), 4);
}

// Two distant groups, each with its own label, except for one row that has the label of the other group.
TEST(LabelsByClusters, AreThoseOfMostRowsOfTheCluster) {
  const SparseRows rows = OnCircle({0, 0.05, 0.1, 1.4, 1.45, 1.5});
  const std::vector<uint32_t> labels = {5, 5, 8, 8, 5, 8};
  for (const uint64_t seed : {1u, 2u, 3u, 4u}) {
    EXPECT_EQ(LabelsByClusters(rows, labels, OnCircle({0.2, 1.3}), {2, 20, seed}),
              (std::vector<uint32_t>{5, 8}));
  }
}

}  // namespace
}  // namespace structlab::kernels
