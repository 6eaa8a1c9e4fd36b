#include "experiments/example_experiment/package.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/harness/testing/main_run.h"
#include "experiments/harness/testing/named_rows.h"

namespace structlab::example_experiment {
namespace {

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, RegeneratesItsRowAndDecidesItsClaim) {
  const std::string out = testing::TempDir() + "/smoke";
  ASSERT_EQ(harness::RunMain(MakeExperiment(), out, {}), 0);

  const std::vector<harness::NamedRow> results = harness::ReadNamedRows(out + "/results.tsv");
  ASSERT_FALSE(results.empty());
  EXPECT_EQ(results[0].at("reported"), "3.1415929");
  EXPECT_NEAR(std::stod(results[0].at("value")), 3.14, 0.1);
  const std::vector<harness::NamedRow> claims = harness::ReadNamedRows(out + "/claims.tsv");
  ASSERT_EQ(claims.size(), 1u);
  EXPECT_EQ(claims[0].at("verdict"), "holds");
}

}  // namespace
}  // namespace structlab::example_experiment
