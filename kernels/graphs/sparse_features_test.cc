#include "kernels/graphs/sparse_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

using Ints = std::vector<int>;
using Doubles = std::vector<double>;

SparseFeatures FromDense(const Eigen::MatrixXd& dense) { return dense.sparseView(); }

// Small integers, most of them 0, with some constant columns.
Eigen::MatrixXd RandomCounts(int rows, int columns, common::RandomStream& stream) {
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(rows, columns);
  for (int column = 0; column < columns; ++column) {
    const double density = column % 7 == 0 ? 0 : column % 5 == 0 ? 1 : stream.Uniform() * stream.Uniform();
    for (int row = 0; row < rows; ++row) {
      if (column % 15 == 5) {
        counts(row, column) = 3;
      } else if (stream.Uniform() < density) {
        counts(row, column) = 1 + static_cast<double>(stream.UniformIndex(9));
      }
    }
  }
  return counts;
}

// |r| of Pearson, in two passes; -1 for a constant column.
double Correlation(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  if (x.maxCoeff() == x.minCoeff()) return -1;
  const Eigen::VectorXd dx = x.array() - x.mean(), dy = y.array() - y.mean();
  return std::abs(dx.dot(dy)) / (dx.norm() * dy.norm());
}

TEST(SelectByCorrelation, KeepsWhatCorrelatesMoreThanTheMedian) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "selection");
    const Eigen::MatrixXd counts = RandomCounts(24, 40, stream);
    const Ints training = stream.SampleWithoutReplacement(24, 16);
    Eigen::MatrixXd seen(16, 40);
    Eigen::VectorXd targets(16);
    for (int i = 0; i < 16; ++i) {
      seen.row(i) = counts.row(training[i]);
      targets[i] = i % 3 == 0 ? 1 : -1;
    }
    Doubles expected, varying;
    for (int column = 0; column < 40; ++column) {
      expected.push_back(Correlation(seen.col(column), targets));
      if (expected.back() >= 0) varying.push_back(expected.back());
    }
    const std::span<const double> target_span(targets.data(), 16);
    const Doubles scores = CorrelationScores(FromDense(counts), training, target_span);
    for (size_t column = 0; column < 40; ++column) EXPECT_NEAR(scores[column], expected[column], 1e-12);

    const FeatureScaling kept = SelectByCorrelation(FromDense(counts), training, target_span);
    EXPECT_TRUE(std::is_sorted(kept.columns.begin(), kept.columns.end()));
    // The same number of features is above and below the median, except for those that are equal to it.
    std::sort(varying.begin(), varying.end());
    const double middle = (varying[(varying.size() - 1) / 2] + varying[varying.size() / 2]) / 2;
    Ints above;
    for (int column = 0; column < 40; ++column) {
      if (expected[column] > middle * (1 + 1e-9)) above.push_back(column);
    }
    EXPECT_EQ(kept.columns, above);
    for (size_t i = 0; i < kept.columns.size(); ++i) {
      EXPECT_EQ(kept.maxima[i], seen.col(kept.columns[i]).maxCoeff());
    }
  }
}

// Features that occur in one row of a class have the same correlation, whatever their value; rounding must
// not decide. 20 features that only the other class has are above them, 20 that both classes have are below.
TEST(SelectByCorrelation, KeepsAllOfOneCorrelationOrNone) {
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(169, 100);
  Ints training(169);
  std::iota(training.begin(), training.end(), 0);
  Doubles targets(169, 1);
  std::fill(targets.begin() + 112, targets.end(), -1);
  for (int column = 0; column < 60; ++column) counts(column, column) = column + 1;
  for (int column = 60; column < 80; ++column) counts(112 + column - 60, column) = column;
  for (int column = 80; column < 100; ++column) {
    for (const int row : {0, 1, 120}) counts(row + column - 80, column) = 7;
  }
  Ints expected(20);
  std::iota(expected.begin(), expected.end(), 60);
  EXPECT_EQ(SelectByCorrelation(FromDense(counts), training, targets).columns, expected);
  // Now there are more features above.
  Eigen::MatrixXd more(169, 200);
  more << counts, counts.middleCols(60, 20), counts.middleCols(60, 20), counts.middleCols(60, 20),
      counts.middleCols(80, 20), counts.middleCols(80, 20);
  EXPECT_EQ(SelectByCorrelation(FromDense(more), training, targets).columns.size(), 80u);
}

