#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/harness/testing/main_run.h"
#include "experiments/harness/testing/named_rows.h"
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
  ASSERT_EQ(
      harness::RunSmoke(regularization_path::MakeExperiment(), out, {"--methods=ONE-SLACK", "--repeats=1"}),
      0);
  int passes = 0, losses = 0;
  for (const harness::NamedRow& row : harness::ReadNamedRows(out + "/results.tsv")) {
    if (row.at("value").empty()) continue;
    EXPECT_EQ(row.at("method"), "ONE-SLACK");
    passes += row.at("metric") == "total_passes";
    losses += row.at("metric") == "min_test_loss";
  }
  EXPECT_EQ(passes, 1);
  EXPECT_EQ(losses, 1);
}

}  // namespace
}  // namespace structlab
