#include "kernels/sparse/nearest_classifiers.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/testing/message_of.h"
#include "kernels/sparse/testing/labeled_examples.h"

namespace structlab::kernels {
namespace {

using common::ErrorKind;
using common::MessageOf;
using Ints = std::vector<int>;

// Examples at 0, 1, 2, ... on a line.
Eigen::MatrixXd Line(int count) { return Eigen::RowVectorXd::LinSpaced(count, 0, count - 1); }

TEST(NearestNeighborLabels, CountTheNearest) {
  const Ints labels = {4, 4, 9, 9, 9, 4, 7};
  const auto label = [&](double query, int neighbors) {
    return NearestNeighborLabels(Line(7), labels, Eigen::MatrixXd::Constant(1, 1, query), neighbors).front();
  };
  EXPECT_EQ(label(1.9, 1), 9);
  EXPECT_EQ(label(1.1, 1), 4);
  EXPECT_EQ(label(1.1, 3), 4);   // 1, 2, 0
  EXPECT_EQ(label(1.6, 5), 9);   // 2, 1, 3, 0, 4
  EXPECT_EQ(label(5.9, 2), 7);   // one each: that of the nearest
  EXPECT_EQ(label(5.4, 3), 4);   // one each
  EXPECT_EQ(label(1.5, 1), 4);   // equally far: the first
  EXPECT_EQ(label(-100, 7), 4);  // three each: that of the nearest
  EXPECT_EQ(label(100, 7), 4);
}

TEST(NearestNeighborLabels, EqualASearchThroughAll) {
  const LabeledExamples examples =
      ExamplesOfClasses({.classes = 5, .each = 12, .dimension = 7, .noise = 2}, 1);
  const Eigen::MatrixXd queries = RandomMatrix(7, 40, 2);
  const Ints found = NearestNeighborLabels(examples.features, examples.labels, queries, 5);
  for (Eigen::Index q = 0; q < 40; ++q) {
    std::multimap<double, int> by_distance;
    for (Eigen::Index i = 0; i < 60; ++i) {
      by_distance.emplace((examples.features.col(i) - queries.col(q)).norm(), examples.labels[i]);
    }
    std::map<int, int> votes;
    int taken = 0;
    for (auto example = by_distance.begin(); taken < 5; ++example, ++taken) ++votes[example->second];
    for (const auto& [label, count] : votes) EXPECT_GE(votes[found[q]], count);
  }
}

// Distances to spans by least squares.
TEST(NearestSubspaces, AreAsFarAsLeastSquaresSay) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 4, .each = 5, .dimension = 9}, 3);
  const Eigen::MatrixXd queries = RandomMatrix(9, 30, 4);
  const NearestSubspaces subspaces(examples.features, examples.labels, 0);
  const Eigen::MatrixXd distances = subspaces.Distances(queries);
  const Ints found = subspaces.Labels(queries);
  for (Eigen::Index k = 0; k < 4; ++k) {
    const Eigen::MatrixXd of_class = examples.features.middleCols(5 * k, 5);
    const Eigen::MatrixXd nearest = of_class * common::SolveByQr(of_class, queries);
    EXPECT_LT((distances.row(k) - (queries - nearest).colwise().norm()).norm(), 1e-11);
  }
  for (Eigen::Index q = 0; q < 30; ++q) {
    Eigen::Index nearest;
    distances.col(q).minCoeff(&nearest);
    EXPECT_EQ(found[q], 10 + 3 * nearest);
  }
}

TEST(NearestSubspaces, RecognizeSpansThroughNoise) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 10, .each = 20, .dimension = 40}, 5);
  std::vector<Eigen::Index> training, queries;
  for (Eigen::Index i = 0; i < 200; ++i) (i % 2 == 0 ? queries : training).push_back(i);
  Ints labels, truths;
  for (const Eigen::Index i : training) labels.push_back(examples.labels[i]);
  for (const Eigen::Index i : queries) truths.push_back(examples.labels[i]);
  // The classes have spans of three dimensions.
  const NearestSubspaces subspaces(examples.features(Eigen::all, training), labels, 3);
  const Ints found = subspaces.Labels(examples.features(Eigen::all, queries));
  int right = 0;
  for (size_t q = 0; q < found.size(); ++q) right += found[q] == truths[q] ? 1 : 0;
  EXPECT_GE(right, 98);  // of 100
}

