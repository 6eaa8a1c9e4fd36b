// RESULTS.md says what the packages' records say now.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/file.h"
#include "experiments/programs.h"
#include "experiments/recorded_packages.h"

namespace structlab::experiments {
namespace {

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(ResultsPage, IsThatOfTheRecords) {
  const std::string page = common::ReadFile("experiments/RESULTS.md");
  EXPECT_EQ(page, ResultsPage(".", kPackages))
      << "write it again: bazel run //experiments:write_results_page";
}

TEST(ResultsPage, HasALineForEachClaimOfEachPackage) {
  std::vector<RecordedPackage> packages;
  int claims = 0;
  for (const int count : {19, 13, 9, 9, 5}) {
    RecordedPackage& package = packages.emplace_back();
    package.summary = {.compared = 3, .agreeing = 2, .times_compared = 4, .real = 5, .stand_in = 1};
    for (int i = 0; i < count; ++i) {
      harness::ClaimRow& claim = package.claims.emplace_back();
      claim.id = fmt::format("D{}", ++claims);
      claim.statement = "A is below | B.";
      claim.verdict = i % 2 == 0 ? harness::Verdict::kHolds : harness::Verdict::kFails;
      claim.print = i % 4 == 1 ? harness::Verdict::kFails : harness::Verdict::kHolds;
    }
    package.claims.front().stricter = harness::Verdict::kFails;
    package.claims.front().stricter_words = "against a correct rival: fails";
    package.claims.front().untested = "AR";
    package.claims.push_back(package.claims.front());
    package.claims.back().part = "a part is no line";
  }
  packages.emplace_back().name = "new";
  const std::string page = FormatResultsPage(packages);
  EXPECT_EQ(Count(page, "\n"), 7 + 5 + 19 + 13 + 9 + 9 + 5 + 1u);
  EXPECT_EQ(Count(page,
                  "2 of 3 compared results agree, 0 of 4 times of another machine; ● real data: 5 rows, "
                  "⚠ stand-in data: 1 row;"),
            5u);
  EXPECT_EQ(
      Count(page,
            "|  | D20 | ✔ holds (not tested: AR) | ✘ fails (against a correct rival: fails) | ✔ supports "
            "it |  | A is below \\| B. |"),
      1u);
  EXPECT_EQ(Count(page, "|  | D21 | ✘ fails |  |"), 0u);
  EXPECT_EQ(Count(page, "|  | D21 | ↻ fails, as in print |  |"), 1u);
  EXPECT_EQ(Count(page, "| **new** |  | not recorded yet |"), 1u);
}

}  // namespace
}  // namespace structlab::experiments
