#include "experiments/map_inference/package.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/file.h"
#include "experiments/harness/testing/program_run.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"
#include "experiments/old_experiment/testing/main_run.h"
#include "experiments/old_experiment/testing/package_plan.h"

namespace structlab::map_inference {
namespace {

using harness::NamedRow;

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, ThePaperProfileHasEveryMethodOnEveryInstance) {
  const auto cases = harness::PlanOf(MakeExperiment(), harness::Profile::kPaper);
  EXPECT_EQ(cases.size(), Instances().size() * Methods().size());
  for (const harness::Case& c : cases) {
    EXPECT_EQ(c.protocol, harness::Protocol::kPaper);
    EXPECT_TRUE(c.departures.empty());
  }
}

TEST(Package, SmallerProfilesSayWhatIsCut) {
  for (const harness::Case& c : harness::PlanOf(MakeExperiment(), harness::Profile::kQuick)) {
    EXPECT_EQ(c.protocol, harness::Protocol::kCut);
    ASSERT_EQ(c.departures.size(), 4U);
    EXPECT_NE(c.departures[0].find(" of " + std::to_string(Instances().size()) + " instances"),
              std::string::npos);
    EXPECT_EQ(c.departures[1], "methods have at most 100 instead of 500 iterations");
    EXPECT_EQ(c.departures[2], "subgraph-descent has at most 400 iterations instead of any number");
    EXPECT_EQ(c.departures[3], "methods have at most 8 instead of 240 seconds");
  }
}

int RunSmoke(const std::string& out, const std::vector<std::string>& arguments = {}) {
  return harness::RunSmoke(MakeExperiment(), out, arguments);
}

// Metric to the methods that have a number of it on this instance.
std::map<std::string, std::set<std::string>> Measured(const std::string& out, const std::string& instance) {
  std::map<std::string, std::set<std::string>> measured;
  for (const NamedRow& row : harness::ReadNamedRows(out + "/results.tsv")) {
    if (row.at("dataset") != instance || row.at("value").empty()) continue;
    EXPECT_EQ(row.at("data"), "stand-in");
    measured[row.at("metric")].insert(row.at("method"));
  }
  return measured;
}

std::map<std::string, std::string> Verdicts(const std::string& out) {
  std::map<std::string, std::string> verdicts;
  for (const NamedRow& claim : harness::ReadNamedRows(out + "/claims.tsv")) {
    verdicts[claim.at("id") + claim.at("part")] = claim.at("verdict");
  }
  return verdicts;
}

using Names = std::set<std::string>;

TEST(Package, SmokeProfileMeasuresWhatTakesTheInstance) {
  const std::string out = testing::TempDir() + "/smoke";
  ASSERT_EQ(RunSmoke(out), 0);
  const auto grid = Measured(out, "grid20x20.f10");
  const Names on_grid = {"qpbo",        "trws", "alpha-expansion", "alpha-beta-swap",
                         "max-product", "icm",  "mean-field",      "subgraph-descent",
                         "auto"};
  EXPECT_EQ(grid.at(kValue), on_grid);
  EXPECT_EQ(grid.at(kSeconds), on_grid);
  EXPECT_EQ(grid.at(kBound), (Names{"qpbo", "trws", "subgraph-descent", "auto"}));
  EXPECT_EQ(grid.at(kAboveBound), (Names{"qpbo", "trws", "subgraph-descent", "auto"}));
  EXPECT_EQ(grid.count(kAboveMinimum) + grid.count(kAboveBestKnown), 0U);  // none for what is generated
  const auto example = Measured(out, "example");
  EXPECT_FALSE(example.at(kValue).contains("qpbo"));  // five labels
  EXPECT_TRUE(example.at(kProved).contains("bucket-elimination"));

  const auto verdicts = Verdicts(out);
  for (const char* claim : {"MAP2", "MAP3", "MAP4"}) EXPECT_EQ(verdicts.at(claim), "holds") << claim;
  for (const char* claim : {"MAP1", "MAP5"}) EXPECT_EQ(verdicts.at(claim), "not-tested") << claim;

  const std::string page = common::ReadFile(out + "/report/map_inference/index.html");
  EXPECT_NE(page.find("Grids of two labels (1 generated instance): After 1 second"), std::string::npos);
  EXPECT_NE(page.find("distances_grids.svg"), std::string::npos);
  EXPECT_NE(page.find("performance_profile.svg"), std::string::npos);
  EXPECT_NE(page.find("at most 2^26 labelings"), std::string::npos) << "why brute-force refuses";
}

// Where a method stands when its time is over differs from run to run: that is no row.
TEST(Package, WhatTheTimeLimitStoppedHasNoRows) {
  const std::string out = testing::TempDir() + "/limit";
  ASSERT_EQ(RunSmoke(out, {"--set=map_inference.seconds=1e-9", "--methods=trws"}), 0);
  for (const char* instance : {"grid20x20.f10", "example"}) EXPECT_TRUE(Measured(out, instance).empty());
  const std::string page = common::ReadFile(out + "/report/map_inference/index.html");
  EXPECT_NE(page.find("ended: time limit, "), std::string::npos);
  EXPECT_NE(page.find("which depend on the machine and so are no rows"), std::string::npos);
}

// The bound of TRW-S on grids goes on rising for long; where it is cut does not depend on the machine.
TEST(Package, WhatTheIterationsEndedHasRows) {
  const std::string out = testing::TempDir() + "/iterations";
  ASSERT_EQ(RunSmoke(out, {"--set=map_inference.iterations=2", "--methods=trws"}), 0);
  EXPECT_EQ(Measured(out, "grid20x20.f10").at(kBound), Names{"trws"});
  const std::string page = common::ReadFile(out + "/report/map_inference/index.html");
  EXPECT_NE(page.find("ended: iteration limit, 2 iterations"), std::string::npos);
}

// Of all its parts together, whatever the limit of other methods.
TEST(Package, TheDescentHasALimitOfItsOwn) {
  const std::string out = testing::TempDir() + "/descent";
  ASSERT_EQ(RunSmoke(out, {"--set=map_inference.iterations=2", "--set=map_inference.descent_iterations=7",
                           "--methods=subgraph-descent"}),
            0);
  const std::string page = common::ReadFile(out + "/report/map_inference/index.html");
  EXPECT_NE(page.find("ended: iteration limit, 7 iterations"), std::string::npos);
}

TEST(Package, AnUnknownInstanceIsWrongUsage) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/unknown", {"--set=map_inference.instances=exmple"}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("'exmple'"), std::string::npos);
}

}  // namespace
}  // namespace structlab::map_inference
