// What a run does when something goes wrong.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "common/file.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::HasSubstr;

constexpr const char* kStoredCase = "/runs/fake/grid/noisy/size=1/seed=1.h5";

void SleepMilliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

// Until the file is there; a run has then begun its cases.
void WaitFor(const std::string& path) {
  for (int i = 0; i < 2000 && !std::filesystem::exists(path); ++i) SleepMilliseconds(5);
  ASSERT_TRUE(std::filesystem::exists(path)) << path;
}

struct Trouble {
  std::string kind, flag, message;
  int status;
};

class TroubleTest : public testing::TestWithParam<Trouble> {};

TEST_P(TroubleTest, FailsTheCaseAndTheOthersStillRun) {
  const Trouble& trouble = GetParam();
  const std::string out = FreshFolder("trouble_" + trouble.kind);
  std::vector<std::string> flags = {"--out=" + out, "--set=fake.trouble=" + trouble.kind};
  if (!trouble.flag.empty()) flags.push_back(trouble.flag);
  const RunOutcome run = RunFake(flags);
  EXPECT_EQ(run.status, trouble.status) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("fake/trouble/seed=1: " + trouble.message));
  EXPECT_THAT(run.output, HasSubstr("12 of 13 cases done, 1 failed"));
  EXPECT_EQ(CellOf(out, "value", "steady", "trouble=" + trouble.kind, "trouble"), "absent");
  EXPECT_EQ(CellOf(out, "n", "noisy", "size=3", "area"), "2");
  // The next run tries it again, and only it.
  EXPECT_THAT(RunFake(flags).errors, HasSubstr("1/1"));
}

INSTANTIATE_TEST_SUITE_P(
    All, TroubleTest,
    testing::Values(Trouble{"throw", "", "failed: trouble was asked for", 1},
                    Trouble{"damaged", "", "failed: tiny.txt:3:1: expected a number, found 'x'", 3},
                    Trouble{"picture", "",
                            "failed: picture Figure 4, Tiny, steady, trouble=picture, pattern: expected 4 "
                            "values, found 1",
                            1},
                    Trouble{"abort", "", "failed: killed by signal 6 (Aborted): about to abort", 1},
                    Trouble{"sleep", "--timeout=0.5s", "timed out: took longer than 0.5 s", 1},
                    Trouble{"hog", "--memory=200M", "out of memory: needed more than 209.7 MB", 1}),
    [](const auto& instance) { return instance.param.kind; });

TEST(Fault, ACrashFailsTheCase) {
  const RunOutcome run = RunFake({"--out=" + FreshFolder("crash"), "--set=fake.trouble=crash"});
  EXPECT_EQ(run.status, 1);  // the sanitizers end a crash in their own way, so no word on how
  EXPECT_THAT(run.errors, HasSubstr("fake/trouble/seed=1: failed: "));
}

TEST(Fault, ARefusalIsShownAndIsNoFailure) {
  const std::string out = FreshFolder("refuse");
  const RunOutcome run = RunFake({"--out=" + out, "--set=fake.trouble=refuse"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output, HasSubstr("12 of 13 cases done, 1 refused"));
  EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"),
              HasSubstr("the fake method takes no trouble"));
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.trouble=refuse"}).errors, kStandInLine);
}

TEST(Fault, NanIsKeptAsItIs) {
  const std::string out = FreshFolder("nan");
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.trouble=nan"}).status, 0);
  EXPECT_EQ(CellOf(out, "value", "steady", "trouble=nan", "trouble"), "nan");
}

TEST(Fault, ADamagedStoredResultRunsAgain) {
  const std::string out = FreshFolder("damaged_result");
  RunFake({"--out=" + out});
  const std::string results = ComparableResults(out);
  const std::string path = out + kStoredCase, good = common::ReadFile(path);
  std::string flipped = good;
  flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 1);
  for (const std::string& bytes :
       {flipped, good.substr(0, good.size() / 3), std::string("no HDF5"), std::string()}) {
    WriteText(path, bytes);
    const RunOutcome run = RunFake({"--out=" + out});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.errors, HasSubstr(path + ": expected sha256 "));
    EXPECT_THAT(run.errors, HasSubstr("the case runs again"));
    EXPECT_THAT(run.errors, HasSubstr("1/1"));
    EXPECT_EQ(ComparableResults(out), results);
  }
  std::filesystem::remove(path + ".sha256");
  EXPECT_THAT(RunFake({"--out=" + out}).errors, HasSubstr("1/1"));  // runs again
  EXPECT_EQ(ComparableResults(out), results);
}

