// What a run does when something goes wrong.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

#include "common/error.h"
#include "common/file.h"
#include "common/sanitizers.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kStoredCase = "/runs/fake/grid/noisy/size=1/seed=1.h5";

void SleepMilliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

// Until the file is there; a run has then begun its cases.
void WaitFor(const std::string& path) {
  for (int i = 0; i < 2000 && !std::filesystem::exists(path); ++i) SleepMilliseconds(5);
  ASSERT_TRUE(std::filesystem::exists(path)) << path;
}

// Every file of the report, from its path.
std::map<std::string, std::string> ReportOf(const std::string& out) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out + "/report")) {
    if (entry.is_regular_file()) files[entry.path().string()] = common::ReadFile(entry.path().string());
  }
  return files;
}

std::string PageOf(const std::string& out) { return common::ReadFile(out + "/report/fake/index.html"); }

// By which a whole file is known.
std::string Ending(const std::string& content) {
  return content.substr(std::max<size_t>(content.size(), 8) - 8);
}

// Is it there, and no mere entry that nobody has asked about yet?
bool IsRunning(const std::string& process) {
  const std::string path = "/proc/" + process.substr(0, process.find('\n')) + "/stat";
  try {
    const std::string stat = common::ReadFile(path);
    return stat.substr(stat.rfind(')') + 2, 1) != "Z";
  } catch (const common::Error&) {
    return false;
  }
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
  EXPECT_THAT(PageOf(out), HasSubstr("the fake method takes no trouble"));
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.trouble=refuse"}).errors, kStandInLine);
}

TEST(Fault, NanIsKeptAsItIs) {
  const std::string out = FreshFolder("nan");
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.trouble=nan"}).status, 0);
  EXPECT_EQ(CellOf(out, "value", "steady", "trouble=nan", "trouble"), "nan");
}

TEST(Fault, ADamagedStoredResultRunsAgainAndIsSaid) {
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
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.errors, HasSubstr(path + ": expected "));
    EXPECT_THAT(run.errors, HasSubstr("the case runs again"));
    EXPECT_THAT(run.errors, HasSubstr("1/1"));
    EXPECT_EQ(ComparableResults(out), results);
    EXPECT_THAT(PageOf(out), HasSubstr("what was stored was damaged: " + path + ": expected "));
  }
  const RunOutcome whole = RunFake({"--out=" + out});
  EXPECT_EQ(whole.status, 0);
  EXPECT_EQ(whole.errors, kStandInLine);
  EXPECT_THAT(PageOf(out), Not(HasSubstr("was damaged")));
}

TEST(Fault, ADamagedStoredResultThatMayNotRunAgainIsAnError) {
  const std::string out = FreshFolder("damaged_unselected");
  RunFake({"--out=" + out});
  WriteText(out + kStoredCase, "no HDF5");
  const RunOutcome run = RunFake({"--out=" + out, "--methods=steady"});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.errors, HasSubstr(std::string(kStoredCase) + ": expected "));
  EXPECT_THAT(run.errors, HasSubstr("; run the case again\n"));
  EXPECT_THAT(PageOf(out), HasSubstr(std::string(kStoredCase) + ": expected "));
  EXPECT_EQ(common::ReadFile(out + kStoredCase), "no HDF5");
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

// The run time of the thread sanitizer writes a file and maps it, which a limit of files cuts off.
constexpr bool kFilesCanBeLimited = !common::kThreadSanitizer;

