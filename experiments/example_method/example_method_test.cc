#include <gtest/gtest.h>

#include <algorithm>

#include "common/table.h"
#include "experiments/harness/testing/main_run.h"
#include "experiments/regularization_path/package.h"

namespace structlab {
namespace {

TEST(ExampleMethod, LinkingItAddsItToThePackage) {
  const harness::Experiment experiment = regularization_path::MakeExperiment();
  EXPECT_EQ(std::count(experiment.methods.begin(), experiment.methods.end(), "ONE-SLACK"), 1);
  EXPECT_EQ(harness::Problems(experiment), std::vector<std::string>());
}

TEST(ExampleMethod, MethodsPicksIt) {
  const std::string out = testing::TempDir() + "/one_slack";
  ASSERT_EQ(harness::RunMain(regularization_path::MakeExperiment(), out,
                             {"--profile=smoke", "--methods=ONE-SLACK", "--repeats=1"}),
            0);
  const common::Table results = common::ReadTsv(out + "/results.tsv");
  const int method = results.Column("method"), metric = results.Column("metric"),
            value = results.Column("value");
  int passes = 0, losses = 0;
  for (const auto& row : results.rows) {
    if (row[value].empty()) continue;
    EXPECT_EQ(row[method], "ONE-SLACK");
    passes += row[metric] == "total_passes";
    losses += row[metric] == "min_test_loss";
  }
  EXPECT_EQ(passes, 1);
  EXPECT_EQ(losses, 1);
}

}  // namespace
}  // namespace structlab
