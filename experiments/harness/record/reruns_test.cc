#include "experiments/harness/record/reruns.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

std::vector<RecordedCase> SomeCases(int count, double cpu_seconds) {
  std::vector<RecordedCase> cases;
  for (int i = 0; i < count; ++i) {
    cases.push_back({.package = i % 2 == 0 ? "a" : "b",
                     .case_name = "case=" + std::to_string(i / 3),
                     .seed = static_cast<uint64_t>(i % 3),
                     .cpu_seconds = cpu_seconds,
                     .recorded = "abc",
                     .rerun_date = {}});
  }
  return cases;
}

TEST(Reruns, AreReadAsTheyWereWritten) {
  const std::vector<Rerun> reruns = {
      {.case_name = "b", .seed = 2, .recorded = "r", .commit = "c", .date = "2026-01-02"},
      {.case_name = "a", .seed = 10, .recorded = "r", .commit = "c", .date = "2026-01-01"},
      {.case_name = "b", .seed = 2, .recorded = "r", .commit = "d", .date = "2026-01-03"}};
  EXPECT_EQ(ParseReruns(FormatReruns(reruns), "reruns.tsv"), (std::vector<Rerun>{reruns[1], reruns[2]}));
  EXPECT_TRUE(ParseReruns("", "reruns.tsv").empty());
  const char* const bad = "case\tseed\trecorded\tcommit\tdate\na\t-1\tr\tc\td\n";
  EXPECT_EQ(common::MessageOf(common::ErrorKind::kData, [&] { ParseReruns(bad, "reruns.tsv"); }),
            "reruns.tsv:2:3: expected a seed, found '-1'");
}

TEST(Reruns, OfAnOlderRecordDoNotCount) {
  const std::string cases =
      "# structlab record 2\n"
      "case\tseed\tdata\tprotocol\tseconds\tcpu_seconds\tpeak_rss_mb\tprocessor\tcommit\tdate\trefused\n"
      "a\t1\treal\tpaper\t1\t0.5\t1\tp\told\t2026-01-01\t\n"
      "a\t2\treal\tpaper\t1\t7\t1\tp\tnew\t2026-01-01\tyes\n";
  const std::string reruns =
      FormatReruns({{.case_name = "a", .seed = 1, .recorded = "old", .commit = "c", .date = "2026-01-02"},
                    {.case_name = "a", .seed = 2, .recorded = "old", .commit = "c", .date = "2026-01-02"}});
  const std::vector<RecordedCase> expected = {
      {.package = "p",
       .case_name = "a",
       .seed = 1,
       .cpu_seconds = 0.5,
       .recorded = "old",
       .rerun_date = "2026-01-02"},
      {.package = "p", .case_name = "a", .seed = 2, .cpu_seconds = 7, .recorded = "new", .rerun_date = ""}};
  EXPECT_EQ(RecordedCasesOf("p", cases, reruns), expected);
}

TEST(Reruns, FitIntoTheBudgetAndDependOnTheDraw) {
  std::vector<RecordedCase> cases = SomeCases(30, 10);
  cases[7].cpu_seconds = 1000;  // longer than the budget
  std::set<std::string> first_names;
  for (const std::string draw : {"1", "2", "3", "4", "5"}) {
    const std::vector<RecordedCase> chosen = ChooseReruns(cases, 100, draw);
    EXPECT_EQ(chosen.size(), 10u);
    EXPECT_EQ(chosen, ChooseReruns(std::vector<RecordedCase>(cases.rbegin(), cases.rend()), 100, draw));
    first_names.insert(chosen[0].case_name + "/" + std::to_string(chosen[0].seed));
  }
  EXPECT_GT(first_names.size(), 1u);
  EXPECT_EQ(ChooseReruns(cases, 1e9, "1").size(), cases.size());
}

// Whatever is drawn, every case has its turn after the sum of all seconds divided by the budget, rounded up
// for what does not fit.
TEST(Reruns, GiveEveryCaseItsTurn) {
  std::vector<RecordedCase> cases = SomeCases(100, 9);
  std::map<std::string, int> times;
  const int days = 10;  // 11 cases a day
  for (int day = 0; day < days; ++day) {
    for (const RecordedCase& chosen : ChooseReruns(cases, 100, std::to_string(day))) {
      for (RecordedCase& c : cases) {
        if (c.package != chosen.package || c.case_name != chosen.case_name || c.seed != chosen.seed) continue;
        c.rerun_date = "2026-01-" + std::to_string(10 + day);
        ++times[c.package + c.case_name + std::to_string(c.seed)];
      }
    }
  }
  EXPECT_EQ(times.size(), cases.size());
  for (const auto& [name, count] : times) EXPECT_LE(count, 2) << name;
}

}  // namespace
}  // namespace structlab::harness
