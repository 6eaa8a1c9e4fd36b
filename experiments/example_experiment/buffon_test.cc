#include "experiments/example_experiment/buffon.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/table.h"

namespace structlab::example_experiment {
namespace {

TEST(Buffon, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Buffon, RegeneratesItsRowAndDecidesItsClaim) {
  std::vector<std::string> arguments = {"example_experiment", "--out=" + testing::TempDir() + "/buffon"};
  std::filesystem::remove_all(testing::TempDir() + "/buffon");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  ASSERT_EQ(harness::Main(MakeExperiment(), static_cast<int>(argv.size()), argv.data()), 0);

  const common::Table results = common::ReadTsv(testing::TempDir() + "/buffon/results.tsv");
  const int value = results.Column("value"), reported = results.Column("reported");
  ASSERT_FALSE(results.rows.empty());
  EXPECT_EQ(results.rows[0][reported], "3.1415929");
  EXPECT_NEAR(std::stod(results.rows[0][value]), 3.14, 0.1);
  const common::Table claims = common::ReadTsv(testing::TempDir() + "/buffon/claims.tsv");
  ASSERT_EQ(claims.rows.size(), 1u);
  EXPECT_EQ(claims.rows[0][claims.Column("verdict")], "holds");
}

}  // namespace
}  // namespace structlab::example_experiment
