#include "experiments/example_experiment/buffon.h"

#include <gtest/gtest.h>

#include "common/table.h"
#include "experiments/harness/testing/main_run.h"

namespace structlab::example_experiment {
namespace {

TEST(Buffon, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Buffon, RegeneratesItsRowAndDecidesItsClaim) {
  const std::string out = testing::TempDir() + "/buffon";
  ASSERT_EQ(harness::RunMain(MakeExperiment(), out, {}), 0);

  const common::Table results = common::ReadTsv(out + "/results.tsv");
  const int value = results.Column("value"), reported = results.Column("reported");
  ASSERT_FALSE(results.rows.empty());
  EXPECT_EQ(results.rows[0][reported], "3.1415929");
  EXPECT_NEAR(std::stod(results.rows[0][value]), 3.14, 0.1);
  const common::Table claims = common::ReadTsv(out + "/claims.tsv");
  ASSERT_EQ(claims.rows.size(), 1u);
  EXPECT_EQ(claims.rows[0][claims.Column("verdict")], "holds");
}

}  // namespace
}  // namespace structlab::example_experiment
