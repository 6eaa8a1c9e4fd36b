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
                                        "--data-dir=" + testing::TempDir() + "/no_data"};
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

}  // namespace
}  // namespace structlab::regularization_path