// Every correlation is 0 except for rounding: no feature is above the median, in any order of the rows.
TEST(SelectByCorrelation, KeepsNothingWhereNothingCorrelates) {
  common::RandomStream random(5, "no correlation");
  Doubles targets(21, 0);
  std::fill(targets.begin() + 7, targets.end(), 1);
  Ints training(21);
  std::iota(training.begin(), training.end(), 0);
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(21, 300);
  for (int column = 0; column < 300; ++column) {
    const std::vector<int> few = random.Permutation(7), many = random.Permutation(14);
    for (int i = 0; i <= column % 3; ++i) {
      const auto k = static_cast<size_t>(i);
      counts(few[k], column) = 1;
      counts(7 + many[2 * k], column) = counts(7 + many[2 * k + 1], column) = 1;
    }
  }
  EXPECT_TRUE(SelectByCorrelation(FromDense(counts), training, targets).columns.empty());
}

// Sums and squares of values near the largest double overflow.
TEST(CorrelationScores, DoNotDependOnTheUnit) {
  Eigen::MatrixXd counts(4, 2);
  counts << 1, 0.5, 1, 0, 0.25, 1, 0, 0.75;
  const Ints training = {0, 1, 2, 3};
  const Doubles targets = {1, 1, 0, 0};
  const Doubles expected = CorrelationScores(FromDense(counts), training, targets);
  for (const double unit : {1e-300, 1e308}) {
    const Doubles scores = CorrelationScores(FromDense(counts * unit), training, targets);
    for (size_t i = 0; i < 2; ++i) EXPECT_NEAR(scores[i], expected[i], 1e-14);
  }
}

TEST(CorrelationScores, DoNotDependOnTheUnitOfTargets) {
  Eigen::MatrixXd counts(4, 2);
  counts << 1, 0.5, 1, 0, 0.25, 1, 0, 0.75;
  const Ints training = {0, 1, 2, 3};
  const Doubles expected = CorrelationScores(FromDense(counts), training, Doubles{1, 1, -1, -1});
  for (const double unit : {1e200, 1.7e308, 1e-170, 1e-310}) {
    const Doubles targets = {unit, unit, -unit, -unit};
    const Doubles scores = CorrelationScores(FromDense(counts), training, targets);
    for (size_t i = 0; i < 2; ++i) EXPECT_NEAR(scores[i], expected[i], 1e-14) << unit;
  }
}

// The targets are a linear function of the values, however large these are.
TEST(CorrelationScores, LoseNothingOfLargeValues) {
  const Ints training = {0, 1, 2, 3, 4};
  for (const double large : {1.0, 1e7, 3e7, 1e8, 123456789.0, 1e12}) {
    Eigen::MatrixXd values(5, 2);
    values << large, 0, large + 1, 3, large, 0, large + 1, 3, large + 1, 3;
    const Doubles scores = CorrelationScores(FromDense(values), training, Doubles{-1, 1, -1, 1, 1});
    EXPECT_NEAR(scores[0], 1, 1e-12) << large;
    EXPECT_NEAR(scores[1], 1, 1e-12);
    // Three values: their differences from the mean are not all of one size.
    Eigen::MatrixXd three(5, 1);
    three << large, large + 1, large, large + 2, large + 1;
    EXPECT_NEAR(CorrelationScores(FromDense(three), training, Doubles{-1, 0, -1, 1, 0})[0], 1, 1e-12)
        << large;
  }
}

