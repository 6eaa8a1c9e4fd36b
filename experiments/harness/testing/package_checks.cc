#include "experiments/harness/testing/package_checks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "common/program.h"
#include "common/table.h"
#include "experiments/harness/record_file.h"
#include "experiments/harness/report/quotes.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

// The plan of the profile paper, as results without any.
struct PaperPlan {
  explicit PaperPlan(const Package& package)
      : flags(FlagsOf(Profile::kPaper)),
        settings(package.SettingsOf(flags)),
        results({}, Profile::kPaper, settings.values(), package.CasesOf(settings, flags)) {}
  Flags flags;
  Settings settings;
  Results results;
};

}  // namespace

void ExpectRulesDecideMadeUpValues(const Package& package) {
  const PaperPlan plan(package);
  for (const ClaimRule& claim : package.claims()) {
    if (!claim.not_tested.empty()) continue;
    for (const Rule& part : claim.rule.Parts()) {
      SCOPED_TRACE(fmt::format("{} {} {}", claim.id, claim.part, part.Sentence()));
      for (const bool holds : {true, false}) {
        const ClaimOutcome outcome = part.Decide(part.MakeBelieve(holds, plan.results));
        EXPECT_EQ(outcome.verdict, holds ? Verdict::kHolds : Verdict::kFails) << outcome.evidence;
      }
    }
    const ClaimOutcome nothing = claim.rule.Decide(plan.results);
    EXPECT_EQ(nothing.verdict, Verdict::kNotTested)
        << claim.id << " " << claim.part << ": " << nothing.evidence;
  }
}

std::string ExpectSameResultsWithAnyJobsAndThreads(const std::string& program,
                                                   const std::vector<std::string>& arguments) {
  const std::string name = program.substr(program.rfind('/') + 1);
  std::string expected, out;
  for (const std::string count : {"1", "2", "4"}) {
    SCOPED_TRACE(count);
    out = FreshFolder("jobs" + count);
    std::vector<std::string> all = {"--profile=smoke", "--part", "--out=" + out, "--jobs=" + count,
                                    "--threads=" + count};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const RunOutcome run = RunFake(all, {.program = program});
    EXPECT_EQ(run.status, 0) << run.errors;
    if (run.status != 0) return "";
    const std::string results = ComparableRows(common::ReadTsv(out + "/packages/" + name + "/results.tsv"));
    if (expected.empty()) expected = results;
    EXPECT_EQ(results, expected);
  }
  return out;
}

void ExpectSmokeRun(const Package& package, const std::string& program) {
  const std::string out = ExpectSameResultsWithAnyJobsAndThreads(program);
  if (out.empty()) return;
  const Flags flags = FlagsOf(Profile::kSmoke);
  const Settings settings = package.SettingsOf(flags);
  FoundData data(package.datasets(), FreshFolder("no_data"));
  const Store store(out + "/runs/" + package.name());
  std::vector<CaseStatus> cases = ResolveCases(
      package.CasesOf(settings, flags), [](const Case&) { return true; }, package.code(), store, data);
  for (CaseStatus& status : cases) {
    status.state = store.Contains(status.c.Key()) ? CaseState::kDone : CaseState::kFailed;
    EXPECT_EQ(status.state, CaseState::kDone) << status.c.Key();
  }
  const Results results = LoadResults(store, settings, cases);
  EXPECT_EQ(AmbiguousValues(package.reported_rows(), results), std::vector<std::string>());
}

void ExpectRecordDecidesClaims(const Package& package) {
  const std::vector<FinishedCase> record = ReadRecord(package.name());
  if (record.empty()) {
    EXPECT_EQ(ReadExpectedClaims(package.name()), "") << "claims_expected.tsv without a record";
    GTEST_SKIP() << "the package has no record";
  }
  const PaperPlan plan(package);
  const RecordGaps gaps = GapsOf(record, plan.results.planned());
  EXPECT_EQ(gaps.not_planned, std::vector<std::string>()) << "recorded cases that the plan does not have";
  EXPECT_EQ(gaps.not_recorded, std::vector<std::string>()) << "planned cases that are not recorded";
  EXPECT_EQ(ItemsOfFewerSeeds(record), std::vector<std::string>()) << "items of fewer seeds than values";
  EXPECT_EQ(RecordedElsewhere(record, plan.results.planned()), std::vector<std::string>());
  const Results results = ResultsOf(record, plan.results.planned(), plan.settings);
  EXPECT_EQ(FormatExpectedClaims(package, results), ReadExpectedClaims(package.name()))
      << "a verdict changed: if it should, write claims_expected.tsv by\n  bazel run //experiments/"
      << package.name() << " -- --from-record --acknowledge";
}

void ExpectQuotesAreRecorded(const Package& package) {
  const Quotes quotes(package.RecordedRows());
  EXPECT_EQ(quotes.Problems(package.about(), package.name() + "/about.md"), std::vector<std::string>());
}

}  // namespace structlab::harness