TEST(Fault, ADamagedStoredResultThatMayNotRunAgainIsAnError) {
  const std::string out = FreshFolder("damaged_unselected");
  RunFake({"--out=" + out});
  WriteText(out + kStoredCase, "no HDF5");
  const RunOutcome run = RunFake({"--out=" + out, "--methods=steady"});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr(std::string(kStoredCase) + ": expected sha256 "));
}

TEST(Fault, DamagedDataIsNamedWithItsPlace) {
  const std::string data = FreshFolder("bad_data");
  WriteText(data + "/tiny/number.txt", "0.5x");
  const RunOutcome run = RunFake({"--out=" + FreshFolder("bad_data_out"), "--data-dir=" + data});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr(data + "/tiny/number.txt:1:1: expected a number"));
}

TEST(Fault, AVariableThatNamesNoFolderIsRefusedAsTheFlagIs) {
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

TEST(Fault, AReaderThatHasReadEnoughIsNoFault) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  for (const char* program : {"fake", "reproduce_fakes"}) {
    const RunOutcome run = RunFake({"--help"}, {.program = program, .standard_output = ends[1]});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.errors, "");
  }
  ::close(ends[1]);
}

TEST(Fault, StandardOutputOnAFullDiskIsAnError) {
  const int full = ::open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  const RunOutcome run = RunFake({"--help"}, {.standard_output = full});
  ::close(full);
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.errors, "fake: standard output: cannot be written\n");
}

TEST(Fault, AnOutputFolderBelowAFileIsRefused) {
  const std::string folder = FreshFolder("parent");
  WriteText(folder + "/file", "text");
  const RunOutcome run = RunFake({"--out=" + folder + "/file/results"});
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.errors, std::string(kStandInLine) + "fake: " + folder +
                            "/file: is a file, not a folder; choose another --out\n");
  EXPECT_EQ(common::ReadFile(folder + "/file"), "text");
}

TEST(Fault, AFullDiskIsAnErrorAndTearsNothing) {
  const std::string out = FreshFolder("full"), other = FreshFolder("not_full");
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.size_factor=2"}).status, 0);
  const std::string results = common::ReadFile(out + "/results.tsv");
  // First no case can be stored, then the tables cannot be written.
  const RunOutcome no_cases = RunFake({"--out=" + out}, {.file_size_limit = 1000});
  EXPECT_EQ(no_cases.status, 3) << no_cases.errors;
  EXPECT_THAT(no_cases.errors, HasSubstr("seed=1.h5: cannot be written: File too large"));
  EXPECT_EQ(common::ReadFile(out + "/results.tsv"), results);
  RunFake({"--out=" + out});
  RunFake({"--out=" + other});
  EXPECT_EQ(ComparableResults(out), ComparableResults(other));
  const std::string whole = common::ReadFile(out + "/results.tsv");
  const RunOutcome no_tables = RunFake({"--out=" + out}, {.file_size_limit = 1000});
  EXPECT_EQ(no_tables.status, 3);
  EXPECT_EQ(common::ReadFile(out + "/results.tsv"), whole);
}

TEST(Fault, ASecondRunOnTheSameFolderIsRefused) {
  const std::string out = FreshFolder("twice");
  StartedProgram first({"--out=" + out, "--set=fake.milliseconds=100000"});
  WaitFor(out + "/.lock");
  SleepMilliseconds(100);
  const RunOutcome second = RunFake({"--out=" + out});
  EXPECT_EQ(second.status, 3);
  EXPECT_THAT(second.errors, HasSubstr(out + ": is in use by another run (process "));
  first.Send(SIGKILL);
  EXPECT_EQ(first.Wait().status, 128 + SIGKILL);
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);  // the lock and the cases died with it
}

TEST(Fault, AnInterruptEndsCleanlyWithWhatWasDone) {
  const std::string other = FreshFolder("uninterrupted");
  RunFake({"--out=" + other, "--jobs=4", "--set=fake.milliseconds=300"});
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string out = FreshFolder("interrupt");
    StartedProgram run({"--out=" + out, "--jobs=1", "--set=fake.milliseconds=300"});
    WaitFor(out + "/runs/fake/grid/steady/size=1/seed=1.h5");
    run.Send(signal);
    const RunOutcome outcome = run.Wait();
    EXPECT_EQ(outcome.status, 130) << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr("fake: interrupted; what is done is kept"));
    EXPECT_EQ(CellOf(out, "value", "steady", "size=1.0", "area"), "1");
    EXPECT_EQ(CellOf(out, "n", "noisy", "size=1", "area"), "0");
    EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"), HasSubstr("interrupted"));
    RunFake({"--out=" + out, "--jobs=4", "--set=fake.milliseconds=300"});
    EXPECT_EQ(ComparableResults(out), ComparableResults(other));
  }
}

}  // namespace
}  // namespace structlab::harness
