// Processes, the cases that run in them, and the folder that they write to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <thread>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/touched_memory.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/output_folder.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;
using common::MessageOf;
using enum common::ErrorKind;
using enum CaseState;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = ProcessEnding::Kind;

// Signals that end a program do so even if whoever started the tests ignores them, as nohup does.
[[maybe_unused]] const bool kSignalsAreDefault = [] {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::signal(number, SIG_DFL);
  return true;
}();

// Zeros that all processes see; they live as long as the program.
std::atomic<int>* SharedNumbers() {
  return static_cast<std::atomic<int>*>(
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

void SleepMilliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

// Is there no such process, or only an entry that nobody has waited for? A kill takes a moment.
bool IsGone(int process) {
  std::string stat = "(x) S";
  for (int i = 0; i < 400 && !stat.empty() && stat.find(") Z") == stat.npos; ++i) {
    SleepMilliseconds(5);
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    if (!std::getline(file, stat)) stat.clear();
  }
  return stat.empty() || stat.find(") Z") != stat.npos;
}

constexpr ProcessBounds kAmple = {.seconds = 60, .bytes = uint64_t{4} << 30};

std::map<size_t, ProcessEnding> RunAll(size_t count, int jobs, const ProcessBounds& bounds,
                                       const std::function<void(size_t, const CaseResources&)>& body,
                                       const std::function<bool()>& may_begin = {}) {
  const SignalsBlocked signals;
  std::map<size_t, ProcessEnding> endings;
  const auto on_end = [&](size_t i, const ProcessEnding& ending) {
    EXPECT_TRUE(jobs > 1 || i == endings.size());  // in order
    EXPECT_TRUE(endings.emplace(i, ending).second);
  };
  EXPECT_TRUE(RunInProcesses(count, jobs, bounds, body, on_end, may_begin));
  return endings;
}

TEST(RunInProcesses, EndsEachOnceAtAnyNumberOfJobs) {
  for (const int jobs : {1, 3, 16}) {
    const auto endings = RunAll(20, jobs, kAmple, [](size_t i, const CaseResources&) {
      if (i == 4) common::ThrowDataError("file:1", "a", "b");
      if (i % 4 == 1) throw std::runtime_error("odd\none " + std::to_string(i));
      if (i % 4 == 2) ::_exit(7);
      std::fprintf(stderr, "%s\nlast words\n", std::string(10'000, 'x').c_str());
    });
    ASSERT_EQ(endings.size(), 20u);
    for (const auto& [i, ending] : endings) {
      EXPECT_EQ(ending.kind, i == 4 || i % 4 == 1 || i % 4 == 2 ? Kind::kFailed : Kind::kDone);
      EXPECT_EQ(ending.error, i == 4 ? std::optional(kData) : std::nullopt);
    }
    EXPECT_EQ(endings.at(5).message, "odd one 5");  // one line
    EXPECT_EQ(endings.at(6).message, "ended by itself with exit status 7");
    EXPECT_LE(endings.at(3).output.size(), 4096u);
    EXPECT_TRUE(endings.at(3).output.ends_with("x\nlast words\n"));
  }
}

// Over time, over memory, done: together with the processes that the work has started.
TEST(RunInProcesses, LeavesNoProcessBehind) {
  std::atomic<int>* const left = SharedNumbers();
  const auto endings = RunAll(3, 1, {.seconds = 1, .bytes = 64 << 20}, [&](size_t i, const CaseResources&) {
    const pid_t child = ::fork();
    while (child == 0) ::pause();
    left[i] = child;
    if (i == 2) return;
    const common::TouchedMemory touched(i == 1 ? 256 << 20 : 1);
    while (touched.size() > 0) ::pause();
  });
  EXPECT_EQ(endings.at(0).message, "took longer than 1 s (--timeout)");
  EXPECT_EQ(endings.at(0).kind, Kind::kTimedOut);
  EXPECT_GE(endings.at(0).seconds, 1);
  EXPECT_EQ(endings.at(1).message, "needed more than 67.11 MB (--memory)");
  EXPECT_EQ(endings.at(1).kind, Kind::kOutOfMemory);
  EXPECT_EQ(endings.at(2).kind, Kind::kDone);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(left[i] > 0 && IsGone(left[i])) << i;
}

// What runs when may_begin says no ends in its own way; nothing else begins.
TEST(RunInProcesses, BeginsNothingOnceItMayNot) {
  for (const int allowed : {0, 1, 3}) {
    std::atomic<int>* const numbers = SharedNumbers();
    const auto endings = RunAll(
        6, 1, kAmple, [&](size_t, const CaseResources&) { SleepMilliseconds(20), ++numbers[0]; },
        [&] { return numbers[0] < allowed; });
    EXPECT_EQ(endings.size(), static_cast<size_t>(allowed));
    for (const auto& [i, ending] : endings) EXPECT_EQ(ending.kind, Kind::kDone) << i;
  }
}

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/process_" + name;
  fs::remove_all(folder);
  return folder;
}

class CaseRunnerTest : public testing::Test {
 protected:
  CaseRunnerTest() : store_(NewFolder(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    options_.bounds = kAmple;
  }

  static CaseStatus CaseOf(const std::string& name, const std::string& section = "s") {
    CaseStatus status;
    status.c = {.name = name, .dataset = "D", .method = "M", .parameters = Setting{{"p", "1"}}};
    status.c.section = section;
    status.c.run = [name](uint64_t seed, Recorder& record) {
      if (name == "broken") throw std::runtime_error("as asked");
      if (name == "data") common::ThrowDataError("file:1", "a number", "none");
      if (name == "refused") return record.Refuse("too large");
      record.Note("noted");
      record.Value("T", "m", static_cast<double>(seed));
    };
    status.stamp = StampOf(status.c, {.sections = {{"s", "1"}, {"t", "2"}}});
    return status;
  }
  static std::vector<CaseStatus> Three(const std::string& section = "s") {
    return {CaseOf("a", section), CaseOf("b", section), CaseOf("c", section)};
  }

  // As a new program that finds what others have stored.
  void Check(std::vector<CaseStatus>& cases) {
    testing::internal::CaptureStderr();
    CheckStored(store_, options_, cases);
    errors_ = testing::internal::GetCapturedStderr();
  }
  void Run(std::vector<CaseStatus>& cases) {
    testing::internal::CaptureStderr();
    const SignalsBlocked signals;
    EXPECT_TRUE(RunCases("pack", store_, options_, cases));
    errors_ = testing::internal::GetCapturedStderr();
  }
  Results Load(std::vector<CaseStatus>& cases) const {
    return LoadResults(store_, Settings("pack", {}, Profile::kQuick), cases);
  }
  static std::vector<CaseState> StatesOf(const std::vector<CaseStatus>& cases) {
    std::vector<CaseState> states;
    for (const CaseStatus& status : cases) states.push_back(status.state);
    return states;
  }

  Store store_;
  RunOptions options_;
  std::string errors_;
};

TEST_F(CaseRunnerTest, RunsOnceWhatIsNotStored) {
  std::vector<CaseStatus> cases = {CaseOf("broken"), CaseOf("refused"), CaseOf("a"), CaseOf("data")},
                          again = cases;
  again[3].selected = false;
  Check(cases);
  EXPECT_THAT(StatesOf(cases), ElementsAre(kNotRun, kNotRun, kNotRun, kNotRun));
  Run(cases);
  EXPECT_THAT(errors_, HasSubstr("pack/broken/seed=0: failed: as asked"));
  EXPECT_EQ(cases[0].error, std::nullopt);
  EXPECT_EQ(cases[3].error, kData);  // for the status of the whole run
  const Results results = Load(cases);
  EXPECT_THAT(StatesOf(cases), ElementsAre(kFailed, kRefused, kDone, kFailed));
  EXPECT_EQ(cases[1].message, "too large");
  EXPECT_EQ(cases[2].message, "noted");
  ASSERT_EQ(results.cases().size(), 2u);  // a refused case is done, without values
  EXPECT_EQ(results.planned().size(), 4u);
  EXPECT_EQ(results.Values({}).size(), 1u);
  EXPECT_GT(results.cases()[1].peak_rss_mb, 0);
  EXPECT_FALSE(store_.Contains("broken/seed=0"));
  Check(again);
  EXPECT_THAT(StatesOf(again), ElementsAre(kNotRun, kDone, kDone, kNotRun));
  EXPECT_EQ(again[3].message, "not selected by --only or --methods");
  Run(again);
  EXPECT_THAT(errors_, HasSubstr("1/1"));
}

// Older code runs again or, with --reuse, is taken and marked; other parameters are never taken.
TEST_F(CaseRunnerTest, ReusesOnlyResultsOfOlderCode) {
  std::vector<CaseStatus> cases = Three(), older = Three("t");
  Run(cases);
  Check(older);
  EXPECT_THAT(StatesOf(older), ElementsAre(kNotRun, kNotRun, kNotRun));
  EXPECT_EQ(older[1].message, "what is stored differs in the code of its section");
  options_.reuse = true;
  older = Three("t");
  older[2].c.parameters.Set("p", "2");
  older[2].stamp = StampOf(older[2].c, {.sections = {{"t", "2"}}});
  Check(older);
  EXPECT_THAT(StatesOf(older), ElementsAre(kDone, kDone, kNotRun));
  EXPECT_THAT(older[0].c.departures, ElementsAre(HasSubstr("stored by older code (--reuse)")));
  Run(older);
  EXPECT_THAT(errors_, HasSubstr("pack: 1 of 3 cases are stored but stale"));
}

// What an older run left of a case that is gone, or that records another file now, and nothing else.
TEST(RecordedFiles, StandBelowTheirCaseUntilTheCaseIsGone) {
  const std::string folder = NewFolder("files"), package = folder + "/files/pack";
  FinishedCase kept, gone;
  kept.c.name = "grid/a";
  gone.c.name = "old/deep/b";
  kept.record.files = {{"model.txt", "weights\n"}, {"more.txt", ""}};
  gone.record.files = {{"model.txt", "2"}};
  WriteRecordedFiles(folder, "other", Results({gone}, Profile::kQuick));
  WriteRecordedFiles(folder, "pack", Results({kept, gone}, Profile::kQuick));
  EXPECT_EQ(common::ReadFile(package + "/grid/a/seed=0/model.txt"), "weights\n");
  EXPECT_TRUE(fs::exists(package + "/old/deep/b/seed=0/model.txt"));
  for (const char* own : {"/old/notes.txt", "/grid/a/seed=0/predictions.txt"})
    std::ofstream(package + own) << "x";
  kept.record.files.pop_back();
  WriteRecordedFiles(folder, "pack", Results({kept}, Profile::kQuick));
  for (const char* there : {"/pack/grid/a/seed=0/model.txt", "/pack/grid/a/seed=0/predictions.txt",
                            "/pack/old/notes.txt", "/other/old/deep/b/seed=0/model.txt"}) {
    EXPECT_TRUE(fs::exists(folder + "/files" + there)) << there;
  }
  EXPECT_FALSE(fs::exists(package + "/grid/a/seed=0/more.txt") || fs::exists(package + "/old/deep"));
  // A damaged list that names what is not below the folder removes nothing.
  std::ofstream(folder + "/outside") << "x";
  std::ofstream(package + "/.written") << "../../outside\n\n.\n" << folder << "/outside\n";
  WriteRecordedFiles(folder, "pack", Results({}, Profile::kQuick));
  EXPECT_TRUE(fs::exists(folder + "/outside") && fs::exists(package));
}

}  // namespace
}  // namespace structlab::harness