// For any number of classes with any labels.
TEST(SelectByCorrelation, DoesNotDependOnTheNumbersOfClasses) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "classes");
    const Eigen::MatrixXd counts = RandomCounts(30, 40, stream);
    Ints training(30), classes;
    std::iota(training.begin(), training.end(), 0);
    for (int row = 0; row < 30; ++row) classes.push_back(row % 6);
    const Doubles scores = CorrelationScores(FromDense(counts), training, classes);
    for (int column = 0; column < 40; ++column) {
      double largest = -1;
      for (int each = 0; each < 6; ++each) {
        Eigen::VectorXd is_of_class(30);
        for (int row = 0; row < 30; ++row) is_of_class[row] = row % 6 == each;
        largest = std::max(largest, Correlation(counts.col(column), is_of_class));
      }
      EXPECT_NEAR(scores[column], largest, 1e-12);
    }
    const FeatureScaling kept = SelectByCorrelation(FromDense(counts), training, classes);
    EXPECT_FALSE(kept.columns.empty());
    const Ints order = stream.Permutation(6);
    Ints renamed;
    for (const int each : classes) renamed.push_back(order[each] * 10 - 7);
    EXPECT_EQ(SelectByCorrelation(FromDense(counts), training, renamed).columns, kept.columns);
    Ints two;
    Doubles numbers;
    for (const int each : classes) {
      two.push_back(each < 2 ? 1 : 2);
      numbers.push_back(each < 2 ? 5 : -1);
    }
    EXPECT_EQ(SelectByCorrelation(FromDense(counts), training, two).columns,
              SelectByCorrelation(FromDense(counts), training, numbers).columns);
  }
}

// The values and targets of other rows have no influence.
TEST(SelectByCorrelation, LooksAtTrainingRowsAlone) {
  common::RandomStream stream(1, "fold");
  Eigen::MatrixXd counts = RandomCounts(12, 30, stream);
  const Ints training = {0, 2, 4, 6, 8, 10};
  const Doubles targets = {1, 1, -1, -1, 1, -1};
  const FeatureScaling before = SelectByCorrelation(FromDense(counts), training, targets);
  for (int row = 1; row < 12; row += 2) counts.row(row).setConstant(1000);
  const FeatureScaling after = SelectByCorrelation(FromDense(counts), training, targets);
  EXPECT_EQ(before.columns, after.columns);
  EXPECT_EQ(before.maxima, after.maxima);
  EXPECT_FALSE(before.columns.empty());
}

TEST(SelectByCorrelation, KeepsNothingOfConstants) {
  const Doubles targets = {1, -1};
  const FeatureScaling kept =
      SelectByCorrelation(FromDense(Eigen::MatrixXd::Constant(2, 3, 5)), Ints{0, 1}, targets);
  EXPECT_TRUE(kept.columns.empty());
}

TEST(ApplyScaling, DividesByMaximaOfTrainingAndCutsAtOne) {
  Eigen::MatrixXd counts(3, 4);
  counts << 2, 0, 5, 0,  //
      4, 0, 0, 0,        //
      8, 7, 1, 0;
  const FeatureScaling scaling = ScaleByMaximum(FromDense(counts), Ints{0, 1});
  EXPECT_EQ(scaling.columns, (Ints{0, 2}));
  EXPECT_EQ(scaling.maxima, (Doubles{4, 5}));
  Eigen::MatrixXd expected(3, 2);
  expected << 0.5, 1, 1, 0, 1, 0.2;
  EXPECT_EQ(Eigen::MatrixXd(ApplyScaling(FromDense(counts), scaling)), expected);
}

// Dense and sparse columns, with more dense ones than one block has.
TEST(LinearGram, IsTheProductWithTheTranspose) {
  common::RandomStream stream(1, "gram");
  const Eigen::MatrixXd counts = RandomCounts(50, 1500, stream);
  EXPECT_EQ(LinearGram(FromDense(counts)), counts * counts.transpose());  // whole numbers: exact
  EXPECT_EQ(LinearGram(SparseFeatures(3, 0)), Eigen::MatrixXd::Zero(3, 3));
}

