#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "common/table.h"
#include "experiments/regularization_path/package.h"

namespace structlab {
namespace {

int RunPackage(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return harness::Main(regularization_path::MakeExperiment(), static_cast<int>(argv.size()), argv.data());
}

TEST(ExampleMethod, LinkingItAddsItToThePackage) {
  const harness::Experiment experiment = regularization_path::MakeExperiment();
  EXPECT_EQ(std::count(experiment.methods.begin(), experiment.methods.end(), "ONE-SLACK"), 1);
  EXPECT_EQ(harness::Problems(experiment), std::vector<std::string>());
}

TEST(ExampleMethod, MethodsPicksIt) {
  const std::string out = testing::TempDir() + "/one_slack";
  std::filesystem::remove_all(out);
  ASSERT_EQ(RunPackage({"regularization_path", "--profile=smoke", "--methods=ONE-SLACK", "--repeats=1",
                        "--out=" + out, "--data-dir=" + testing::TempDir()}),
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
