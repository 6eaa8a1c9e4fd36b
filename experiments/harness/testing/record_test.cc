// Records: what --record keeps and refuses, what --from-record draws, and what --budget fits into a time.
#include "experiments/harness/run/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "common/file.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A checkout of the fake package with real data.
class RecordTest : public testing::Test {
 protected:
  RecordTest()
      : checkout_(FreshFolder("checkout")),
        out_(FreshFolder("record_out")),
        data_(FreshFolder("record_data")) {
    WriteText(data_ + "/tiny/number.txt", "0.25");
    std::filesystem::create_directories(checkout_ + "/experiments/fake");
  }

  RunOutcome Run(const std::vector<std::string>& flags, const std::string& commit = "0123abcd0123abcd",
                 const std::string& dirty = "0") const {
    std::vector<std::string> all = {"--out=" + out_, "--data-dir=" + data_};
    all.insert(all.end(), flags.begin(), flags.end());
    return RunFake(all, {.environment = {{"BUILD_WORKSPACE_DIRECTORY", checkout_},
                                         {"STRUCTLAB_COMMIT", commit},
                                         {"STRUCTLAB_DIRTY", dirty}}});
  }
  RunOutcome Record(const std::vector<std::string>& more = {}, const std::string& commit = "0123abcd0123abcd",
                    const std::string& dirty = "0") const {
    std::vector<std::string> flags = {"--record", "--profile=paper"};
    flags.insert(flags.end(), more.begin(), more.end());
    return Run(flags, commit, dirty);
  }
  std::string Path() const { return checkout_ + "/experiments/fake/record.tsv"; }
  static std::string WithoutLinesOf(const std::string& beginning, const std::string& text) {
    std::istringstream lines(text);
    std::string line, kept;
    while (std::getline(lines, line)) {
      if (!line.starts_with(beginning)) kept += line + "\n";
    }
    return kept;
  }
  std::string Curve() const {
    return WithoutLinesOf("# Command: ", common::ReadFile(out_ + "/report/fake/figure_1.tsv"));
  }
  bool IsRecorded() const { return std::filesystem::exists(Path()); }

  std::string checkout_, out_, data_;
};

TEST_F(RecordTest, KeepsObservationsAndReplacesThoseOfTheChosenCases) {
  ASSERT_EQ(Record().status, 0);
  const std::string text = common::ReadFile(Path());
  const std::vector<FinishedCase> record = ParseRecord(text, "record.tsv");
  EXPECT_EQ(record.size(), 13u);
  EXPECT_EQ(FormatRecord(record), text);
  EXPECT_THAT(text, Not(HasSubstr("It tests the harness")));  // no words
  // One case again, of another commit; the others keep their lines.
  const RunOutcome again = Record({"--only=fake/grid/noisy/size=2/seed=1", "--fresh"}, "feed0000feed0000");
  ASSERT_EQ(again.status, 0) << again.errors;
  int changed = 0;
  for (const FinishedCase& c : ParseRecord(common::ReadFile(Path()), "record.tsv")) {
    const bool is_again = c.FactOf("commit") == "feed0000feed";
    changed += is_again;
    EXPECT_EQ(is_again, c.Key() == "grid/noisy/size=2/seed=1") << c.Key();
  }
  EXPECT_EQ(changed, 1);
}

// The whole report without a case run: the same numbers, verdicts and curves as the run that was recorded.
TEST_F(RecordTest, DrawsTheReportFromTheRecord) {
  ASSERT_EQ(Record().status, 0);
  // Pictures are no observations: a record has none, and their figure stays empty.
  const std::string results = WithoutLinesOf("fake\tFigure 4\t", ComparableResults(out_));
  const std::string curve = Curve();
  std::filesystem::remove_all(out_);
  const RunOutcome drawn = Run({"--from-record", "--acknowledge"});
  EXPECT_EQ(drawn.status, 0) << drawn.errors;
  EXPECT_FALSE(std::filesystem::exists(out_ + "/runs/fake/grid"));
  EXPECT_EQ(WithoutLinesOf("fake\tFigure 4\t", ComparableResults(out_)), results);
  EXPECT_EQ(Curve(), curve);
  EXPECT_THAT(common::ReadFile(checkout_ + "/experiments/fake/claims_expected.tsv"),
              HasSubstr("F1\t\tholds\tholds\t"));
  // A quick run shows the recorded verdict beside its own.
  std::filesystem::remove_all(data_ + "/tiny");
  ASSERT_EQ(Run({}).status, 0);
  for (const NamedRow& row : ReadNamedRows(out_ + "/claims.tsv")) {
    if (row.at("id") != "F1") continue;
    EXPECT_EQ(row.at("verdict"), "not-tested");  // on stand-in data
    EXPECT_EQ(row.at("recorded"), "holds");
  }
}