TEST(Fault, AFullDiskIsAnErrorAndTearsNothing) {
  if (!kFilesCanBeLimited) GTEST_SKIP() << "the sanitizer needs larger files";
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

// Whatever the file that does not fit: a table, a page, or a drawing (what gnuplot leaves: drawing_test).
TEST(Fault, ADiskThatIsFullSoonerOrLaterTearsNothing) {
  if (!kFilesCanBeLimited) GTEST_SKIP() << "the sanitizer needs larger files";
  const std::string out = FreshFolder("full_later");
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
  const std::map<std::string, std::string> whole = ReportOf(out);
  std::map<std::string, long> largest_of_kind;  // from the extension
  for (const auto& [file, content] : whole) {
    long& largest = largest_of_kind[std::filesystem::path(file).extension().string()];
    largest = std::max(largest, static_cast<long>(content.size()));
  }
  for (const char* kind : {".html", ".svg", ".png"}) {
    ASSERT_GT(largest_of_kind[kind], 0) << kind;
    const RunOutcome run = RunFake({"--out=" + out}, {.file_size_limit = largest_of_kind[kind] - 1});
    EXPECT_EQ(run.status, 3) << kind << run.errors;
    EXPECT_THAT(run.errors, testing::AnyOf(HasSubstr(": cannot be written: File too large"),
                                           HasSubstr(": gnuplot left an incomplete file; is the disk full?"),
                                           HasSubstr("fake: gnuplot: ")))
        << kind;
    const std::map<std::string, std::string> after = ReportOf(out);
    for (const auto& [file, content] : whole) {
      ASSERT_TRUE(after.contains(file)) << file << " of a limit for " << kind;
      EXPECT_TRUE(Ending(after.at(file)) == Ending(content)) << file << " of a limit for " << kind;
    }
    EXPECT_EQ(after.size(), whole.size()) << kind;
  }
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
}

// A folder with a gnuplot that draws a long time, and first writes its number to the file `process`.
std::string SlowGnuplot(const std::string& name) {
  const std::string folder = FreshFolder(name);
  WriteText(folder + "/gnuplot", "#!/bin/sh\necho $$ > '" + folder + "/begun'\nmv '" + folder + "/begun' '" +
                                     folder + "/process'\nexec sleep 1000\n");
  std::filesystem::permissions(folder + "/gnuplot", std::filesystem::perms::owner_all);
  return folder;
}

// After the cases too an interrupt ends the run, at once and with its own status.
TEST(Fault, AnInterruptEndsARunThatDraws) {
  for (const std::string program : {"fake", "reproduce_fakes"}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      SCOPED_TRACE(program + " " + std::to_string(signal));
      const std::string out = FreshFolder("interrupted_drawing"), folder = SlowGnuplot("hanging_gnuplot");
      StartedProgram run({"--out=" + out},
                         {.program = program, .environment = {{"PATH", folder + ":" + std::getenv("PATH")}}});
      WaitFor(folder + "/process");
      const std::string process = common::ReadFile(folder + "/process");
      const auto begin = std::chrono::steady_clock::now();
      run.Send(signal);
      const RunOutcome outcome = run.Wait();
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));  // of 1000 to draw
      EXPECT_EQ(outcome.status, 130) << outcome.errors;
      EXPECT_THAT(outcome.errors, HasSubstr(": interrupted; what is done is kept"));
      EXPECT_FALSE(IsRunning(process));
      EXPECT_EQ(RunFake({"--out=" + out}, {.program = program}).status, 0);
    }
  }
}

// As under nohup, whose point it is.
TEST(Fault, ASignalThatWasIgnoredAtTheStartEndsNothing) {
  for (const std::string program : {"fake", "reproduce_fakes"}) {
    const std::string out = FreshFolder("deaf"), folder = SlowGnuplot("deaf_gnuplot");
    StartedProgram run({"--out=" + out}, {.program = program,
                                          .environment = {{"PATH", folder + ":" + std::getenv("PATH")}},
                                          .ignored_signals = {SIGHUP}});
    WaitFor(folder + "/process");
    const std::string process = common::ReadFile(folder + "/process");
    run.Send(SIGHUP);
    SleepMilliseconds(300);
    EXPECT_TRUE(IsRunning(process)) << program;
    run.Send(SIGTERM);
    EXPECT_EQ(run.Wait().status, 130) << program;
  }
}

// As some programs leave it to what they start: the system then throws away how a child ended.
TEST(Fault, IgnoredEndsOfChildrenAreSeenAllTheSame) {
  for (const std::string program : {"fake", "reproduce_fakes"}) {
    const RunOutcome outcome = RunFake({"--out=" + FreshFolder("childless"), "--timeout=20s"},
                                       {.program = program, .ignored_signals = {SIGCHLD}});
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
  }
}

