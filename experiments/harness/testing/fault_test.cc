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
#include <fstream>
#include <map>
#include <optional>
#include <tuple>

#include "common/file.h"
#include "common/sanitizers.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Is it there, and no mere entry that nobody has asked about yet?
bool IsRunning(int process) {
  std::string stat;
  std::getline(std::ifstream("/proc/" + std::to_string(process) + "/stat"), stat);
  return !stat.empty() && stat.substr(stat.rfind(')') + 2, 1) != "Z";
}

// One case goes wrong in its own way; the others still run, and the next run tries it again, and only it.
TEST(Fault, AFailingCaseIsNamedAndTheOthersStillRun) {
  const std::tuple<std::string, std::string, std::string> troubles[] = {
      {"throw", "--jobs=2", "failed: trouble was asked for"},
      {"damaged", "--jobs=2", "failed: tiny.txt:3:1: expected a number, found 'x'"},
      {"picture", "--jobs=2",
       "failed: picture Figure 4, Tiny, steady, trouble=picture, pattern: expected 4 values, found 1"},
      {"abort", "--jobs=2", "failed: killed by signal 6 (Aborted): about to abort"},
      {"crash", "--jobs=2", "failed: "},  // the sanitizers end a crash in their own way
      {"sleep", "--timeout=0.5s", "timed out: took longer than 0.5 s (--timeout)"},
      {"hog", "--memory=200M", "out of memory: needed more than 209.7 MB (--memory)"}};
  for (const auto& [kind, flag, message] : troubles) {
    SCOPED_TRACE(kind);
    const std::string out = FreshFolder("trouble");
    const std::vector<std::string> flags = {"--out=" + out, "--set=fake.trouble=" + kind, flag};
    const RunOutcome run = RunFake(flags);
    EXPECT_THAT(run, Ended(kind == "damaged" ? 3 : 1, "fake/trouble/seed=1: " + message));
    EXPECT_THAT(run.output, HasSubstr("12 of 13 cases done, 1 failed"));
    EXPECT_EQ(CellOf(out, "value", "steady", "trouble=" + kind, "trouble"), "absent");
    EXPECT_EQ(CellOf(out, "n", "noisy", "size=3", "area"), "2");
    EXPECT_THAT(RunFake(flags).errors, HasSubstr("1/1"));
  }
}

TEST(Fault, ARefusalIsShownAndIsNoFailure) {
  const std::string out = FreshFolder("refuse");
  const RunOutcome run = RunFake({"--out=" + out, "--set=fake.trouble=refuse"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output, HasSubstr("12 of 13 cases done, 1 refused"));
  EXPECT_THAT(PageOf(out), HasSubstr("the fake method takes no trouble"));
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.trouble=refuse"}).errors, kStandInLine);
  EXPECT_THAT(
      RunFake({"--out=" + FreshFolder("refused_case"), "--set=fake.trouble=refuse", "--run-case=trouble"})
          .errors,
      HasSubstr("is refused: the fake method takes no trouble"));
  // Nor is a value that is no number.
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.trouble=nan"}).status, 0);
  EXPECT_EQ(CellOf(out, "value", "steady", "trouble=nan", "trouble"), "nan");
}

// Where it was not chosen, so that it may not run again, it stays as it is.
TEST(Fault, ADamagedStoredResultIsSaidAndRunsAgainIfItMay) {
  const std::string out = FreshFolder("damaged_result");
  RunFake({"--out=" + out});
  const std::string results = ComparableResults(out);
  const std::string path = out + "/runs/fake/grid/noisy/size=1/seed=1.h5", good = common::ReadFile(path);
  std::string flipped = good;
  flipped[good.size() / 2] ^= 1;
  for (const std::string& bytes :
       {flipped, good.substr(0, good.size() / 3), std::string("no HDF5"), std::string()}) {
    WriteText(path, bytes);
    const RunOutcome run = RunFake({"--out=" + out});
    EXPECT_THAT(run, Ended(3, path + ": expected "));
    EXPECT_THAT(run.errors, AllOf(HasSubstr("the case runs again"), HasSubstr("1/1")));
    EXPECT_EQ(ComparableResults(out), results);
    EXPECT_THAT(PageOf(out), HasSubstr("what was stored was damaged: " + path + ": expected "));
  }
  const RunOutcome whole = RunFake({"--out=" + out});
  EXPECT_EQ(whole.status, 0);
  EXPECT_EQ(whole.errors, kStandInLine);
  EXPECT_THAT(PageOf(out), Not(HasSubstr("was damaged")));
  WriteText(path, "no HDF5");
  const RunOutcome not_chosen = RunFake({"--out=" + out, "--methods=steady"});
  EXPECT_THAT(not_chosen, Ended(3, path + ": expected "));
  EXPECT_THAT(not_chosen.errors, HasSubstr("; run the case again\n"));
  EXPECT_THAT(PageOf(out), HasSubstr(path + ": expected "));
  EXPECT_EQ(common::ReadFile(path), "no HDF5");
}

// A reader that has read enough is no fault; a full disk is one.
TEST(Fault, StandardOutputMayEndButNotOverflow) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  for (const char* program : {"fake", "reproduce_fakes"}) {
    const RunOutcome run = RunFake({"--help"}, {.program = program, .standard_output = ends[1]});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.errors, "");
  }
  const int full = ::open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  const RunOutcome run = RunFake({"--help"}, {.standard_output = full});
  EXPECT_THAT(run, Ended(3, "fake: standard output: cannot be written\n"));
  for (const int file : {ends[1], full}) ::close(file);
}