// Neither spans nor the nearest of them depend on the scale; a tiny query counts as 0.
TEST(NearestClassifiers, TakeShortQueries) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 4, .each = 5, .dimension = 9}, 7);
  const Eigen::MatrixXd queries = RandomMatrix(9, 30, 8);
  const NearestSubspaces subspaces(examples.features, examples.labels, 0);
  EXPECT_EQ(subspaces.Labels(queries * 0x1p-600), subspaces.Labels(queries));
  EXPECT_EQ(NearestNeighborLabels(examples.features, examples.labels, queries * 0x1p-600, 1),
            NearestNeighborLabels(examples.features, examples.labels, queries * 0, 1));
}

// Equal examples span one dimension, and an example of zeros none.
TEST(NearestSubspaces, SpanWhatIsThere) {
  Eigen::MatrixXd training(2, 4), query(2, 1);
  training << 1, 2, 0, 0, 0, 0, 0, 0;
  query << 3, 4;
  const NearestSubspaces subspaces(training, Ints{1, 1, 2, 2}, 0);
  const Eigen::MatrixXd distances = subspaces.Distances(query);
  EXPECT_NEAR(distances(0), 4, 1e-14);
  EXPECT_NEAR(distances(1), 5, 1e-14);
}

TEST(NearestClassifiers, RefuseOtherSizes) {
  const Ints labels = {1, 1, 2};
  const auto neighbors = [&](const Eigen::MatrixXd& training, const Ints& of_them,
                             const Eigen::MatrixXd& queries, int count) {
    return MessageOf(ErrorKind::kUsage, [&] { NearestNeighborLabels(training, of_them, queries, count); });
  };
  const Eigen::MatrixXd line = Line(3);
  const std::string name = "NearestNeighborLabels";
  EXPECT_EQ(neighbors(line, {1, 2}, line, 1), name + ": expected 3 labels, one per example, found 2");
  EXPECT_EQ(neighbors(Eigen::MatrixXd(1, 0), {}, line, 1),
            name + ": expected at least one example with features, found 0 of 1 features");
  EXPECT_EQ(neighbors(line, labels, Eigen::MatrixXd(2, 1), 1),
            name + ": expected queries of 1 features, found 2");
  EXPECT_EQ(neighbors(line, labels, line, 0), name + "::neighbors: expected 1 to 3, found 0");
  EXPECT_EQ(neighbors(line, labels, line, 4), name + "::neighbors: expected 1 to 3, found 4");
  const std::string bounded = ": expected numbers of at most 1e100 in magnitude, found others";
  const std::string moderate =
      ": expected numbers of at most 1e100 in magnitude, the largest 0 or at least 1e-100, found others";
  EXPECT_EQ(neighbors(line * NAN, labels, line, 1), name + moderate);
  EXPECT_EQ(neighbors(line * 1e-170, labels, line * 1e-170, 1), name + moderate);
  EXPECT_EQ(neighbors(line, labels, line * 1e101, 1), name + bounded);
  const auto subspaces = [&](const Eigen::MatrixXd& training, const Ints& of_them, int dimensions) {
    return MessageOf(ErrorKind::kUsage, [&] { NearestSubspaces spaces(training, of_them, dimensions); });
  };
  EXPECT_EQ(subspaces(line, {1}, 0), "NearestSubspaces: expected 3 labels, one per example, found 1");
  EXPECT_EQ(subspaces(Eigen::MatrixXd(0, 3), labels, 0),
            "NearestSubspaces: expected at least one example with features, found 3 of 0 features");
  EXPECT_EQ(subspaces(line, labels, -1), "NearestSubspaces::max_dimensions: expected 0 or more, found -1");
  EXPECT_EQ(subspaces(line * INFINITY, labels, 0), "NearestSubspaces" + moderate);
  EXPECT_EQ(subspaces(line * 1e-170, labels, 0), "NearestSubspaces" + moderate);
  const NearestSubspaces spaces(line, labels, 0);
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { spaces.Distances(Eigen::MatrixXd(2, 1)); }),
            "NearestSubspaces: expected queries of 1 features, found 2");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { spaces.Labels(line * NAN); }), "NearestSubspaces" + bounded);
}

}  // namespace
}  // namespace structlab::kernels
