#include "experiments/harness/record_measured.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

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
    RecordMeasured(done, none, status, "");
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << status;
  }
  for (const CaseState state :
       {CaseState::kFailed, CaseState::kTimedOut, CaseState::kOutOfMemory, CaseState::kNotRun}) {
    PackageReport report = done;
    report.cases.emplace_back().state = state;
    RecordMeasured(report, none, kAllWell, "");
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << static_cast<int>(state);
  }
  RecordMeasured(done, none, kClaimFailed, "");
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/measured.tsv"));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/measured_claims.tsv"));
}

}  // namespace
}  // namespace structlab::harness