// Whatever does not fit: a case, a table, a page, or a drawing (what gnuplot leaves: drawing_test).
TEST(Fault, ADiskThatIsFullSoonerOrLaterTearsNothing) {
  // Its run time writes a file and maps it, which a limit of files cuts off.
  if (common::kThreadSanitizer) GTEST_SKIP() << "the sanitizer needs larger files";
  const std::string out = FreshFolder("full"), table = out + "/results.tsv";
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.size_factor=2"}).status, 0);
  const std::string before = common::ReadFile(table);
  EXPECT_THAT(RunFake({"--out=" + out}, {.file_size_limit = 1000}),
              Ended(3, "seed=1.h5: cannot be written: File too large"));
  EXPECT_EQ(common::ReadFile(table), before);

  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
  const std::string results = common::ReadFile(table);
  const std::map<std::string, size_t> whole = ReportFiles(out);
  std::map<std::string, size_t> limits = {{"table", 1001}};  // the largest file of each extension
  for (const auto& [file, size] : whole) {
    size_t& limit = limits[std::filesystem::path(file).extension().string()];
    limit = std::max(limit, size);
  }
  EXPECT_EQ(limits.size(), 4u);
  for (const auto& [kind, size] : limits) {
    SCOPED_TRACE(kind);
    const RunOutcome run = RunFake({"--out=" + out}, {.file_size_limit = static_cast<long>(size) - 1});
    EXPECT_EQ(run.status, 3) << run.errors;
    EXPECT_THAT(run.errors, testing::AnyOf(HasSubstr(": cannot be written: File too large"),
                                           HasSubstr(": gnuplot left an incomplete file; is the disk full?"),
                                           HasSubstr("fake: gnuplot: ")));
    const std::map<std::string, size_t> after = ReportFiles(out);
    EXPECT_EQ(after.size(), whole.size());
    for (const auto& [file, left] : after) EXPECT_GT(left, 0u) << file;
    EXPECT_TRUE(common::ReadFile(table).ends_with('\n'));
    EXPECT_TRUE(kind != "table" || common::ReadFile(table) == results);
  }
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
}

// A run with a gnuplot that draws a long time; `gnuplot` is its process. It ignores SIGHUP, as by nohup.
struct DrawingRun {
  DrawingRun(const std::string& name, const std::string& program) : out(FreshFolder(name)) {
    const std::string folder = FreshFolder(name + "_gnuplot"), begun = folder + "/begun";
    WriteText(folder + "/gnuplot", "#!/bin/sh\necho $$ > '" + begun + "'\nmv '" + begun + "' '" + folder +
                                       "/process'\nexec sleep 1000\n");
    std::filesystem::permissions(folder + "/gnuplot", std::filesystem::perms::owner_all);
    run.emplace(std::vector<std::string>{"--out=" + out},
                RunSetup{.program = program,
                         .environment = {{"PATH", folder + ":" + std::getenv("PATH")}},
                         .ignored_signals = {SIGHUP}});
    EXPECT_TRUE(WaitForFile(folder + "/process"));
    gnuplot = std::stoi(common::ReadFile(folder + "/process"));
    EXPECT_TRUE(IsRunning(gnuplot));
  }

  std::string out;
  std::optional<StartedFake> run;
  int gnuplot = 0;
};

// After the cases too an interrupt ends the run, at once and with its own status. A signal that was ignored
// at the start ends nothing.
TEST(Fault, AnInterruptEndsARunThatDrawsAndAnIgnoredSignalDoesNot) {
  for (const std::string program : {"fake", "reproduce_fakes"}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      SCOPED_TRACE(program + " " + std::to_string(signal));
      DrawingRun drawing("interrupted_drawing", program);
      drawing.run->Send(SIGHUP);
      SleepMilliseconds(300);
      EXPECT_TRUE(IsRunning(drawing.gnuplot));
      const auto begin = std::chrono::steady_clock::now();
      drawing.run->Send(signal);
      EXPECT_THAT(drawing.run->Wait(), Ended(130, ": interrupted; what is done is kept"));
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));  // of 1000 to draw
      EXPECT_FALSE(IsRunning(drawing.gnuplot));
      EXPECT_EQ(RunFake({"--out=" + drawing.out}, {.program = program}).status, 0);
    }
  }
}

