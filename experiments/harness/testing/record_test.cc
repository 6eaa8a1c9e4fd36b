// Records: what --record keeps and refuses, what --from-record draws, and what --budget fits into a time.
#include "experiments/harness/record/record.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/file.h"
#include "experiments/harness/record/record_folder.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::AllOf;
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
                 const std::string& dirty = "0", const std::string& program = "fake") const {
    std::vector<std::string> all = {"--out=" + out_, "--data-dir=" + data_};
    all.insert(all.end(), flags.begin(), flags.end());
    return RunFake(all, {.program = program,
                         .environment = {{"BUILD_WORKSPACE_DIRECTORY", checkout_},
                                         {"STRUCTLAB_COMMIT", commit},
                                         {"STRUCTLAB_DIRTY", dirty}}});
  }
  RunOutcome Record(const std::string& flag = "--jobs=2", const std::string& commit = "0123abcd0123abcd",
                    const std::string& dirty = "0") const {
    return Run({"--record", "--profile=paper", "--fresh", flag}, commit, dirty);
  }
  std::string Folder() const { return checkout_ + "/experiments/fake/record"; }
  std::string Text() const { return common::ReadFile(Folder() + "/values.tsv"); }
  static std::string WithoutLinesOf(const std::string& beginning, std::string text) {
    for (size_t at = text.find(beginning); at != text.npos; at = text.find(beginning)) {
      text.erase(at, text.find('\n', at + 1) - at);
    }
    return text;
  }
  std::string Curve() const {
    return WithoutLinesOf("\n# Command: ", common::ReadFile(out_ + "/report/fake/figure_1.tsv"));
  }

  std::string checkout_, out_, data_;
};

TEST_F(RecordTest, KeepsObservationsAndReplacesThoseOfTheChosenCases) {
  ASSERT_EQ(Record().status, 0);
  const std::string text = Text();
  const std::vector<FinishedCase> record = ReadRecordFolder(Folder());
  EXPECT_EQ(record.size(), 13u);
  WriteRecordFolder(Folder() + "_again", record);
  for (const char* file : {"/values.tsv", "/cases.tsv"}) {
    EXPECT_EQ(common::ReadFile(Folder() + "_again" + file), common::ReadFile(Folder() + file));
  }
  EXPECT_THAT(text, Not(HasSubstr("It tests the harness")));  // no words
  // Pictures of the first seed of a case, items of each.
  EXPECT_TRUE(std::filesystem::exists(Folder() + "/grid-noisy-size=1-pattern.png"));
  size_t num_pictures = 0, num_items = 0;
  for (const FinishedCase& c : record) {
    num_pictures += c.record.pictures.size();
    num_items += c.record.items.size();
  }
  EXPECT_EQ(num_pictures, 6u);
  EXPECT_EQ(num_items, 12u);
  EXPECT_TRUE(ItemsOfFewerSeeds(record).empty());
  // One case again, of another commit; the others keep their lines.
  ASSERT_THAT(Record("--only=fake/grid/noisy/size=2/seed=1", "feed0000feed0000"), Ended(0, ""));
  const std::vector<FinishedCase> now = ReadRecordFolder(Folder());
  EXPECT_EQ(now.size(), 13u);
  for (const FinishedCase& c : now) {
    EXPECT_EQ(c.FactOf("commit") == "feed0000feed", c.Key() == "grid/noisy/size=2/seed=1") << c.Key();
  }
}

// The whole report without a case run: the same numbers, verdicts and curves as the run that was recorded.
TEST_F(RecordTest, DrawsTheReportFromTheRecord) {
  ASSERT_EQ(Record().status, 0);
  const std::string results = ComparableResults(out_);
  const std::string curve = Curve();
  std::filesystem::remove_all(out_);
  EXPECT_THAT(Run({"--from-record", "--acknowledge"}), Ended(0, ""));
  EXPECT_FALSE(std::filesystem::exists(out_ + "/runs/fake/grid"));
  EXPECT_EQ(ComparableResults(out_), results);
  EXPECT_EQ(Curve(), curve);
  EXPECT_THAT(common::ReadFile(checkout_ + "/experiments/fake/claims_expected.tsv"),
              HasSubstr("F1\t\t\tholds\tholds\t"));
  // Packages without a record are named.
  EXPECT_THAT(Run({"--from-record"}, "0123abcd0123abcd", "0", "reproduce_fakes"), Ended(0, ""));
  EXPECT_THAT(common::ReadFile(out_ + "/report/index.html"),
              HasSubstr("<code>other_fake</code>: it has no record</li>"));
  // A quick run shows the recorded verdict beside its own.
  std::filesystem::remove_all(data_ + "/tiny");
  ASSERT_EQ(Run({}).status, 0);
  for (const NamedRow& row : ReadNamedRows(out_ + "/claims.tsv")) {
    if (row.at("id") != "F1") continue;
    EXPECT_EQ(row.at("verdict"), "not-tested");  // on stand-in data
    EXPECT_EQ(row.at("recorded"), "holds");
  }
}