// Before the first case, not after the last.
TEST(Fault, ATableThatCannotBeReadIsFoundAtTheStart) {
  const std::string out = FreshFolder("foreign_table");
  WriteText(out + "/packages/foreign/package.tsv", "[]");
  const RunOutcome outcome = RunFake({"--out=" + out}, {.program = "reproduce_fakes"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.errors, HasSubstr(out + "/packages/foreign/"));
  EXPECT_FALSE(std::filesystem::exists(out + "/runs/fake/grid"));
}

// What the earlier harness left has another meaning: nothing of it is mixed with new results.
TEST(Fault, AFolderOfTheEarlierHarnessIsRefused) {
  const std::string out = FreshFolder("old_folder");
  WriteText(out + "/packages/fake/package.json", "{}");
  const RunOutcome report = RunFake({"--out=" + out});
  EXPECT_EQ(report.status, 3);
  EXPECT_THAT(report.errors, HasSubstr("results of an older version; remove the folder " + out));
  const std::string cases = FreshFolder("old_cases");
  WriteText(cases + "/runs/fake/grid/noisy/size=1/seed=1.h5.sha256", "00");
  const RunOutcome stored = RunFake({"--out=" + cases});
  EXPECT_EQ(stored.status, 3);
  EXPECT_THAT(stored.errors, HasSubstr("results of an older version of this program; remove the folder "));
}

// Names of folders are bytes; scripts of gnuplot are UTF-8.
TEST(Fault, AFolderNeedNotBeUtf8) {
  const std::string out = FreshFolder("latin_\xe9\xe0");
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(out + "/report/index.html"));
}

// The terminal sends its signal to gnuplot too: it must not be deaf to it, as the run is that waits for it.
TEST(Fault, GnuplotHearsSignals) {
  const std::string out = FreshFolder("heard"), folder = SlowGnuplot("hearing_gnuplot");
  StartedProgram run({"--out=" + out}, {.environment = {{"PATH", folder + ":" + std::getenv("PATH")}}});
  WaitFor(folder + "/process");
  ::kill(std::stoi(common::ReadFile(folder + "/process")), SIGINT);
  const RunOutcome outcome = run.Wait();
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.errors, HasSubstr("gnuplot: was killed by signal 2"));
}

// Gnuplot draws a long time; who kills the run kills it too.
TEST(Fault, AKilledRunTakesGnuplotWithIt) {
  const std::string out = FreshFolder("drawing"), folder = SlowGnuplot("slow_gnuplot");
  StartedProgram run({"--out=" + out}, {.environment = {{"PATH", folder + ":" + std::getenv("PATH")}}});
  WaitFor(folder + "/process");
  const std::string process = common::ReadFile(folder + "/process");
  EXPECT_TRUE(IsRunning(process));
  run.Send(SIGKILL);
  EXPECT_EQ(run.Wait().status, 128 + SIGKILL);
  for (int i = 0; i < 400 && IsRunning(process); ++i) SleepMilliseconds(5);
  EXPECT_FALSE(IsRunning(process));
}

// A package or the program that runs all of them, whichever comes first.
TEST(Fault, ASecondRunOnTheSameFolderIsRefused) {
  for (const std::string first : {"fake", "reproduce_fakes"}) {
    for (const std::string second : {"fake", "reproduce_fakes"}) {
      SCOPED_TRACE(first + " before " + second);
      const std::string out = FreshFolder("twice");
      StartedProgram running({"--out=" + out, "--set=fake.milliseconds=100000"}, {.program = first});
      WaitFor(out + "/.lock");
      SleepMilliseconds(100);
      const RunOutcome refused = RunFake({"--out=" + out}, {.program = second});
      EXPECT_EQ(refused.status, 3);
      EXPECT_THAT(refused.errors, HasSubstr(out + ": is in use by another run (process "));
      EXPECT_FALSE(std::filesystem::exists(out + "/results.tsv"));
      running.Send(SIGKILL);
      EXPECT_EQ(running.Wait().status, 128 + SIGKILL);
      // The lock and the cases died with it.
      EXPECT_EQ(RunFake({"--out=" + out, "--only=fake/trouble"}, {.program = second}).status, 0);
    }
  }
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
    EXPECT_THAT(PageOf(out), HasSubstr("interrupted"));
    RunFake({"--out=" + out, "--jobs=4", "--set=fake.milliseconds=300"});
    EXPECT_EQ(ComparableResults(out), ComparableResults(other));
  }
}

}  // namespace
}  // namespace structlab::harness
