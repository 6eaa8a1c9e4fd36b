#include "experiments/hashing/graph_validation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"

namespace structlab::hashing {
namespace {

using kernels::SparseFeatures;

// Scalings, selections and products are those of all columns.
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
    EXPECT_EQ(kernels::SelectByCorrelation(kept, training, classes).maxima,
              kernels::SelectByCorrelation(features, training, classes).maxima);
  }
}

TEST(WithoutEmptyColumns, NoneIsLeftOfZeros) {
  EXPECT_EQ(WithoutEmptyColumns(SparseFeatures(3, 5)).cols(), 0);
  EXPECT_EQ(WithoutEmptyColumns(SparseFeatures(3, 5)).rows(), 3);
}

// So many graphs without edges, half of them of each class, and a case that cross-validates them.
kernels::GraphDataset Balanced(int graphs) {
  kernels::GraphDataset dataset;
  dataset.graphs.resize(static_cast<size_t>(graphs));
  for (int g = 0; g < graphs; ++g) dataset.labels.push_back(g % 2);
  return dataset;
}

harness::Case CaseOfFolds(uint64_t seed) {
  harness::Case c;
  c.seed = seed;
  c.parameters = {{"folds", "5"}, {"inner_folds", "4"}, {"costs", "0.1,1,10"}};
  return c;
}

// Each graph is like itself alone: a machine that had met it would know its class, another one can but guess.
TEST(CrossValidate, TestGraphsAreNotTrainedOn) {
  const kernels::GraphDataset dataset = Balanced(60);
  const CrossValidated quality = CrossValidate(CaseOfFolds(1), dataset, [&](const std::vector<int>&) {
    return Eigen::MatrixXd(Eigen::MatrixXd::Identity(60, 60));
  });
  EXPECT_DOUBLE_EQ(quality.chosen.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(quality.highest.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(quality.chosen.area.value(), 0.5);
  ASSERT_EQ(quality.by_fold.size(), 5u);
  for (const Quality& fold : quality.by_fold) EXPECT_DOUBLE_EQ(fold.accuracy, 0.5);
}

// A feature tells the class of whatever graph a matrix is made by.
TEST(CrossValidate, MatricesAreMadeByTrainingGraphsAlone) {
  const kernels::GraphDataset dataset = Balanced(60);
  for (const InnerGram inner : {InnerGram::kOfFold, InnerGram::kOfInnerFold}) {
    std::multiset<size_t> sizes;
    const CrossValidated quality = CrossValidate(
        CaseOfFolds(2), dataset,
        [&](const std::vector<int>& training) {
          sizes.insert(training.size());
          Eigen::VectorXd feature = Eigen::VectorXd::Zero(60);
          for (const int g : training) feature(g) = g % 2 == 0 ? -1 : 1;
          return Eigen::MatrixXd(feature * feature.transpose());
        },
        inner);
    EXPECT_DOUBLE_EQ(quality.chosen.accuracy, 0.5);
    EXPECT_DOUBLE_EQ(quality.highest.accuracy, 0.5);
    EXPECT_DOUBLE_EQ(quality.chosen.area.value(), 0.5);
    // 48 of 60 in each fold, 36 of these in each inner one.
    EXPECT_EQ(sizes.count(48), 5u);
    EXPECT_EQ(sizes.count(36), inner == InnerGram::kOfFold ? 0u : 20u);
  }
}

// Where a matrix depends on classes, the cost must be chosen with one that has not seen what it is judged by.
TEST(CrossValidate, InnerMatricesHaveNotSeenWhatIsHeldOut) {
  const kernels::GraphDataset dataset = Balanced(60);
  std::vector<std::set<int>> outer, inner;
  const auto gram_of = [&](const std::vector<int>& training) {
    (training.size() == 48 ? outer : inner).emplace_back(training.begin(), training.end());
    return Eigen::MatrixXd(Eigen::MatrixXd::Identity(60, 60));
  };
  CrossValidate(CaseOfFolds(3), dataset, gram_of, InnerGram::kOfInnerFold);
  ASSERT_EQ(outer.size(), 5u);
  ASSERT_EQ(inner.size(), 20u);
  for (size_t i = 0; i < inner.size(); ++i) {
    EXPECT_TRUE(std::ranges::includes(outer[i / 4], inner[i])) << i;
    for (size_t other = i / 4 * 4; other < i; ++other) EXPECT_NE(inner[other], inner[i]);
  }
}

// Thousands of features that have nothing to do with the classes: some correlate by chance with those of the
// graphs that select them, and tell nothing of others.
TEST(ScaledGram, ASelectionByTrainingGraphsTellsNothingOfNoise) {
  const kernels::GraphDataset dataset = Balanced(60);
  double mean[2] = {};
  constexpr int kRepeats = 6;
  for (uint64_t seed = 1; seed <= kRepeats; ++seed) {
    common::RandomStream random(seed, "noise");
    std::vector<Eigen::Triplet<double>> entries;
    for (int g = 0; g < 60; ++g) {
      for (int column = 0; column < 3000; ++column) {
        if (random.Uniform() < 0.3) entries.emplace_back(g, column, 1.0);
      }
    }
    SparseFeatures counts(60, 3000);
    counts.setFromTriplets(entries.begin(), entries.end());
    for (const Seen seen : {Seen::kTraining, Seen::kAll}) {
      const CrossValidated quality = CrossValidate(
          CaseOfFolds(seed), dataset,
          [&](const std::vector<int>& training) {
            return ScaledGram(dataset, counts, Selects::kYes, seen, training);
          },
          InnerGram::kOfInnerFold);
      mean[seen == Seen::kAll] += quality.chosen.accuracy / kRepeats;
    }
  }
  // Of 360 guesses half are right, with a standard deviation of 2.6%.
  EXPECT_NEAR(mean[0], 0.5, 4 * 0.026);
  EXPECT_GT(mean[1], 0.8);
}

// Every variant that explanations ask for is tried; generated graphs have no labels of nodes, and a note says
// so.
TEST(GraphChoices, TryAllVariants) {
  harness::Case c;
  c.dataset = "MUTAG";
  c.method = kHk;
  c.seed = 1;
  c.parameters = {{"graphs", "24"}, {"folds", "2"},          {"inner_folds", "2"},
                  {"costs", "1"},   {"graph_samples", "50"}, {"largest_graphlet", "9"}};
  c.data = {kGraphsData};
  c.resolved = {{.name = kGraphsData, .origin = harness::DataOrigin::kStandIn}};
  harness::Recorder record(c);
  RunGraphChoices(c, record);
  std::set<std::string> made[2];
  for (const harness::RecordedValue& value : record.record().values) {
    EXPECT_EQ(value.key.table, kOurChoices);
    made[value.key.method == kHkf].insert(value.key.setting.Text("variant"));
    EXPECT_GE(value.value, 0);
    EXPECT_LE(value.value, 1);
  }
  const bool has_labels = record.record().notes.empty();
  for (const bool selects : {false, true}) {
    std::set<std::string> expected;
    for (const std::string& variant : FurtherVariants(selects)) {
      if (has_labels || !variant.starts_with(kLabelled)) expected.insert(variant);
    }
    EXPECT_EQ(made[selects], expected) << selects;
  }
}

}  // namespace
}  // namespace structlab::hashing
