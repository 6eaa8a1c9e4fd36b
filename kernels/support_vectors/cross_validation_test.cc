#include "kernels/support_vectors/cross_validation.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/folds.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/support_vectors/kernel_svm.h"

namespace structlab::kernels {
namespace {

struct Examples {
  Eigen::MatrixXd gram;
  std::vector<int> labels;
};

// Points of the plane around a centre for each class, with noise in some labels.
Examples Plane(int count, int classes, double spread, uint64_t seed) {
  common::RandomStream random(seed, "plane");
  Eigen::MatrixXd points(count, 3);
  std::vector<int> labels;
  for (int i = 0; i < count; ++i) {
    labels.push_back(1 + i % classes);
    const double angle = 6.283 * labels.back() / classes;
    points.row(i) << std::cos(angle) + spread * random.Normal(), std::sin(angle) + spread * random.Normal(),
        1;
  }
  return {points * points.transpose(), labels};
}

std::vector<int> Rows(int begin, int end) {
  std::vector<int> rows(end - begin);
  std::iota(rows.begin(), rows.end(), begin);
  return rows;
}

TEST(CrossValidation, SeparatedClassesAreAllRight) {
  for (const int classes : {2, 4}) {
    const Examples examples = Plane(60, classes, 0.02, 1);
    const SvmQuality quality = TrainAndTest(examples.gram, examples.labels, Rows(0, 40), Rows(40, 60), 100);
    EXPECT_EQ(quality.accuracy, 1) << classes;
    EXPECT_EQ(quality.area_under_curve, 1) << classes;
  }
}

// The machine, and the area computed by hand: the share of pairs of test examples in the correct order.
TEST(CrossValidation, CountsPairsInTheRightOrder) {
  const Examples examples = Plane(60, 2, 1.0, 2);
  const std::vector<int> training = Rows(0, 40), test = Rows(40, 60);
  const SvmQuality quality = TrainAndTest(examples.gram, examples.labels, training, test, 1);
  const KernelSvm svm =
      TrainKernelSvm(examples.gram.topLeftCorner(40, 40), std::span(examples.labels).first(40), {.cost = 1});
  const Eigen::MatrixXd kernel = examples.gram.block(40, 0, 20, 40);
  const Eigen::MatrixXd values = DecisionValues(svm, kernel);
  const std::vector<int> found = Classify(svm, kernel);
  double right = 0, ordered = 0, pairs = 0;
  for (int i = 0; i < 20; ++i) {
    right += found[i] == examples.labels[40 + i];
    for (int j = 0; j < 20; ++j) {
      if (examples.labels[40 + i] != 2 || examples.labels[40 + j] != 1) {
        continue;
      }
      ++pairs;
      ordered += values(i, 0) > values(j, 0) ? 1 : values(i, 0) == values(j, 0) ? 0.5 : 0;
    }
  }
  EXPECT_DOUBLE_EQ(quality.accuracy, right / 20);
  ASSERT_TRUE(quality.area_under_curve);
  EXPECT_NEAR(*quality.area_under_curve, ordered / pairs, 1e-12);
  EXPECT_LT(right, 20);
}

TEST(CrossValidation, HasNoAreaWithOneClassInTheTest) {
  const Examples examples = Plane(20, 2, 0.5, 3);
  EXPECT_FALSE(TrainAndTest(examples.gram, examples.labels, Rows(0, 10), std::vector<int>{10, 12}, 1)
                   .area_under_curve);
}

// Only the training rows are read: other rows may hold anything.
TEST(CrossValidation, ChoosesByTheTrainingExamplesAlone) {
  Examples examples = Plane(60, 2, 0.7, 4);
  const std::vector<double> costs = {0.001, 0.1, 10};
  const double cost = ChooseCost(examples.gram, examples.labels, Rows(0, 40), costs, 5, 1);
  for (int row = 40; row < 60; ++row) {
    examples.gram.row(row).setConstant(NAN);
    examples.gram.col(row).setConstant(NAN);
    examples.labels[row] = 99;
  }
  EXPECT_EQ(ChooseCost(examples.gram, examples.labels, Rows(0, 40), costs, 5, 1), cost);
}

// A cost that is far too small predicts only the larger class.
TEST(CrossValidation, AvoidsACostThatLearnsNothing) {
  for (const uint64_t seed : {1, 2, 3, 4, 5}) {
    Examples examples = Plane(60, 2, 0.4, seed);
    for (size_t i = 0; i < 20; i += 4) examples.labels[i] = 2;
    EXPECT_EQ(ChooseCost(examples.gram, examples.labels, Rows(0, 60), std::vector<double>{1e-9, 1}, 5, seed),
              1);
  }
}

TEST(CrossValidation, TakesTheSmallestOfEqualCosts) {
  const Examples examples = Plane(40, 2, 0.01, 1);
  EXPECT_EQ(ChooseCost(examples.gram, examples.labels, Rows(0, 40), std::vector<double>{100, 10, 1000}, 4, 1),
            10);
}

// Counts for each cost the correct examples of two folds of 22. Equal totals may be sums of different counts,
// whose shares differ by rounding.
TEST(CrossValidation, EqualCostsMayHaveDifferentFoldsRight) {
  const std::vector<double> costs = {0.1, 1};
  int made_of_different_ones = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Examples examples = Plane(44, 2, 1.5, seed);
    common::RandomStream random(1, "support-vectors/cost");
    const std::vector<int> fold_of = common::StratifiedFolds(examples.labels, 2, random);
    std::vector<std::vector<int64_t>> right(2);
    for (size_t c = 0; c < costs.size(); ++c) {
      for (const int fold : {0, 1}) {
        std::vector<int> inner, held_out;
        for (int i = 0; i < 44; ++i) (fold_of[i] == fold ? held_out : inner).push_back(i);
        const double accuracy =
            TrainAndTest(examples.gram, examples.labels, inner, held_out, costs[c]).accuracy;
        right[c].push_back(std::llround(accuracy * static_cast<double>(held_out.size())));
      }
    }
    const int64_t of_smaller = right[0][0] + right[0][1], of_larger = right[1][0] + right[1][1];
    made_of_different_ones += of_smaller == of_larger && right[0] != right[1];
    EXPECT_EQ(ChooseCost(examples.gram, examples.labels, Rows(0, 44), costs, 2, 1),
              of_smaller >= of_larger ? 0.1 : 1)
        << seed;
  }
  EXPECT_GT(made_of_different_ones, 20);
}

TEST(CrossValidation, AFoldWithOneClassCounts) {
  Examples examples = Plane(8, 2, 0.1, 1);
  examples.labels = {1, 1, 1, 1, 1, 1, 1, 2};  // the fold of the 2 leaves ones alone
  EXPECT_EQ(ChooseCost(examples.gram, examples.labels, Rows(0, 8), std::vector<double>{1}, 4, 1), 1);
  const auto of_two_classes = [&](const std::vector<int>& inner) {
    EXPECT_TRUE(std::ranges::count(inner, 7) > 0);  // the 2
    return examples.gram;
  };
  EXPECT_EQ(ChooseCostOfFolds(of_two_classes, examples.labels, Rows(0, 8), std::vector<double>{1}, 4, 1), 1);
}

template <class Action>
std::string WhereOf(const Action& action) {
  const std::string message = common::MessageOf(common::ErrorKind::kUsage, action);
  return message.substr(0, message.find(": "));
}

TEST(CrossValidation, RefusesWhatDoesNotFit) {
  const Examples examples = Plane(10, 2, 0.1, 1);
  const std::vector<int> rows = Rows(0, 10), beyond = {10}, none;
  const std::vector<double> costs = {1};
  EXPECT_EQ(WhereOf([&] { TrainAndTest(examples.gram, examples.labels, beyond, rows, 1); }), "training");
  EXPECT_EQ(WhereOf([&] { TrainAndTest(examples.gram, examples.labels, rows, beyond, 1); }), "test");
  EXPECT_EQ(WhereOf([&] { TrainAndTest(examples.gram, examples.labels, rows, none, 1); }), "test");
  const Eigen::MatrixXd small = examples.gram.topLeftCorner(9, 9), wide = examples.gram.topRows(9);
  EXPECT_EQ(WhereOf([&] { TrainAndTest(small, examples.labels, rows, rows, 1); }), "gram");
  EXPECT_EQ(WhereOf([&] { TrainAndTest(wide, examples.labels, rows, rows, 1); }), "gram");
  EXPECT_EQ(WhereOf([&] { ChooseCost(examples.gram, examples.labels, rows, std::vector<double>{}, 2, 1); }),
            "costs");
  EXPECT_EQ(WhereOf([&] { ChooseCost(examples.gram, examples.labels, beyond, costs, 2, 1); }), "training");
  EXPECT_NE(WhereOf([&] { ChooseCost(examples.gram, examples.labels, rows, costs, 11, 1); }), "no error");
}

// One matrix for all folds gives the result of ChooseCost; otherwise the matrix of a fold is made from its
// inner examples.
TEST(ChooseCostOfFolds, AsksForAMatrixOfEachFold) {
  const Examples examples = Plane(60, 3, 0.8, 4);
  const std::vector<double> costs = {0.001, 0.1, 10};
  const std::vector<int> training = Rows(0, 40);
  std::vector<int> times_met(60);
  const double cost = ChooseCostOfFolds(
      [&](const std::vector<int>& inner) {
        EXPECT_NEAR(static_cast<double>(inner.size()), 32, 2);
        for (const int row : inner) ++times_met[row];
        return examples.gram;
      },
      examples.labels, training, costs, 5, 1);
  EXPECT_EQ(cost, ChooseCost(examples.gram, examples.labels, training, costs, 5, 1));
  for (int row = 0; row < 60; ++row) EXPECT_EQ(times_met[row], row < 40 ? 4 : 0) << row;
}

// A matrix that reveals the classes of the examples that it was made from is useless for the others. So all
// costs are equal, and the smallest is chosen; a matrix made from all training examples would prefer a larger
// one.
TEST(ChooseCostOfFolds, IsNotMisledByAMatrixThatKnowsItsExamples) {
  const int count = 40;
  std::vector<int> labels;
  for (int i = 0; i < count; ++i) labels.push_back(i % 4 == 0 ? 1 : 0);
  const auto knowing = [&](const std::vector<int>& rows) {
    Eigen::VectorXd feature = Eigen::VectorXd::Zero(count);
    for (const int row : rows) feature(row) = labels[row] == 1 ? 1 : -1;
    return Eigen::MatrixXd(feature * feature.transpose());
  };
  const std::vector<double> costs = {1e-4, 1};
  const std::vector<int> training = Rows(0, count);
  EXPECT_EQ(ChooseCost(knowing(training), labels, training, costs, 5, 1), 1);
  EXPECT_EQ(ChooseCostOfFolds(knowing, labels, training, costs, 5, 1), 1e-4);
}

}  // namespace
}  // namespace structlab::kernels
