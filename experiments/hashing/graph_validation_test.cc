#include "experiments/hashing/graph_validation.h"

#include <gtest/gtest.h>

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