// The terminal sends its signal to gnuplot too, which must not be deaf to it as the run is that waits for it.
// Who kills the run kills gnuplot too.
TEST(Fault, GnuplotHearsSignalsAndDiesWithTheRun) {
  DrawingRun heard("heard", "fake"), killed("drawing", "fake");
  ::kill(heard.gnuplot, SIGINT);
  EXPECT_THAT(heard.run->Wait(), Ended(3, "gnuplot: was killed by signal 2"));
  killed.run->Send(SIGKILL);
  EXPECT_EQ(killed.run->Wait().status, 128 + SIGKILL);
  for (int i = 0; i < 400 && IsRunning(killed.gnuplot); ++i) SleepMilliseconds(5);
  EXPECT_FALSE(IsRunning(killed.gnuplot));
}

// Some programs ignore SIGCHLD, also for what they start: the system then throws away how a child ended.
// Names of folders are bytes; scripts of gnuplot are UTF-8.
TEST(Fault, EndsOfChildrenMayBeIgnoredAndFoldersNeedNotBeUtf8) {
  for (const std::string program : {"fake", "reproduce_fakes"}) {
    const std::string out = FreshFolder("latin_\xe9\xe0");
    EXPECT_THAT(
        RunFake({"--out=" + out, "--timeout=20s"}, {.program = program, .ignored_signals = {SIGCHLD}}),
        Ended(0, ""));
    EXPECT_TRUE(std::filesystem::exists(out + "/report/index.html"));
  }
}

// Before the first case, not after the last. What the earlier harness left has another meaning: nothing of it
// is mixed with new results.
TEST(Fault, FoldersThatCannotBeReadOrMadeAreFoundAtTheStart) {
  const std::tuple<const char*, const char*, const char*> leftovers[] = {
      {"reproduce_fakes", "/packages/foreign/package.tsv", "/packages/foreign/"},
      {"fake", "/packages/fake/package.json", "results of an older version; remove the folder "},
      {"reproduce_fakes", "/packages/fake/package.json", "results of an older version; remove the folder "},
      {"fake", "/runs/fake/grid/a/seed=1.h5.sha256", "results of an older version; remove the folder "}};
  for (const auto& [program, file, message] : leftovers) {
    const std::string out = FreshFolder("foreign");
    WriteText(out + file, "[]");
    const RunOutcome outcome = RunFake({"--out=" + out}, {.program = program});
    EXPECT_THAT(outcome, AllOf(Ended(3, out), Ended(3, message))) << file;
    EXPECT_FALSE(std::filesystem::exists(out + "/runs/fake/grid/steady")) << file;
  }
  const std::string file = FreshFolder("parent") + "/file";
  WriteText(file, "text");
  EXPECT_THAT(RunFake({"--out=" + file + "/results"}),
              Ended(3, "\nfake: " + file + ": is a file, not a folder; choose another --out\n"));
  EXPECT_EQ(common::ReadFile(file), "text");
}

// A package or the program that runs all of them, whichever comes first.
TEST(Fault, ASecondRunOnTheSameFolderIsRefused) {
  for (const std::string first : {"fake", "reproduce_fakes"}) {
    for (const std::string second : {"fake", "reproduce_fakes"}) {
      SCOPED_TRACE(first + " before " + second);
      const std::string out = FreshFolder("twice");
      StartedFake running({"--out=" + out, "--set=fake.milliseconds=100000"}, {.program = first});
      ASSERT_TRUE(WaitForFile(out + "/.lock"));
      SleepMilliseconds(100);
      EXPECT_THAT(RunFake({"--out=" + out}, {.program = second}),
                  Ended(3, out + ": is in use by another run (process "));
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
  const std::pair<std::string, int> interrupts[] = {
      {"fake", SIGINT}, {"fake", SIGTERM}, {"reproduce_fakes", SIGINT}};
  for (const auto& [program, signal] : interrupts) {
    const std::string out = FreshFolder("interrupt");
    StartedFake run({"--out=" + out, "--jobs=1", "--set=fake.milliseconds=300"}, {.program = program});
    ASSERT_TRUE(WaitForFile(out + "/runs/fake/grid/steady/size=1/seed=1.h5"));
    run.Send(signal);
    EXPECT_THAT(run.Wait(), Ended(130, "fake: interrupted; what is done is kept"));
    EXPECT_EQ(CellOf(out, "value", "steady", "size=1.0", "area"), "1");
    EXPECT_EQ(CellOf(out, "n", "noisy", "size=1", "area"), "0");
    EXPECT_THAT(PageOf(out), HasSubstr("interrupted"));
    if (program != "fake") {
      EXPECT_THAT(common::ReadFile(out + "/report/index.html"),
                  HasSubstr("<code>other_fake</code>: the run was interrupted before it</li>"));
    }
    RunFake({"--out=" + out, "--jobs=4", "--set=fake.milliseconds=300"});
    EXPECT_EQ(ComparableResults(out), ComparableResults(other));
  }
}

}  // namespace
}  // namespace structlab::harness
