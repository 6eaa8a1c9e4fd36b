#include "experiments/harness/testing/package_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "experiments/harness/join.h"
#include "experiments/harness/output_folder.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/measured.h"
#include "experiments/harness/report/results_tables.h"
#include "experiments/harness/reported.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

// Without what depends on the data that was there.
std::vector<std::string> RulesOf(const std::vector<ClaimRow>& claims) {
  std::vector<std::string> rules;
  for (const ClaimRow& claim : claims) {
    std::string rule = claim.rule;
    if (rule.ends_with(kLeftOutRule)) rule.resize(rule.size() - std::string_view(kLeftOutRule).size());
    rules.push_back(std::string(claim.id).append(" | ").append(claim.part).append(": ").append(rule));
  }
  return rules;
}

// Names the first that differ: the lists are long, and so are the texts.
void ExpectSame(const std::vector<std::string>& recorded, const std::vector<std::string>& now) {
  const auto [old_text, new_text] = std::ranges::mismatch(recorded, now);
  EXPECT_EQ(old_text == recorded.end() ? "" : *old_text, new_text == now.end() ? "" : *new_text)
      << "the package must be recorded again";
}

// As many values as the row has seeds, with its mean and standard deviation.
std::vector<double> ValuesLike(const ResultRow& row) {
  std::vector<double> values(row.cases.size(), *row.value);
  if (row.std && values.size() >= 2) {
    const double distance = *row.std * std::sqrt(static_cast<double>(values.size() - 1) / 2);
    values.front() -= distance;
    values.back() += distance;
  }
  return values;
}

// Cases that have recorded what the rows have; each case once for each row.
// A run of the profile paper.
Results ResultsLike(const std::vector<ResultRow>& rows, const std::vector<SettingDeclaration>& settings) {
  std::vector<FinishedCase> cases;
  for (const ResultRow& row : rows) {
    if (!row.value) continue;
    const std::vector<double> values = ValuesLike(row);
    for (size_t i = 0; i < values.size(); ++i) {
      FinishedCase& finished = cases.emplace_back();
      finished.c = {.name = row.cases[i].substr(0, row.cases[i].rfind("/seed=")),
                    .dataset = row.dataset,
                    .method = row.method,
                    .protocol = row.protocol,
                    .origin = row.data,
                    .seed = row.seeds.at(i)};
      finished.record.values.push_back(
          {.key = {row.table, row.dataset, row.method, row.setting, row.metric}, .value = values[i]});
    }
  }
  Setting values;
  for (const SettingDeclaration& setting : settings) values.Set(setting.name, setting.paper);
  return Results(std::move(cases), Profile::kPaper, values);
}

}  // namespace

void ExpectLibraries(const Experiment& experiment, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const Fact& library : experiment.libraries) {
    found.push_back(library.name);
    EXPECT_NE(library.value.find_first_of("0123456789"), std::string::npos) << library.value;
    // A macro's name in place of its value.
    EXPECT_EQ(library.value.find("STRUCTLAB"), std::string::npos) << library.value;
  }
  EXPECT_EQ(found, names);
}

void ExpectSameResultsWithAnyJobsAndThreads(const std::string& program,
                                            const std::vector<std::string>& arguments) {
  const auto run_with = [&](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> all = {"--profile=smoke", "--out=" + out};
    for (const auto* some : {&arguments, &more}) all.insert(all.end(), some->begin(), some->end());
    return RunFake(all, {.program = program});
  };
  // A part of a report does not say which names of its arguments are unknown.
  const RunOutcome list = run_with(FreshFolder("list"), {"--list"});
  ASSERT_EQ(list.status, 0) << list.errors;
  std::string expected;
  for (const std::string count : {"1", "2", "4"}) {
    SCOPED_TRACE(count);
    const std::string out = FreshFolder("jobs" + count);
    const RunOutcome run = run_with(out, {"--part", "--jobs=" + count, "--threads=" + count});
    ASSERT_EQ(run.status, 0) << run.errors;
    const std::vector<PackageDump> dumps = ReadPackageDumps(out);
    ASSERT_EQ(dumps.size(), 1u);
    const std::string results = ComparableRows(ResultsTable(dumps.front().report.rows));
    if (expected.empty()) expected = results;
    EXPECT_EQ(results, expected);
  }
}

void ExpectRecordSaysWhatThePackageSays(const Experiment& experiment, const std::string& folder) {
  const Measured recorded = ReadMeasured(folder);
  EXPECT_EQ(recorded.introduction, experiment.introduction);
  ExpectSame(recorded.departures, experiment.departures);
  // What the rules say does not depend on what was run.
  const std::vector<ReportedClaim> claims =
      ParseReportedClaims(experiment.claims_tsv, experiment.name + "/claims.tsv");
  ExpectSame(RulesOf(recorded.claims),
             RulesOf(DecideClaims(experiment, claims, Results({}, Profile::kPaper))));
}

void ExpectRecordSaysWhyRowsDiffer(const Experiment& experiment, const std::string& folder) {
  const Measured recorded = ReadMeasured(folder);
  const Results results = ResultsLike(recorded.rows, experiment.settings);
  for (const ResultRow& row : recorded.rows) {
    const Explanation now = experiment.explain ? experiment.explain(row, results) : Explanation{};
    EXPECT_EQ(row.explanation.kind, now.kind) << row.table << " | " << row.method << " | " << row.metric;
    EXPECT_EQ(ReadableExplanation(row.explanation), ReadableExplanation(now));
  }
}

}  // namespace structlab::harness
