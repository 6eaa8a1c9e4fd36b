#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

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

// As in step 4 of experiments/README.md; a panel has a path to stand beside.
TEST(ExampleMethod, ItsCurvesAreInTheFigures) {
  const std::string out = testing::TempDir() + "/one_slack_figures";
  ASSERT_EQ(harness::RunSmoke(regularization_path::MakeExperiment(), out,
                              {"--methods=ONE-SLACK,*BCFW-STD-G", "--repeats=1"}),
            0);
  for (const char* figure : {"figure_5_1c", "figure_5_2d", "figure_5_3c"}) {  // kappa1 = 0.5
    std::set<std::string> series;
    const std::string path = out + "/report/regularization_path/" + figure + ".tsv";
    for (const harness::NamedRow& point : harness::ReadNamedRows(path)) series.insert(point.at("series"));
    EXPECT_TRUE(series.contains("ONE-SLACK")) << figure;
    EXPECT_TRUE(series.contains("RP-BCFW-STD-G")) << figure;
  }
}

}  // namespace
}  // namespace structlab
