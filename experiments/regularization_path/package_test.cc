#include "experiments/regularization_path/package.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "common/table.h"

namespace structlab::regularization_path {
namespace {

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, DeclaresEveryReportedRow) {
  EXPECT_EQ(MakeExperiment().rows.size(), 115u);
  const common::Table reported = common::ParseTsv(MakeExperiment().reported_tsv, "reported.tsv");
  EXPECT_EQ(reported.rows.size(), 115u);
}

// The smoke profile on generated words: every method, every part.
TEST(Package, SmokeProfileRuns) {
  const std::string out = testing::TempDir() + "/smoke";
  std::filesystem::remove_all(out);
  std::vector<std::string> arguments = {"regularization_path", "--profile=smoke", "--out=" + out,
                                        "--data-dir=" + testing::TempDir()};
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  ASSERT_EQ(harness::Main(MakeExperiment(), static_cast<int>(argv.size()), argv.data()), 0);

  const common::Table results = common::ReadTsv(out + "/results.tsv");
  const int method = results.Column("method"), metric = results.Column("metric"),
            value = results.Column("value");
  std::set<std::string> measured;
  for (const auto& row : results.rows) {
    if (row[metric] == "total_passes" && !row[value].empty()) measured.insert(row[method]);
  }
  EXPECT_EQ(measured.size(), 8u);
  const common::Table claims = common::ReadTsv(out + "/claims.tsv");
  const int id = claims.Column("id"), part = claims.Column("part"), verdict = claims.Column("verdict");
  int certain = 0;
  for (const auto& row : claims.rows) {
    const bool proved = row[id] == "D28" || row[id] == "D29" || row[part] == "exact stopping";
    if (!proved) continue;
    ++certain;
    EXPECT_EQ(row[verdict], "holds") << row[id] << " " << row[part];
  }
  EXPECT_EQ(certain, 5);
}

// Runs the smoke profile with these arguments too; returns its exit status.
int RunSmoke(const std::string& out, std::vector<std::string> more) {
  std::filesystem::remove_all(out);
  std::vector<std::string> arguments = {"regularization_path", "--profile=smoke", "--out=" + out,
                                        "--data-dir=" + testing::TempDir()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return harness::Main(MakeExperiment(), static_cast<int>(argv.size()), argv.data());
}

TEST(Package, GridWithoutALambdaIsWrongUsage) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/empty", {"--set=regularization_path.lambda_min=1e5"}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("lambda_min"), std::string::npos);
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/rising", {"--set=regularization_path.grid_low=1e4"}), 2);
}

TEST(Package, PathThatEndsEarlyRecordsWhatThereIs) {
  const std::string out = testing::TempDir() + "/early";
  ASSERT_EQ(RunSmoke(out, {"--set=regularization_path.max_passes=0.001", "--repeats=1"}), 0);
  const common::Table results = common::ReadTsv(out + "/results.tsv");
  const int method = results.Column("method"), metric = results.Column("metric"),
            value = results.Column("value");
  int parts = 0;
  for (const auto& row : results.rows) {
    if (row[value].empty() || row[method].rfind("RP-", 0) != 0) continue;
    EXPECT_NE(row[metric], "total_passes");
    EXPECT_NE(row[metric], "passes_at_smallest_lambda");
    EXPECT_NE(row[metric], "test_loss_at_smallest_lambda");
    if (row[metric] == "models_on_the_grid") ++parts;
  }
  EXPECT_GE(parts, 4);
}

TEST(Package, ExplanationsAreNotTheSourcesProtocol) {
  harness::PlanRequest request{.profile = harness::Profile::kPaper, .settings = {}};
  for (const auto& setting : MakeExperiment().settings) request.settings.Set(setting.name, setting.paper);
  int explanations = 0;
  for (const harness::Case& c : MakeExperiment().plan(request)) {
    if (!c.name.starts_with("explain/")) continue;
    ++explanations;
    EXPECT_EQ(c.protocol, harness::Protocol::kChanged) << c.name;
    EXPECT_FALSE(c.departures.empty()) << c.name;
  }
  EXPECT_GT(explanations, 10);
}

TEST(Package, NoCutIsNamedThatIsNoneAnyMore) {
  harness::PlanRequest request{.profile = harness::Profile::kQuick, .settings = {}};
  for (const auto& setting : MakeExperiment().settings) request.settings.Set(setting.name, setting.paper);
  for (const harness::Case& c : MakeExperiment().plan(request)) {
    for (const std::string& departure : c.departures) {
      EXPECT_EQ(departure.find("instead of 1e-4"), std::string::npos) << c.name << ": " << departure;
    }
  }
}

}  // namespace
}  // namespace structlab::regularization_path
