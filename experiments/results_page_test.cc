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
  EXPECT_LE(Count(page, "\n"), 60u);
  EXPECT_EQ(page, ResultsPage(".", kPackages))
      << "write it again: bazel run //experiments:write_results_page";
}

TEST(ResultsPage, HasAtMostSixtyLines) {
  std::vector<RecordedPackage> packages;
  int claims = 0;
  for (const int count : {19, 13, 9, 9, 5}) {
    RecordedPackage& package = packages.emplace_back();
    for (int i = 0; i < count; ++i) {
      harness::ClaimRow& claim = package.claims.emplace_back();
      claim.id = fmt::format("D{}", ++claims);
      claim.statement = "A is below | B.";
      claim.verdict = i % 2 == 0 ? harness::Verdict::kHolds : harness::Verdict::kFails;
      claim.print = i % 4 == 1 ? harness::Verdict::kFails : harness::Verdict::kHolds;
    }
    package.claims.push_back(package.claims.front());
    package.claims.back().part = "a part is no line";
  }
  const std::string page = FormatResultsPage(packages);
  EXPECT_EQ(Count(page, "\n"), 7 + 5 + 0 + 13 + 9 + 9 + 5u);
  EXPECT_EQ(Count(page, "| 19 claims | ✔ holds: D1, D3, D5, D7"), 1u);
  EXPECT_EQ(Count(page, "|  | D20 | ✔ holds | ✔ supports it |  | A is below \\| B. |"), 1u);
  while (packages.size() < 18) packages.push_back(packages.front());
  EXPECT_LE(Count(FormatResultsPage(packages), "\n"), 60u);
}

}  // namespace
}  // namespace structlab::experiments