TEST_F(RecordTest, IsRefusedWhereNoCommitOrPaperOrDataStandsBehindIt) {
  const RunOutcome dirty = Record({}, "0123abcd", "1");
  EXPECT_EQ(dirty.status, 3);
  EXPECT_THAT(dirty.errors, HasSubstr("uncommitted changes"));
  EXPECT_EQ(Record({"--repeats=1"}).status, 2);
  EXPECT_EQ(Record({"--seed=2"}).status, 2);
  EXPECT_EQ(Record({"--set=fake.size_factor=2"}).status, 2);
  EXPECT_EQ(Run({"--record", "--profile=quick"}).status, 2);
  std::filesystem::remove_all(data_ + "/tiny");
  const RunOutcome stand_in = Record();
  EXPECT_EQ(stand_in.status, 3);
  EXPECT_THAT(stand_in.errors, HasSubstr("a stand-in takes the place of data that is absent: tiny"));
  std::filesystem::remove_all(checkout_ + "/experiments/fake");
  WriteText(data_ + "/tiny/number.txt", "0.25");
  EXPECT_EQ(Record().status, 3);
  EXPECT_FALSE(IsRecorded());
}

TEST_F(RecordTest, IsRefusedForCasesOfATreeWithChangesAndForFailedOnes) {
  EXPECT_EQ(Run({"--profile=paper"}, "0123abcd", "1").status, 0);
  const RunOutcome stored = Record();
  EXPECT_EQ(stored.status, 3);
  EXPECT_THAT(stored.errors, HasSubstr("was run with uncommitted changes"));
  EXPECT_EQ(Record({"--fresh", "--timeout=0.000001s"}).status, 1);
  EXPECT_FALSE(IsRecorded());
  EXPECT_EQ(Record({"--fresh"}).status, 0);
  EXPECT_TRUE(IsRecorded());
}

// File, line and column of what is damaged (store_test has all damages); a newer format is named as such.
TEST_F(RecordTest, ADamagedOrNewerRecordIsNamed) {
  ASSERT_EQ(Record().status, 0);
  const std::string good = common::ReadFile(Path());
  std::string number = good, newer = good;
  number.replace(number.find('\t', number.find("\tarea\t") + 6) + 1, 1, "x");
  newer.replace(newer.find("record 1"), 8, "record 2");
  WriteText(Path(), number);
  const RunOutcome damaged = Run({"--from-record"});
  EXPECT_THAT(damaged.errors,
              testing::ContainsRegex("record.tsv:3:[0-9]+: expected a number, found .*; restore the file"));
  WriteText(Path(), newer);
  const RunOutcome of_newer = Run({"--from-record"});
  EXPECT_THAT(of_newer.errors, testing::AllOf(HasSubstr("record.tsv:1: expected '# structlab record 1'"),
                                              HasSubstr("newer version of this program")));
  const RunOutcome beside = Run({"--profile=quick", "--only=fake/trouble"});  // the front page needs it too
  for (const RunOutcome& run : {damaged, of_newer, beside}) EXPECT_EQ(run.status, 3) << run.errors;
}

TEST_F(RecordTest, ABudgetRunsTheCheapestClaimsAndSaysWhatStaysOpen) {
  ASSERT_EQ(Record().status, 0);
  std::string text = common::ReadFile(Path());
  std::vector<FinishedCase> record = ParseRecord(text, "record.tsv");
  for (FinishedCase& c : record) c.seconds = 100;
  WriteText(Path(), FormatRecord(record));
  std::filesystem::remove_all(out_);
  const RunOutcome none = Run({"--profile=paper", "--budget=1s", "--jobs=1"});
  EXPECT_EQ(none.status, 0) << none.errors;
  EXPECT_THAT(none.output, HasSubstr("0 cases"));
  EXPECT_THAT(none.output,
              HasSubstr("not within the budget: F1 (about 20m00s more), F2 (about 20m00s more)"));
  EXPECT_THAT(none.output, HasSubstr("F1: open (not-tested)"));
  const RunOutcome all = Run({"--profile=paper", "--budget=30m", "--jobs=1", "--only=F1"});
  EXPECT_EQ(all.status, 0);
  EXPECT_THAT(all.output, HasSubstr("12 cases, about 20m00s"));
  EXPECT_THAT(all.output, HasSubstr("every claim that was asked for is decided"));
}

}  // namespace
}  // namespace structlab::harness
