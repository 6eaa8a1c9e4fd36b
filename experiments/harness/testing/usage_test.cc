// Flags, selections, exit statuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "common/file.h"
#include "experiments/harness/exit_status.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::HasSubstr;

struct Mistake {
  std::string flag, message;
};

TEST(Usage, AMistakeIsOneLineThatNamesWhatIsKnownNearestFirst) {
  const std::vector<Mistake> mistakes = {
      {"--jbos=3", "--jbos=3: expected a known flag, the nearest being --jobs, "},
      {"jobs", "jobs: expected flags that begin with --"},
      {"--repeats=2000000000", "--repeats: expected a whole number from 1 to 1000, found '2000000000'"},
      {"--jobs=0", "--jobs: expected a whole number from 1, found '0'"},
      {"--jobs", "--jobs: expected --jobs=N, found no value"},
      {"--fresh=yes", "--fresh=yes: expected --fresh without a value"},
      {"--profile=big", "--profile: expected smoke, quick or paper, found 'big'"},
      {"--timeout=fast", "--timeout: expected a time such as 90s, 30m or 2h, found 'fast'"},
      {"--memory=4Q", "--memory: expected a size such as 512M or 4G, found '4Q'"},
      {"--seed=-1", "--seed: expected a whole number from 0, found '-1'"},
      {"--only=fkae", "the nearest being fake, "},
      {"--only=Tabel 1", "the nearest being Table 1, "},
      {"--only=F9", "the nearest being F1, F2, F3"},
      {"--only=fake/gird", "the nearest being fake, fake/grid, "},
      {"--only=noisy", "the nearest being fake/grid/noisy, fake/grid/noisy/size=1, "},
      {"--only=nothing", " more (see --list, and --help of the package), found 'nothing'"},
      {"--nonsense", " and 12 more (see --help), found --nonsense"},
      {"--methods=stedy",
       "--methods: expected a known method, the nearest being steady, noisy, found 'stedy'"},
      {"--set=fake.sice_factor=2", "the nearest being size_factor, "},
      {"--set=fkae.size_factor=2", "--set: expected a known package, the nearest being fake, found 'fkae'"},
      {"--set=fake.size_factor=0", "--set=fake.size_factor: expected a number above 0, found '0'"},
      {"--set=fake.size_factor=x", "--set=fake.size_factor: expected a number above 0, found 'x'"},
      {"--data-dir=nowhere", "--data-dir: expected a folder, found nowhere, which is none"},
      {"--set=size_factor", "--set: expected PACKAGE.SETTING=VALUE, found 'size_factor'"},
  };
  for (const Mistake& mistake : mistakes) {
    const std::string out = FreshFolder("mistake");
    const RunOutcome run = RunFake({"--out=" + out, mistake.flag});
    EXPECT_EQ(run.status, 2) << mistake.flag;
    EXPECT_THAT(run.errors, HasSubstr(mistake.message)) << mistake.flag;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_TRUE(std::filesystem::is_empty(out)) << mistake.flag;
  }
}

