#include "experiments/harness/record_measured.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "common/error.h"
#include "experiments/harness/report/measured.h"

namespace structlab::harness {
namespace {

class RecordMeasuredTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string checkout =
        testing::TempDir() + "/record_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = checkout + "/experiments/pack";
    std::filesystem::remove_all(checkout);
    std::filesystem::create_directories(folder_);
    ::setenv("BUILD_WORKSPACE_DIRECTORY", checkout.c_str(), 1);
  }

  static PackageReport Report() {
    PackageReport report;
    report.name = "pack";
    report.cases.emplace_back().state = CaseState::kDone;
    return report;
  }

  // A case that was run at that commit on that processor, and finished at that time.
  static FinishedCase CaseOf(const std::string& finished, const std::string& commit = "0123abcd",
                             const std::string& processor = "a fast one") {
    return {.c = {},
            .record = {},
            .finished = finished,
            .provenance = {{"commit", commit}, {"processor", processor}, {kUncommittedChanges, "no"}}};
  }

  MeasuredOrigin OriginOf(std::vector<FinishedCase> cases) const {
    RecordMeasured(Report(), Results(std::move(cases), Profile::kPaper), kAllWell, "the command");
    return ReadMeasured(folder_).origin;
  }

  std::string folder_;
};

TEST_F(RecordMeasuredTest, NamesTheDaysOfTheCasesNotOfTheRecording) {
  const std::string morning = "2020-01-02T00:00:01Z", night = "2020-01-02T23:59:59Z";
  EXPECT_EQ(OriginOf({CaseOf(night), CaseOf(""), CaseOf(morning)}).date, "2020-01-02");
  EXPECT_EQ(OriginOf({CaseOf("2020-01-03T12:00:00Z"), CaseOf(morning), CaseOf("2019-12-31T12:00:00Z")}).date,
            "2019-12-31 to 2020-01-03");
}

TEST_F(RecordMeasuredTest, SaysHowLongTheCasesTookByTheClock) {
  const auto ended = [](const char* at, double seconds) {
    FinishedCase finished = CaseOf(std::string("2020-01-02T") + at + "Z");
    finished.seconds = seconds;
    return finished;
  };
  // Two at a time: the second began before the first.
  EXPECT_EQ(OriginOf({ended("00:10:00", 60), ended("00:12:00", 600), ended("00:11:00", 1)}).duration,
            "10m00s");
  EXPECT_EQ(OriginOf({ended("00:10:00", 60), CaseOf("")}).duration, "");
}

TEST_F(RecordMeasuredTest, NamesEveryCommitAndProcessorOfTheCases) {
  const std::string time = "2020-01-02T00:00:01Z";
  const MeasuredOrigin origin =
      OriginOf({CaseOf(time, "b"), CaseOf(time, "a", "a slow one"), CaseOf(time, "b"), CaseOf(time, "a")});
  EXPECT_EQ(origin.commit, "b, a");
  EXPECT_EQ(origin.processor, "a fast one, a slow one");
  FinishedCase silent = CaseOf(time);
  std::erase_if(silent.provenance, [](const Fact& fact) { return fact.name == "processor"; });
  EXPECT_EQ(OriginOf({CaseOf(time), silent}).processor, "a fast one, unknown");
}

TEST_F(RecordMeasuredTest, KeepsCommitProcessorAndCommand) {
  const MeasuredOrigin origin = OriginOf({CaseOf("2020-01-02T00:00:01Z")});
  EXPECT_EQ(origin.commit, "0123abcd");
  EXPECT_EQ(origin.processor, "a fast one");
  EXPECT_EQ(origin.command, "the command");
}

// A case that was stored before its changes were committed names a commit that does not hold them.
TEST_F(RecordMeasuredTest, KeepsNothingOfATreeWithUncommittedChanges) {
  for (const char* said : {"yes", "unknown", ""}) {
    FinishedCase changed = CaseOf("2020-01-02T00:00:01Z");
    if (*said == 0) {
      changed.provenance.pop_back();
    } else {
      changed.provenance.back().value = said;
    }
    std::vector<FinishedCase> cases = {CaseOf("2020-01-02T00:00:01Z"), changed};
    testing::internal::CaptureStderr();
    RecordMeasured(Report(), Results(std::move(cases), Profile::kPaper), kAllWell, "the command");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("--fresh"), std::string::npos) << said;
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << said;
  }
}

