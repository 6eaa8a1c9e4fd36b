#include "experiments/harness/case_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "common/error.h"
#include "common/testing/touched_memory.h"
#include "experiments/harness/testing/default_signals.h"

namespace structlab::harness {
namespace {

// Whoever starts the tests may ignore them.
[[maybe_unused]] const bool kSignalsAreDefault = HaveDefaultSignals();

using ::testing::HasSubstr;

class CaseRunnerTest : public testing::Test {
 protected:
  CaseRunnerTest()
      : folder_(testing::TempDir() + "/runs_" +
                testing::UnitTest::GetInstance()->current_test_info()->name()),
        store_(folder_) {
    std::filesystem::remove_all(folder_);
    options_.bounds = {.seconds = 60, .bytes = uint64_t{4} << 30};
    experiment_.name = "pack";
    experiment_.run = [](const Case& c, Recorder& record) {
      if (c.name == "broken") throw std::runtime_error("as asked");
      if (c.name == "refused") return record.Refuse("too large");
      record.Note("noted");
      record.Value("T", "m", 1);
    };
  }

  static CaseStatus CaseOf(const std::string& name) {
    CaseStatus status;
    status.c = {.name = name, .dataset = "D", .method = "M", .parameters = Setting{{"p", "1"}}};
    status.fingerprint = "f";
    return status;
  }

  static std::vector<CaseStatus> Fresh() { return {CaseOf("a"), CaseOf("b"), CaseOf("c")}; }

  // As a new program that finds what others have stored.
  std::vector<CaseStatus> Checked(bool fresh, std::vector<CaseStatus> cases = Fresh()) const {
    CheckStored(store_, fresh, cases);
    return cases;
  }

  bool Run(std::vector<CaseStatus>& cases) const {
    testing::internal::CaptureStderr();
    const SignalsBlocked signals;
    const bool finished = RunCases(experiment_, store_, options_, cases);
    errors_ = testing::internal::GetCapturedStderr();
    return finished;
  }

  Results Load(std::vector<CaseStatus>& cases) const {
    return LoadResults(store_, Profile::kQuick, Setting{{"p", "1"}}, cases);
  }

