// What one line in the methods of regularization_path does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "experiments/harness/testing/program_run.h"

namespace structlab {
namespace {

const harness::RunSetup kWithMethod = {.program = "experiments/example_method/with_one_slack"};
const harness::RunSetup kWithout = {.program = "experiments/regularization_path/regularization_path"};

TEST(ExampleMethod, MethodsPicksIt) {
  const std::string out = harness::FreshFolder("one_slack");
  const harness::RunOutcome run = harness::RunFake(
      {"--profile=smoke", "--out=" + out, "--methods=ONE-SLACK", "--repeats=1"}, kWithMethod);
  ASSERT_EQ(run.status, 0) << run.errors;
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

// Only its own cases run, and its curve stands beside theirs.
TEST(ExampleMethod, AddingItRerunsNothingElse) {
  const std::string out = harness::FreshFolder("added");
  const std::vector<std::string> flags = {"--profile=smoke", "--out=" + out, "--repeats=1",
                                          "--only=regularization_path/ocr"};
  ASSERT_EQ(harness::RunFake(flags, kWithout).status, 0);
  const harness::RunOutcome with = harness::RunFake(flags, kWithMethod);
  EXPECT_THAT(with.errors, testing::HasSubstr("1/1"));
  EXPECT_THAT(with.errors, testing::HasSubstr("ocr/one-slack/seed=1"));
  std::set<std::string> series;
  for (const auto& point : harness::ReadNamedRows(out + "/report/regularization_path/figure_5_1c.tsv")) {
    series.insert(point.at("series"));
  }
  EXPECT_TRUE(series.contains("RP-BCFW-STD-G"));
}

}  // namespace
}  // namespace structlab