TEST_F(RecordMeasuredTest, KeepsAFailingClaimButNoIncompleteRun) {
  const PackageReport done = Report();
  const Results none({}, Profile::kPaper);
  for (const ExitStatus status : {kCaseFailed, kWrongUsage, kDamaged, kInterrupted}) {
    testing::internal::CaptureStderr();
    EXPECT_FALSE(RecordMeasured(done, none, status, ""));
    EXPECT_EQ(testing::internal::GetCapturedStderr().find(
                  "was damaged and ran again; run the same command") != std::string::npos,
              status == kDamaged);
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << status;
  }
  for (const CaseState state :
       {CaseState::kFailed, CaseState::kTimedOut, CaseState::kOutOfMemory, CaseState::kNotRun}) {
    PackageReport report = done;
    report.cases.emplace_back().state = state;
    EXPECT_FALSE(RecordMeasured(report, none, kAllWell, ""));
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << static_cast<int>(state);
  }
  // A method that refuses a problem is a result.
  PackageReport refused = done;
  refused.cases.emplace_back().state = CaseState::kRefused;
  EXPECT_TRUE(RecordMeasured(refused, none, kAllWell, ""));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/measured.tsv"));
  std::filesystem::remove(folder_ + "/measured.tsv");
  EXPECT_TRUE(RecordMeasured(done, none, kClaimFailed, ""));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/measured.tsv"));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/measured_claims.tsv"));
}

// Nothing that would be lost after an hour of running is found out only then.
TEST_F(RecordMeasuredTest, IsRefusedBeforeTheRun) {
  Flags sound;
  sound.profile = Profile::kPaper;
  const SourceState clean = {.commit = "0123abcd", .is_dirty = false};
  const auto refusal = [](const Flags& flags, const SourceState& source,
                          const std::vector<std::string>& stand_ins = {}) -> std::string {
    try {
      CheckMayRecord("pack", flags, source, stand_ins);
    } catch (const common::Error& error) {
      return (error.kind() == common::ErrorKind::kUsage ? "usage: " : "environment: ") +
             std::string(error.what());
    }
    return "";
  };
  const auto with = [&](auto change) {
    Flags flags = sound;
    change(flags);
    return refusal(flags, clean);
  };
  EXPECT_EQ(refusal(sound, clean), "");
  EXPECT_EQ(with([](Flags& flags) { flags.profile = Profile::kQuick; }),
            "usage: --record: expected --profile=paper, found --profile=quick");
  EXPECT_EQ(with([](Flags& flags) { flags.set.emplace_back(); }),
            "usage: --record: expected the settings of the source, found a changed one (--set)");
  EXPECT_EQ(with([](Flags& flags) { flags.repeats = 1; }),
            "usage: --record: expected the package's own numbers of seeds, found --repeats=1");
  EXPECT_EQ(with([](Flags& flags) { flags.seed = 2; }),
            "usage: --record: expected the first seed of a run without --seed, found --seed=2");
  const std::string selection =
      "usage: --record: expected the whole package, found a selection (--only or --methods)";
  EXPECT_EQ(with([](Flags& flags) { flags.only = {"pack"}; }), selection);
  EXPECT_EQ(with([](Flags& flags) { flags.methods = {"*"}; }), selection);
  EXPECT_EQ(
      refusal(sound, clean, {"letters", "digits"}),
      "environment: --record: a stand-in takes the place of data that is absent: letters, digits; fetch "
      "the data");
  EXPECT_EQ(refusal(sound, {.commit = "0123abcd", .is_dirty = true}),
            "environment: --record: the checkout has uncommitted changes, so that no commit says what ran; "
            "commit them first");
  EXPECT_NE(refusal(sound, {}), "");  // nobody knows
  std::filesystem::remove_all(folder_);
  EXPECT_EQ(refusal(sound, clean),
            "environment: --record: " + folder_ + " is not there, so that nothing can be recorded in it");
  ::unsetenv("BUILD_WORKSPACE_DIRECTORY");
  EXPECT_EQ(refusal(sound, clean),
            "environment: --record: the checkout is not known; start the program by `bazel run`");
}

}  // namespace
}  // namespace structlab::harness