  std::string folder_;
  Store store_;
  Experiment experiment_;
  RunOptions options_;
  mutable std::string errors_;
};

TEST_F(CaseRunnerTest, RunsOnceWhatIsNotStored) {
  std::vector<CaseStatus> cases = Checked(false);
  for (const CaseStatus& status : cases) EXPECT_EQ(status.state, CaseState::kNotRun);
  EXPECT_TRUE(Run(cases));
  EXPECT_THAT(errors_, HasSubstr("3/3"));
  for (const CaseStatus& status : cases) EXPECT_EQ(status.state, CaseState::kDone);
  std::vector<CaseStatus> again = Checked(false);
  EXPECT_TRUE(Run(again));
  EXPECT_EQ(errors_, "");
  const Results results = Load(again);
  ASSERT_EQ(results.cases().size(), 3u);
  EXPECT_EQ(results.cases()[2].c.name, "c");
  EXPECT_EQ(results.cases()[2].record.values.size(), 1u);
  EXPECT_GT(results.cases()[2].peak_rss_mb, 0);
  EXPECT_GE(results.cases()[2].seconds, 0);
  EXPECT_EQ(again[0].message, "noted");
  EXPECT_EQ(results.settings().Text("p"), "1");
  EXPECT_EQ(results.profile(), Profile::kQuick);
}

// --fresh with a selection runs the chosen cases again, and shows the others as they are.
TEST_F(CaseRunnerTest, FreshIsWhatIsSelected) {
  std::vector<CaseStatus> cases = Checked(false);
  Run(cases);
  cases = Fresh();
  cases[1].selected = false;
  cases = Checked(true, cases);
  EXPECT_EQ(cases[0].state, CaseState::kNotRun);
  EXPECT_EQ(cases[1].state, CaseState::kDone);
  EXPECT_TRUE(Run(cases));
  EXPECT_THAT(errors_, HasSubstr("2/2"));
  EXPECT_EQ(Load(cases).cases().size(), 3u);
}

TEST_F(CaseRunnerTest, LeavesOutWhatIsNotSelected) {
  std::vector<CaseStatus> cases = Fresh();
  cases[0].selected = cases[2].selected = false;
  cases = Checked(false, cases);
  EXPECT_TRUE(Run(cases));
  EXPECT_THAT(errors_, HasSubstr("1/1"));
  EXPECT_EQ(cases[0].state, CaseState::kNotRun);
  EXPECT_EQ(cases[0].message, "not selected by --only or --methods");
  EXPECT_EQ(Load(cases).cases().size(), 1u);
}

TEST_F(CaseRunnerTest, SaysHowEachCaseEnded) {
  std::vector<CaseStatus> cases = {CaseOf("broken"), CaseOf("refused"), CaseOf("a")};
  EXPECT_TRUE(Run(cases));
  EXPECT_THAT(errors_, HasSubstr("pack/broken/seed=0: failed: as asked"));
  EXPECT_EQ(cases[0].state, CaseState::kFailed);
  EXPECT_EQ(cases[0].message, "as asked");
  EXPECT_EQ(cases[0].error, std::nullopt);
  const Results results = Load(cases);
  EXPECT_EQ(cases[1].state, CaseState::kRefused);
  EXPECT_EQ(cases[1].message, "too large");
  // A refused case is done, without values.
  ASSERT_EQ(results.cases().size(), 2u);
  EXPECT_EQ(results.Values({}).size(), 1u);
  EXPECT_EQ(store_.Check("broken/seed=0", "f").state, Store::State::kAbsent);
}

// A kind of error that is the data's or the machine's is kept, for the status of the whole run.
TEST_F(CaseRunnerTest, KeepsWhetherDataIsDamaged) {
  experiment_.run = [](const Case& c, Recorder&) {
    if (c.name == "a") common::ThrowDataError("file:1", "a number", "none");
    if (c.name == "b") common::ThrowEnvironmentError("file", "cannot be read");
    common::ThrowUsageError("record", "a picture", "none");
  };
  std::vector<CaseStatus> cases = Fresh();
  Run(cases);
  EXPECT_EQ(cases[0].error, common::ErrorKind::kData);
  EXPECT_EQ(cases[1].error, common::ErrorKind::kEnvironment);
  EXPECT_EQ(cases[2].error, std::nullopt);
}

TEST_F(CaseRunnerTest, SaysWhatIsReplacedAndWhatIsDamaged) {
  std::vector<CaseStatus> cases = Fresh();
  Run(cases);
  cases = Fresh();
  for (CaseStatus& status : cases) status.fingerprint = "g";
  cases[2].selected = false;
  cases = Checked(false, cases);
  EXPECT_TRUE(Run(cases));
  EXPECT_THAT(errors_, HasSubstr("pack: of 3 cases 2 are stored of another program, setting or data"));
  EXPECT_EQ(cases[2].message, "what is stored is of another program, setting or data");
  std::ofstream(store_.PathOf("a/seed=0")) << "no HDF5";
  std::ofstream(store_.PathOf("b/seed=0")) << "no HDF5";
  cases = Fresh();
  for (CaseStatus& status : cases) status.fingerprint = "g";
  cases[1].selected = false;
  testing::internal::CaptureStderr();
  cases = Checked(false, cases);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("a/seed=0.h5: expected sha256 "));
  EXPECT_THAT(said, HasSubstr("; the case runs again\n"));
  EXPECT_THAT(said, HasSubstr("; run the case again\n"));
  EXPECT_EQ(cases[0].error, std::nullopt);
  EXPECT_EQ(cases[1].error, common::ErrorKind::kData);
  // What ran again is done, and says why it did; the other is not run, and says what is damaged.
  EXPECT_TRUE(Run(cases));
  EXPECT_EQ(Load(cases).cases().size(), 2u);
  EXPECT_EQ(cases[0].state, CaseState::kDone);
  EXPECT_THAT(cases[0].message, HasSubstr("noted Stored anew, since what was stored was damaged: "));
  EXPECT_THAT(cases[0].message, HasSubstr("a/seed=0.h5: expected sha256 "));
  EXPECT_EQ(cases[0].error, std::nullopt);
  EXPECT_EQ(cases[1].state, CaseState::kNotRun);
  EXPECT_THAT(cases[1].message, HasSubstr("b/seed=0.h5: expected sha256 "));
  EXPECT_EQ(cases[1].error, common::ErrorKind::kData);
}

// An interrupt with --fresh: what was not run again is not taken from the store, whose result is older.
TEST_F(CaseRunnerTest, AfterAnInterruptOldResultsAreNotFresh) {
  std::vector<CaseStatus> cases = Checked(false);
  Run(cases);
  for (const bool fresh : {true, false}) {
    options_.fresh = fresh;
    cases = Fresh();  // as if they were to be run, though each is stored
    const SignalsBlocked signals;
    ::kill(::getpid(), SIGINT);
    EXPECT_FALSE(RunCases(experiment_, store_, options_, cases));
    for (const CaseStatus& status : cases) {
      EXPECT_EQ(status.state, fresh ? CaseState::kNotRun : CaseState::kDone);
      EXPECT_EQ(status.message, fresh ? "interrupted" : "");
    }
  }
}

// A result does not count if its case was over a bound, though nobody looked in that moment.
TEST_F(CaseRunnerTest, StoresNothingOfACaseThatWasOverItsMemory) {
  options_.bounds.bytes = static_cast<uint64_t>(1e6 * ProcessSelf::PeakRssMegabytes()) + (8 << 20);
  experiment_.run = [](const Case&, Recorder& record) {
    const common::TouchedMemory touched(32 << 20);
    record.Value("T", "m", static_cast<double>(touched.sum()));
  };
  std::vector<CaseStatus> cases;
  for (int i = 0; i < 8; ++i) cases.push_back(CaseOf("spike/" + std::to_string(i)));
  EXPECT_TRUE(Run(cases));
  for (const CaseStatus& status : cases) {
    EXPECT_EQ(status.state, CaseState::kOutOfMemory) << status.c.name;
    EXPECT_EQ(store_.Check(status.c.Key(), "f").state, Store::State::kAbsent);
  }
}

TEST_F(CaseRunnerTest, CallsWhatIsAskedFirstInEachCase) {
  options_.in_child = [] { throw std::runtime_error("called first"); };
  std::vector<CaseStatus> cases = {CaseOf("a")};
  Run(cases);
  EXPECT_EQ(cases[0].message, "called first");
}

TEST_F(CaseRunnerTest, StoresWhereANumberComesFrom) {
  CaseStatus status = CaseOf("a");
  status.c.seed = 7;
  status.c.threads = 3;
  status.c.setting = Setting{{"s", "2"}};
  status.c.protocol = Protocol::kCut;
  status.c.departures = {"first", "second"};
  status.c.resolved = {{.name = "letters",
                        .origin = DataOrigin::kSubstitute,
                        .path = "/data/letters",
                        .checksums = {{"letters.gz", "0123"}}}};
  options_.jobs = 2;
  options_.provenance = {{"commit", "abcd"}};
  experiment_.libraries = {{"Eigen", "3.4"}};
  std::vector<CaseStatus> cases = {status};
  Run(cases);
  std::vector<std::string> facts;
  for (const Fact& fact : store_.Load("a/seed=7").provenance) facts.push_back(fact.name + ": " + fact.value);
  EXPECT_THAT(facts, testing::ElementsAre(
                         "package: pack", "case: a", "seed: 7", "dataset: D", "method: M", "setting: s=2",
                         "parameters: p=1", "protocol: cut", "origin: substitute", "departure: first",
                         "departure: second", "data: letters (substitute) /data/letters",
                         "checksum: letters.gz 0123", "jobs: 2", "threads: 3", "Eigen: 3.4", "commit: abcd"));
}

}  // namespace
}  // namespace structlab::harness
