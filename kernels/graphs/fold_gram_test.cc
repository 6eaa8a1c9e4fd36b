#include "kernels/graphs/fold_gram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "common/random_stream.h"
#include "kernels/support_vectors/nested_cross_validation.h"

namespace structlab::kernels {
namespace {

SparseFeatures Features(const Eigen::MatrixXd& dense) { return dense.sparseView(); }

std::vector<int> AllRows(int count) {
  std::vector<int> rows(count);
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

// Scaling, selection and products give the same results without the empty columns.
TEST(WithoutEmptyColumns, ChangesNoProduct) {
  common::RandomStream random(1, "columns");
  for (int times = 0; times < 20; ++times) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < 40; ++i) {
      entries.emplace_back(static_cast<int>(random.UniformIndex(10)),
                           static_cast<int>(random.UniformIndex(1000)),
                           static_cast<double>(random.UniformIndex(3)));
    }
    SparseFeatures features(10, 1000);
    features.setFromTriplets(entries.begin(), entries.end());
    const SparseFeatures kept = WithoutEmptyColumns(features);
    const Eigen::MatrixXd dense = features;
    std::vector<int> met;
    for (int column = 0; column < 1000; ++column) {
      if (dense.col(column).any()) met.push_back(column);
    }
    ASSERT_EQ(kept.cols(), static_cast<Eigen::Index>(met.size()));
    for (size_t k = 0; k < met.size(); ++k) {
      EXPECT_EQ(Eigen::MatrixXd(kept).col(static_cast<Eigen::Index>(k)), dense.col(met[k]));
    }
    const std::vector<int> training = {0, 1, 2, 3, 4, 5, 6}, classes = {0, 1, 0, 1, 1, 0, 1};
    EXPECT_EQ(SelectByCorrelation(kept, training, classes).maxima,
              SelectByCorrelation(features, training, classes).maxima);
  }
}

TEST(WithoutEmptyColumns, NoneIsLeftOfZeros) {
  EXPECT_EQ(WithoutEmptyColumns(SparseFeatures(3, 5)).cols(), 0);
  EXPECT_EQ(WithoutEmptyColumns(SparseFeatures(3, 5)).rows(), 3);
}

TEST(FoldGram, PresenceAndFactorsOfRows) {
  const Eigen::MatrixXd counts{{2, 0, 1}, {0, 3, 0}};
  EXPECT_EQ(Eigen::MatrixXd(PresenceOf(Features(counts))), (Eigen::MatrixXd{{1, 0, 1}, {0, 1, 0}}));
  EXPECT_EQ(Eigen::MatrixXd(ScaleRows(Features(counts), std::vector<double>{10, 2})),
            (Eigen::MatrixXd{{20, 0, 10}, {0, 6, 0}}));
}

// The column maxima over the first two rows are 2 and 4. Larger scaled values become 1. The largest product
// of these rows with themselves is 1.25.
TEST(ScaledGram, IsThatOfFeaturesDividedByTheirMaxima) {
  const Eigen::MatrixXd counts{{2, 2}, {1, 4}, {8, 1}};
  const std::vector<int> classes = {0, 1, 0}, training = {0, 1};
  const Eigen::MatrixXd scaled{{1, 0.5}, {0.5, 1}, {1, 0.25}};
  const Eigen::MatrixXd gram = ScaledGram(Features(counts), classes, Selection::kAll, training, training);
  EXPECT_TRUE(gram.isApprox(scaled * scaled.transpose() / 1.25));
  // Over all rows the first maximum is 8.
  const Eigen::MatrixXd by_all{{0.25, 0.5}, {0.125, 1}, {1, 0.25}};
  const Eigen::MatrixXd seen = ScaledGram(Features(counts), classes, Selection::kAll, AllRows(3), training);
  EXPECT_TRUE(seen.isApprox(by_all * by_all.transpose() / (1 + 0.125 * 0.125)));
}

// Two training rows at distance 2: the mean squared distance over their four pairs is 2.
TEST(GaussianOf, IsOneAtNoDistanceAndFallsByTheMean) {
  const Eigen::MatrixXd rows{{0, 0}, {2, 0}, {0, 2}};
  const Eigen::MatrixXd kernel = GaussianOf(rows * rows.transpose(), {0, 1});
  EXPECT_DOUBLE_EQ(kernel(2, 2), 1);
  EXPECT_DOUBLE_EQ(kernel(0, 1), std::exp(-2));
  EXPECT_DOUBLE_EQ(kernel(1, 2), std::exp(-4));
  EXPECT_EQ(GaussianOf(Eigen::MatrixXd::Ones(2, 2), {0, 1}), Eigen::MatrixXd::Ones(2, 2));
}

// Thousands of features that are independent of the classes: by chance, some correlate with the classes of
// the rows that select them, but not with those of other rows.
TEST(ScaledGram, ASelectionByTrainingRowsTellsNothingOfNoise) {
  constexpr int kRows = 60, kRepeats = 6;
  std::vector<int> classes, fold_of;
  for (int i = 0; i < kRows; ++i) {
    classes.push_back(i % 2);
    fold_of.push_back(i / 2 % 5);
  }
  double by_training = 0, by_all = 0;
  for (uint64_t seed = 1; seed <= kRepeats; ++seed) {
    common::RandomStream random(seed, "noise");
    std::vector<Eigen::Triplet<double>> entries;
    for (int row = 0; row < kRows; ++row) {
      for (int column = 0; column < 3000; ++column) {
        if (random.Uniform() < 0.3) entries.emplace_back(row, column, 1.0);
      }
    }
    SparseFeatures counts(kRows, 3000);
    counts.setFromTriplets(entries.begin(), entries.end());
    const auto accuracy = [&](bool sees_all) {
      const auto gram_of = [&](const std::vector<int>& training) {
        return ScaledGram(counts, classes, Selection::kByCorrelation, sees_all ? AllRows(kRows) : training,
                          training);
      };
      const NestedValidation options = {
          .inner_folds = 4, .costs = {0.1, 1, 10}, .inner = InnerGram::kPerInnerFold, .seed = seed};
      return CrossValidate(classes, fold_of, gram_of, options).chosen.accuracy;
    };
    by_training += accuracy(false) / kRepeats;
    by_all += accuracy(true) / kRepeats;
  }
  // Half of 360 guesses are correct, with a standard deviation of 2.6%.
  EXPECT_NEAR(by_training, 0.5, 4 * 0.026);
  EXPECT_GT(by_all, 0.8);
}

}  // namespace
}  // namespace structlab::kernels