TEST(Usage, SomeCaseMatchesBothOnlyAndMethods) {
  const std::string out = FreshFolder("no_case");
  const RunOutcome run = RunFake({"--out=" + out, "--only=fake/trouble", "--methods=noisy"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.errors,
              HasSubstr("--only with --methods: expected a case of the profile quick, found none"));
  EXPECT_TRUE(std::filesystem::is_empty(out));
}

TEST(Usage, HelpNamesEveryFlagAndSetting) {
  const RunOutcome run = RunFake({"--help"});
  EXPECT_EQ(run.status, 0);
  for (const char* text : {"--only=",
                           "--methods=",
                           "--repeats=",
                           "--profile=",
                           "--set=",
                           "--seed=",
                           "--data-dir=",
                           "--out=",
                           "--jobs=",
                           "--threads=",
                           "--timeout=",
                           "--memory=",
                           "--fresh",
                           "--record",
                           "--strict",
                           "--list",
                           "130 interrupted",
                           "fake.size_factor=1",
                           "Methods for --methods:\n  steady, noisy\n",
                           "Tables for --only (--list prints the cases):\n  Table 1",
                           "Claims for --only:\n  F1, F2, F3"}) {
    EXPECT_THAT(run.output, HasSubstr(text));
  }
}

TEST(Usage, StrictMakesAFailingClaimAFailure) {
  const std::string out = FreshFolder("strict");
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
  EXPECT_EQ(RunFake({"--out=" + out, "--strict"}).status, 4);
  EXPECT_EQ(RunFake({"--out=" + out, "--strict", "--set=fake.trouble=throw"}).status, 1);
  // It fails still, but with what the user changed, not with what the source has.
  EXPECT_EQ(RunFake({"--out=" + out, "--strict", "--set=fake.size_factor=2"}).status, 0);
}

TEST(Usage, TheFirstExitStatusThatAppliesIsTheWholes) {
  const std::vector<int> order = {kInterrupted, kWrongUsage, kDamaged, kCaseFailed, kClaimFailed, kAllWell};
  for (size_t i = 0; i < order.size(); ++i) {
    for (size_t j = 0; j < order.size(); ++j) {
      EXPECT_EQ(FirstThatApplies(order[i], order[j]), order[std::min(i, j)]);
    }
  }
  EXPECT_EQ(FirstThatApplies(128 + 11, kCaseFailed), kDamaged);  // a crash
}

class RecordTest : public testing::Test {
 protected:
  RecordTest()
      : checkout_(FreshFolder("checkout")),
        out_(FreshFolder("record_out")),
        data_(FreshFolder("record_data")) {
    WriteText(data_ + "/tiny/number.txt", "0.25");
    std::filesystem::create_directories(checkout_ + "/experiments/fake");
  }

  RunOutcome Record(const std::string& dirty, const std::vector<std::string>& more = {}) {
    return Run(dirty, {"--profile=paper", "--data-dir", data_}, more);
  }
  RunOutcome Run(const std::string& dirty, const std::vector<std::string>& first,
                 const std::vector<std::string>& more = {}) {
    std::vector<std::string> flags = {"--out=" + out_, "--record"};
    flags.insert(flags.end(), first.begin(), first.end());
    flags.insert(flags.end(), more.begin(), more.end());
    return RunFake(flags, {.environment = {{"BUILD_WORKSPACE_DIRECTORY", checkout_},
                                           {"STRUCTLAB_COMMIT", "0123abcd"},
                                           {"STRUCTLAB_DIRTY", dirty}}});
  }
  bool IsRecorded() const {
    return std::filesystem::exists(checkout_ + "/experiments/fake/measured.tsv") ||
           std::filesystem::exists(checkout_ + "/experiments/fake/measured_claims.tsv");
  }

  std::string checkout_, out_, data_;
};

TEST_F(RecordTest, KeepsBothTablesWithWhereTheyComeFrom) {
  const RunOutcome run = Record("0", {"--jobs=2"});
  EXPECT_EQ(run.status, 0) << run.errors;
  const std::string measured = common::ReadFile(checkout_ + "/experiments/fake/measured.tsv");
  EXPECT_THAT(measured, HasSubstr("commit: 0123abcd\n"));
  EXPECT_THAT(measured,
              HasSubstr("command: bazel run //experiments/fake -- --record --profile=paper --jobs=2\n"));
  EXPECT_THAT(measured, HasSubstr("processor: "));
  EXPECT_THAT(measured, testing::ContainsRegex("\n# date: [0-9]{4}-[0-9]{2}-[0-9]{2}\n"));
  EXPECT_THAT(run.output, HasSubstr("recorded in " + checkout_ + "/experiments/fake; "));
  EXPECT_THAT(measured, HasSubstr("\npackage\ttable\t"));
  EXPECT_THAT(common::ReadFile(checkout_ + "/experiments/fake/measured_claims.tsv"),
              HasSubstr("\nid\tpart\t"));
}

TEST_F(RecordTest, IsRefusedWithUncommittedChanges) {
  const RunOutcome run = Record("1");
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr("uncommitted changes"));
  EXPECT_FALSE(IsRecorded());
}

// Nobody is to learn after an hour that there is no place for the result.
TEST_F(RecordTest, IsRefusedWithoutThePackagesFolder) {
  std::filesystem::remove_all(checkout_ + "/experiments/fake");
  const RunOutcome run = Record("0");
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr("--record: " + checkout_ + "/experiments/fake is not there"));
  EXPECT_TRUE(std::filesystem::is_empty(out_));
}

TEST_F(RecordTest, IsRefusedForASelection) {
  EXPECT_EQ(Record("0", {"--only=Table 1"}).status, 2);
  EXPECT_EQ(Record("0", {"--methods=*"}).status, 2);
  const RunOutcome run = Record("0", {"--repeats=1"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.errors,
              HasSubstr("--record: expected the package's own numbers of seeds, found --repeats=1"));
  EXPECT_FALSE(IsRecorded());
}

TEST_F(RecordTest, IsRefusedForWhatIsNotTheSourcesProtocol) {
  const std::vector<std::vector<std::string>> profiles = {{}, {"--profile=quick"}, {"--profile=smoke"}};
  for (const std::vector<std::string>& profile : profiles) {
    const RunOutcome run = Run("0", {"--data-dir", data_}, profile);
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.errors, HasSubstr("--record: expected --profile=paper"));
  }
  EXPECT_EQ(Record("0", {"--set=fake.size_factor=2"}).status, 2);
  EXPECT_EQ(Record("0", {"--seed=2"}).status, 2);
  EXPECT_FALSE(IsRecorded());
}

TEST_F(RecordTest, IsRefusedForStandInData) {
  const RunOutcome run = Run("0", {"--profile=paper", "--data-dir", FreshFolder("no_data")});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr("a stand-in takes the place of data that is absent: tiny"));
  EXPECT_FALSE(IsRecorded());
}

// Cases that were stored before the changes were committed: nothing is recorded, and the status says so.
TEST_F(RecordTest, IsRefusedForCasesOfATreeWithUncommittedChanges) {
  EXPECT_EQ(RunFake({"--out=" + out_, "--profile=paper", "--data-dir", data_},
                    {.environment = {{"STRUCTLAB_COMMIT", "0123abcd"}, {"STRUCTLAB_DIRTY", "1"}}})
                .status,
            0);
  const RunOutcome run = Record("0");
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr("--record: nothing is recorded, since grid/steady/size=1/seed=1 was run "
                                    "with uncommitted changes"));
  EXPECT_FALSE(IsRecorded());
  EXPECT_EQ(Record("0", {"--fresh"}).status, 0);
  EXPECT_TRUE(IsRecorded());
}

TEST_F(RecordTest, IsRefusedAfterAFailedCase) {
  const RunOutcome run = Record("0", {"--timeout=0.000001s"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.errors, HasSubstr("--record: "));
  EXPECT_FALSE(IsRecorded());
}

}  // namespace
}  // namespace structlab::harness
