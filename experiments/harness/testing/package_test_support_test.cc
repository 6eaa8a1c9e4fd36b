// What the tests of packages share, tried on the fake package.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/statistics.h"
#include "experiments/harness/join.h"
#include "experiments/harness/report/measured.h"
#include "experiments/harness/reported.h"
#include "experiments/harness/testing/fake_experiment.h"
#include "experiments/harness/testing/main_run.h"
#include "experiments/harness/testing/named_rows.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/harness/testing/package_plan.h"

namespace structlab::harness {
namespace {

TEST(RunSmoke, RunsThePackageWithItsArguments) {
  const std::string out = testing::TempDir() + "/smoke";
  ASSERT_EQ(RunSmoke(MakeFakeExperiment("fake"), out, {"--set=fake.size_factor=3", "--methods=steady"}), 0);
  std::set<std::string> areas;
  for (const NamedRow& row : ReadNamedRows(out + "/results.tsv")) {
    if (row.at("metric") != "area" || row.at("value").empty()) continue;
    EXPECT_EQ(row.at("method"), "steady");
    EXPECT_EQ(row.at("profile"), "smoke");
    EXPECT_EQ(row.at("data"), "stand-in");
    areas.insert(row.at("value"));
  }
  EXPECT_EQ(areas, (std::set<std::string>{"9", "36", "81"}));
}

TEST(RunSmoke, ReturnsTheStatusOfWrongUsage) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunSmoke(MakeFakeExperiment("fake"), testing::TempDir() + "/wrong", {"--set=fake.cases=-1"}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("--set=fake.cases"), std::string::npos);
}

TEST(NamedRows, HaveEveryCellOfEveryLine) {
  const std::string path = testing::TempDir() + "/rows.tsv";
  common::WriteFileAtomically(path, "# comment\na\tb\n1\t\n\\t\tx\n");
  EXPECT_EQ(ReadNamedRows(path), (std::vector<NamedRow>{{{"a", "1"}, {"b", ""}}, {{"a", "\t"}, {"b", "x"}}}));
}

TEST(PlanOf, IsThatOfTheProfileWithSettingsChanged) {
  const Experiment experiment = MakeFakeExperiment("fake");
  const std::vector<Case> cases = PlanOf(experiment, Profile::kPaper, {{"cases", "2"}});
  ASSERT_EQ(cases.size(), 9u);  // two methods with three sizes, one case for trouble, and two more
  EXPECT_EQ(cases.front().protocol, Protocol::kPaper);
  EXPECT_EQ(cases.front().parameters.Text("cases"), "2");
  EXPECT_EQ(cases.front().parameters.Text("size_factor"), "1");
  EXPECT_EQ(cases.back().name, "more/1");
  const std::vector<Case> smoke = PlanOf(experiment, Profile::kSmoke);
  ASSERT_EQ(smoke.size(), 7u);
  EXPECT_EQ(smoke.front().protocol, Protocol::kCut);
  EXPECT_EQ(smoke.front().parameters.Text("size_factor"), "1.0");
  EXPECT_THROW(PlanOf(experiment, Profile::kPaper, {{"size", "2"}}), common::Error);
  EXPECT_THROW(PlanOf(experiment, Profile::kPaper, {{"cases", "-2"}}), common::Error);
}

TEST(ExpectLibraries, WantsTheNamesAndTheirVersions) {
  static Experiment experiment;
  experiment.libraries = {{"Eigen", "3.4.0"}, {"OpenCV", "4.6"}};
  ExpectLibraries(experiment, {"Eigen", "OpenCV"});
  EXPECT_NONFATAL_FAILURE(ExpectLibraries(experiment, {"Eigen"}), "OpenCV");
  experiment.libraries[1].value = "STRUCTLAB_SYSTEM_OPENCV_VERSION 4";
  EXPECT_NONFATAL_FAILURE(ExpectLibraries(experiment, {"Eigen", "OpenCV"}), "STRUCTLAB_SYSTEM");
  experiment.libraries[1].value = "unknown";
  EXPECT_NONFATAL_FAILURE(ExpectLibraries(experiment, {"Eigen", "OpenCV"}), "unknown");
}

// A name that no case has would leave nothing to compare.
TEST(PackageChecks, SameResultsAreThoseOfCasesThatThereAre) {
  static const std::string fake = "experiments/harness/testing/fake";
  static const std::vector<std::string> steady = {"--methods=steady"}, none = {"--only=fake/none"};
  ExpectSameResultsWithAnyJobsAndThreads(fake, steady);
  EXPECT_FATAL_FAILURE(ExpectSameResultsWithAnyJobsAndThreads(fake, none), "fake/none");
}

// What the fake package says, recorded into the folder, after a change.
template <class Change>
std::string RecordedWith(const std::string& folder_name, const Change& change) {
  const Experiment experiment = MakeFakeExperiment("fake");
  Measured measured{
      .package = "fake",
      .origin = {.commit = "0", .date = "2026-01-31", .processor = "one", .command = "fake"},
      .rows = {},
      .claims = DecideClaims(experiment, ParseReportedClaims(experiment.claims_tsv, "fake/claims.tsv"),
                             Results({}, Profile::kPaper)),
      .departures = experiment.departures,
      .introduction = experiment.introduction};
  change(measured);
  const std::string folder = testing::TempDir() + "/" + folder_name;
  std::filesystem::create_directories(folder);
  WriteMeasured(measured, folder);
  return folder;
}

TEST(PackageChecks, RecordSaysWhatThePackageSays) {
  const Experiment experiment = MakeFakeExperiment("fake");
  ExpectRecordSaysWhatThePackageSays(experiment, RecordedWith("same", [](Measured&) {}));
  const std::string rule =
      RecordedWith("rule", [](Measured& old) { old.claims.back().rule += ", at first"; });
  EXPECT_NONFATAL_FAILURE(ExpectRecordSaysWhatThePackageSays(experiment, rule), ", at first");
  const std::string part = RecordedWith("part", [](Measured& old) { old.claims.pop_back(); });
  EXPECT_NONFATAL_FAILURE(ExpectRecordSaysWhatThePackageSays(experiment, part), "must be recorded again");
  const std::string departure =
      RecordedWith("departure", [](Measured& old) { old.departures.push_back("no longer one"); });
  EXPECT_NONFATAL_FAILURE(ExpectRecordSaysWhatThePackageSays(experiment, departure), "no longer one");
  const std::string introduction =
      RecordedWith("introduction", [](Measured& old) { old.introduction += " And more."; });
  EXPECT_NONFATAL_FAILURE(ExpectRecordSaysWhatThePackageSays(experiment, introduction), "And more.");
}

// Of rows of one seed and of several: what is asked of the results has the recorded mean and deviation.
TEST(PackageChecks, RecordSaysWhyRowsDiffer) {
  static Experiment experiment = MakeFakeExperiment("fake");
  experiment.explain = [](const ResultRow& row, const Results& results) -> Explanation {
    if (row.method != "steady") return {};
    const std::vector<double> others =
        Numbers(results.Values({.method = "noisy", .setting = row.setting, .case_prefix = "noisy/"}));
    return {ExplanationKind::kUnexplained,
            common::FormatShort(common::Mean(others)) + " ± " +
                common::FormatShort(others.size() > 1 ? common::StandardDeviation(others) : 0)};
  };
  const auto recorded_with = [](const std::string& folder, const std::string& text) {
    return RecordedWith(folder, [&](Measured& measured) {
      ResultRow steady, noisy;
      steady.data = noisy.data = DataOrigin::kReal;
      steady.method = "steady", noisy.method = "noisy";
      steady.value = 3, noisy.value = 12;
      steady.cases = {"steady/a/seed=1"};
      noisy.std = 1.5;
      noisy.cases = {"noisy/a/seed=1", "noisy/a/seed=2", "noisy/a/seed=3"};
      steady.n = 1, noisy.n = 3;
      steady.seeds = {1}, noisy.seeds = {1, 2, 3};
      steady.explanation = {ExplanationKind::kUnexplained, text};
      measured.rows = {steady, noisy};
    });
  };
  ExpectRecordSaysWhyRowsDiffer(experiment, recorded_with("why", "12 ± 1.5"));
  static const std::string other = recorded_with("other_why", "12 ± 2");
  EXPECT_NONFATAL_FAILURE(ExpectRecordSaysWhyRowsDiffer(experiment, other), "12 ± 1.5");
}

}  // namespace
}  // namespace structlab::harness