TEST_F(RecordTest, APageQuotesTheRecordWhateverWasRunForIt) {
  ASSERT_EQ(Run({}).status, 0);
  EXPECT_THAT(PageOf(out_), HasSubstr("Nothing follows from not recorded."));
  ASSERT_EQ(Record().status, 0);
  ASSERT_EQ(Run({"--set=fake.size_factor=2"}).status, 0);
  EXPECT_THAT(PageOf(out_), AllOf(HasSubstr("Nothing follows from 4."), HasSubstr("Curves up to 9.")));
}

TEST_F(RecordTest, IsRefusedWhereNoCommitOrPaperOrDataStandsBehindIt) {
  EXPECT_THAT(Record("--jobs=2", "0123abcd", "1"), Ended(3, "uncommitted changes"));
  for (const char* flag : {"--repeats=1", "--seed=2", "--set=fake.size_factor=2", "--profile=quick"}) {
    EXPECT_EQ(Record(flag).status, 2) << flag;
  }
  // Nor for stored cases of a tree with changes, and for failed ones.
  EXPECT_EQ(Run({"--profile=paper"}, "0123abcd", "1").status, 0);
  EXPECT_THAT(Run({"--record", "--profile=paper"}), Ended(3, "was run with uncommitted changes"));
  EXPECT_EQ(Record("--timeout=0.000001s").status, 1);
  std::filesystem::remove_all(data_ + "/tiny");
  EXPECT_THAT(Record(), Ended(3, "a stand-in takes the place of data that is absent: tiny"));
  WriteText(data_ + "/tiny/number.txt", "0.25");
  EXPECT_FALSE(std::filesystem::exists(Folder()));
  EXPECT_EQ(Record().status, 0);
  EXPECT_TRUE(std::filesystem::exists(Folder()));
  std::filesystem::remove_all(checkout_ + "/experiments/fake");
  EXPECT_EQ(Record().status, 3);
}

// File, line and column of what is damaged (record_tables_test has all damages); a newer format is named as
// such.
TEST_F(RecordTest, ADamagedOrNewerRecordIsNamed) {
  ASSERT_EQ(Record().status, 0);
  const std::string path = Folder() + "/cases.tsv", good = common::ReadFile(path);
  std::string number = Text(), newer = good;
  number.replace(number.find('\t', number.find("\tarea\t") + 6) + 1, 1, "x");
  newer.replace(newer.find("record 2"), 8, "record 3");
  WriteText(Folder() + "/values.tsv", number);
  const RunOutcome damaged = Run({"--from-record"});
  EXPECT_EQ(damaged.status, 3);
  EXPECT_THAT(damaged.errors,
              testing::ContainsRegex("record/values.tsv:2:[0-9]+: expected a number, found .*; "
                                     "restore the record of the package from Git"));
  WriteText(path, newer);
  for (const char* how : {"--from-record", "--only=fake/trouble"}) {  // the front page needs it too
    EXPECT_THAT(Run({how}), AllOf(Ended(3, "record/cases.tsv:1: expected '# structlab record 2'"),
                                  Ended(3, "newer version of this program")));
  }
}

// The record of an older version is one file. Nothing reads it, also where nothing needs its numbers.
TEST_F(RecordTest, AnOldRecordIsRefusedWithTheWayOut) {
  const std::string old = checkout_ + "/experiments/fake/record.tsv";
  WriteText(old, "# structlab record 1\n");
  const std::string message =
      old +
      ": expected the record in the folder record/, found the file of an older version; delete it and run "
      "the package with --profile=paper --record again";
  for (const char* how : {"--from-record", "--only=fake/trouble"}) EXPECT_THAT(Run({how}), Ended(3, message));
  EXPECT_THAT(Record(), Ended(3, message));
  EXPECT_FALSE(std::filesystem::exists(Folder()));
  std::filesystem::remove(old);
  EXPECT_THAT(Record(), Ended(0, ""));
  EXPECT_EQ(ReadRecordFolder(Folder()).size(), 13u);
}

TEST_F(RecordTest, ABudgetRunsTheCheapestClaimsAndSaysWhatStaysOpen) {
  ASSERT_EQ(Record().status, 0);
  std::vector<FinishedCase> record = ReadRecordFolder(Folder());
  for (FinishedCase& c : record) c.seconds = 100;
  WriteRecordFolder(Folder(), record);
  std::filesystem::remove_all(out_);
  const RunOutcome none = Run({"--profile=paper", "--budget=1s", "--jobs=1"});
  EXPECT_EQ(none.status, 0) << none.errors;
  EXPECT_THAT(none.output,
              AllOf(HasSubstr("0 cases"), HasSubstr("F1: open (not-tested)"),
                    HasSubstr("not within the budget: F1 (about 20m00s more), F2 (about 20m00s more)")));
  const RunOutcome all = Run({"--profile=paper", "--budget=30m", "--jobs=1", "--only=F1"});
  EXPECT_EQ(all.status, 0);
  EXPECT_THAT(all.output, AllOf(HasSubstr("12 cases, about 20m00s"),
                                HasSubstr("every claim that was asked for is decided")));
}

}  // namespace
}  // namespace structlab::harness