TEST(NormalizeGram, MakesTheDiagonalOne) {
  Eigen::MatrixXd gram(3, 3);
  gram << 4, 3, 0, 3, 9, 0, 0, 0, 0;
  Eigen::MatrixXd expected(3, 3);
  expected << 1, 0.5, 0, 0.5, 1, 0, 0, 0, 0;
  EXPECT_TRUE(NormalizeGram(gram).isApprox(expected, 1e-15));
  gram(2, 2) = -1;
  EXPECT_EQ(MessageOf([&] { NormalizeGram(gram); }),
            "gram: expected finite numbers on the diagonal, 0 or more, found -1");
  EXPECT_EQ(MessageOf([&] { NormalizeGram(Eigen::MatrixXd(2, 3)); }),
            "gram: expected a square matrix, found 2 x 3");
}

TEST(SparseFeatures, RefuseWrongArguments) {
  const SparseFeatures features = FromDense(Eigen::MatrixXd::Identity(3, 3));
  EXPECT_EQ(MessageOf([&] {
              ScaleByMaximum(features, Ints{0, 3});
            }),
            "training: expected rows from 0 to 2, found 3");
  EXPECT_EQ(MessageOf([&] {
              SelectByCorrelation(features, Ints{0, 1}, Doubles{1});
            }),
            "targets: expected 2, one for each row of training, found 1");
  EXPECT_EQ(MessageOf([&] {
              SelectByCorrelation(features, Ints{0, 1}, Doubles{1, NAN});
            }),
            "targets: expected finite numbers, found nan");
  EXPECT_EQ(MessageOf([&] {
              SelectByCorrelation(features, Ints{0, 1}, Doubles{1, 1});
            }),
            "targets: expected at least two different values, found one");
  EXPECT_EQ(MessageOf([&] { SelectByCorrelation(features, Ints{}, Doubles{}); }),
            "targets: expected at least two different values, found none");
  EXPECT_EQ(MessageOf([&] {
              SelectByCorrelation(features, Ints{0, 1}, Ints{3, 3});
            }),
            "targets: expected at least two different values, found one");
  EXPECT_EQ(MessageOf([&] {
              SelectByCorrelation(features, Ints{0, 1}, Ints{3});
            }),
            "targets: expected 2, one for each row of training, found 1");
  const auto scale = [&](const FeatureScaling& scaling) {
    return MessageOf([&] { ApplyScaling(features, scaling); });
  };
  EXPECT_EQ(scale({{3}, {1}}), "scaling.columns: expected columns from 0 to 2, found 3");
  EXPECT_EQ(scale({{1, 1}, {1, 1}}), "scaling.columns: expected columns in ascending order, found 1 after 1");
  EXPECT_EQ(scale({{1}, {0}}), "scaling.maxima: expected finite numbers above 0, found 0");
  EXPECT_EQ(scale({{1}, {}}), "scaling.maxima: expected 1, one per column, found 0");
}

TEST(SparseFeatures, RefuseValuesThatAreNoCounts) {
  Eigen::MatrixXd damaged = Eigen::MatrixXd::Identity(3, 3);
  damaged(1, 2) = -1;
  const SparseFeatures features = FromDense(damaged);
  const std::string expected = "features, row 1, column 2: expected a finite number, 0 or more, found -1";
  EXPECT_EQ(MessageOf([&] { ScaleByMaximum(features, Ints{0, 1}); }), expected);
  EXPECT_EQ(MessageOf([&] { ApplyScaling(features, {}); }), expected);
  EXPECT_EQ(ScaleByMaximum(features, Ints{0, 2}).columns, (Ints{0, 2}));  // not looked at
}

}  // namespace
}  // namespace structlab::kernels
