// What a run does with the data sets that it finds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/file.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Data, DamageIsNamedWithItsPlace) {
  const std::string data = FreshFolder("bad_data");
  WriteText(data + "/tiny/number.txt", "0.5x");
  const RunOutcome run = RunFake({"--out=" + FreshFolder("bad_data_out"), "--data-dir=" + data});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr(data + "/tiny/number.txt:1:1: expected a number"));
}

// A data set without its file, or with a part of it.
TEST(Data, IsNotLookedAtWhereNoChosenCaseReadsIt) {
  const std::string data = FreshFolder("unread_data"), out = FreshFolder("unread_data_out");
  const std::string path = data + "/tiny/number.txt";
  std::filesystem::create_directories(data + "/tiny");
  for (const bool is_missing : {true, false}) {
    SCOPED_TRACE(is_missing ? "missing" : "truncated");
    if (!is_missing) WriteText(path, "0.5e");
    const std::vector<std::string> flags = {"--out=" + out, "--data-dir=" + data, "--only=fake/trouble"};
    const RunOutcome unread = RunFake(flags);
    EXPECT_EQ(unread.status, 0);
    EXPECT_THAT(unread.errors, Not(HasSubstr("tiny")));
    EXPECT_EQ(CellOf(out, "value", "steady", "trouble=none", "trouble"), "1.5");
    EXPECT_EQ(RunFake(flags, {.program = "reproduce_fakes"}).status, 0);
    EXPECT_EQ(RunFake({"--out=" + out, "--data-dir=" + data, "--only=fake/trouble", "--list"}).errors, "");
    // With one case more that reads it, the run ends before the first.
    const std::string out_of_both = FreshFolder("read_data_out");
    const RunOutcome read = RunFake(
        {"--out=" + out_of_both, "--data-dir=" + data, "--only=fake/trouble,fake/grid/noisy/size=3/seed=2"});
    EXPECT_EQ(read.status, 3);
    EXPECT_THAT(read.errors, HasSubstr("fake: " + path + ":"));
    EXPECT_THAT(read.errors, Not(HasSubstr("chosen")));
    EXPECT_TRUE(std::filesystem::is_empty(out_of_both));
  }
}

// What is stored is shown beside the chosen cases only if it is known to be of this data.
TEST(Data, DamageLeavesOutWhatIsStoredOfItAndIsSaid) {
  const std::string data = FreshFolder("later_damaged"), out = FreshFolder("later_damaged_out");
  const std::string path = data + "/tiny/number.txt";
  WriteText(path, "0.5");
  EXPECT_EQ(RunFake({"--out=" + out, "--data-dir=" + data}).status, 0);
  const std::string results = ComparableResults(out);
  const std::vector<std::string> flags = {"--out=" + out, "--data-dir=" + data, "--only=fake/trouble"};
  WriteText(path, "0.5x");
  const RunOutcome damaged = RunFake(flags);
  EXPECT_EQ(damaged.status, 0);
  EXPECT_EQ(damaged.errors, path +
                                ":1:1: expected a number, found '0.5x'; no chosen case reads it, and stored "
                                "results that do are left out\n");
  EXPECT_EQ(CellOf(out, "n", "noisy", "size=1", "area"), "0");
  EXPECT_EQ(CellOf(out, "value", "steady", "trouble=none", "trouble"), "1.5");
  EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"),
              HasSubstr("no result: 4 reported rows. <span class=\"note\">– not run: " + path +
                        ":1:1: expected a number"));
  WriteText(path, "0.5");
  EXPECT_EQ(RunFake(flags).errors, "");
  EXPECT_EQ(ComparableResults(out), results);
}

TEST(Data, AVariableThatNamesNoFolderIsRefusedAsTheFlagIs) {
  const std::string out = FreshFolder("mistyped"), absent = out + "/absent";
  const RunOutcome run = RunFake({"--out=" + out}, {.environment = {{"STRUCTLAB_DATA", absent}}});
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.errors, "fake: $STRUCTLAB_DATA: " + absent +
                            " is no folder; correct it, or unset it to work with data/ or generated data\n");
  EXPECT_TRUE(std::filesystem::is_empty(out));
  // The flag comes first, and then the variable is not looked at.
  const std::string data = FreshFolder("well_typed");
  EXPECT_EQ(
      RunFake({"--out=" + out, "--data-dir=" + data}, {.environment = {{"STRUCTLAB_DATA", absent}}}).status,
      0);
}

}  // namespace
}  // namespace structlab::harness
