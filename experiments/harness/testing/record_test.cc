// What --record takes for data of the source, and what it keeps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/report/measured.h"
#include "experiments/harness/testing/fake_experiment.h"
#include "experiments/harness/testing/main_run.h"

namespace structlab::harness {
namespace {

// A checkout without changes; the folder of the package in it.
std::string Checkout(const std::string& folder) {
  const std::string package = folder + "/checkout/experiments/fake";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(package);
  ::setenv("BUILD_WORKSPACE_DIRECTORY", (folder + "/checkout").c_str(), 1);
  ::setenv("STRUCTLAB_COMMIT", "0123abcd", 1);
  ::setenv("STRUCTLAB_DIRTY", "0", 1);
  return package;
}

// A package of one case that reads no data set.
Experiment WithOneCase(const Case& c) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.plan = [c](const PlanRequest&) { return std::vector<Case>{c}; };
  experiment.draw = nullptr;
  return experiment;
}

struct Outcome {
  int status;
  std::string errors;
  bool is_recorded;
};

// Of a case on data of that origin, which reads these data sets; each of them is the source's.
Outcome RecordWith(DataOrigin origin, const std::vector<std::string>& data = {}) {
  const std::string folder = testing::TempDir() + "/record", package = Checkout(folder);
  Experiment experiment = WithOneCase({.name = "made-up",
                                       .dataset = "Made up",
                                       .method = "steady",
                                       .data = data,
                                       .deterministic = true,
                                       .origin = origin});
  experiment.datasets = {
      {.name = "found", .resolve = [](const std::string&) { return Dataset{.name = "found"}; }}};
  experiment.run = [](const Case&, Recorder& record) { record.Value("Table 1", "area", 1); };
  testing::internal::CaptureStderr();
  const int status = RunMain(experiment, folder + "/out", {"--profile=paper", "--record"});
  return {status, testing::internal::GetCapturedStderr(), std::filesystem::exists(package + "/measured.tsv")};
}

// Data that a case makes up in place of the source's is a stand-in, though it has no name among the data
// sets.
TEST(Record, IsRefusedForDataThatACaseMakesUp) {
  const Outcome made_up = RecordWith(DataOrigin::kStandIn);
  EXPECT_EQ(made_up.status, 3);
  EXPECT_THAT(made_up.errors,
              testing::HasSubstr("--record: a stand-in takes the place of data that is absent: Made up"));
  EXPECT_FALSE(made_up.is_recorded);
  // So is what it makes up beside data that is there.
  const Outcome beside = RecordWith(DataOrigin::kStandIn, {"found"});
  EXPECT_EQ(beside.status, 3);
  EXPECT_THAT(beside.errors, testing::HasSubstr("data that is absent: Made up"));
  // By the source's own recipe it is the source's, and a substitute is data, too.
  for (const DataOrigin origin : {DataOrigin::kReal, DataOrigin::kSubstitute}) {
    const Outcome sound = RecordWith(origin);
    EXPECT_EQ(sound.status, 0) << sound.errors;
    EXPECT_TRUE(sound.is_recorded);
  }
}

// What not all may have is recorded as what stood in for it, and the row says so.
TEST(Record, KeepsThatDataOfNobodyIsAStandIn) {
  for (const Supply supply : {Supply::kFetched, Supply::kByHand, Supply::kNone}) {
    const std::string folder = testing::TempDir() + "/supply", package = Checkout(folder);
    Experiment experiment = WithOneCase({.name = "private",
                                         .dataset = "Tiny",
                                         .method = "steady",
                                         .data = {"private"},
                                         .deterministic = true});
    experiment.datasets = {{.name = "private", .resolve = [supply](const std::string&) {
                              return Dataset{
                                  .name = "private", .origin = DataOrigin::kStandIn, .supply = supply};
                            }}};
    experiment.run = [](const Case&, Recorder& record) { record.Value("Table 1", "area", 1); };
    testing::internal::CaptureStderr();
    const int status = RunMain(experiment, folder + "/out", {"--profile=paper", "--record"});
    const std::string errors = testing::internal::GetCapturedStderr();
    if (supply == Supply::kFetched) {
      EXPECT_EQ(status, 3);
      EXPECT_THAT(errors,
                  testing::HasSubstr("takes the place of data that is absent: private; fetch the data"));
      continue;
    }
    EXPECT_EQ(status, 0) << errors;
    EXPECT_THAT(errors, testing::HasSubstr(supply == Supply::kNone ? "private: always a generated stand-in"
                                                                   : "private: not found in "));
    const common::Table measured = common::ReadTsv(package + "/measured.tsv");
    std::set<std::string> origins;
    for (const auto& row : measured.rows) origins.insert(row[static_cast<size_t>(measured.Column("data"))]);
    EXPECT_EQ(origins, (std::set<std::string>{"", "stand-in"}));  // rows without a value have none
  }
}

// From the case that refuses to the page of the run and to what is recorded of its reported row.
TEST(Record, KeepsThatARowIsNotApplicable) {
  const std::string folder = testing::TempDir() + "/refused", package = Checkout(folder);
  Experiment experiment = WithOneCase({.name = "grid/noisy/size=9",
                                       .dataset = "Tiny",
                                       .method = "noisy",
                                       .setting = Setting{{"size", "9"}},
                                       .deterministic = true});
  experiment.run = [](const Case&, Recorder& record) { record.Refuse("9 is too large"); };
  testing::internal::CaptureStdout();
  ASSERT_EQ(RunMain(experiment, folder + "/out", {"--profile=paper", "--record"}), 0);
  EXPECT_THAT(
      testing::internal::GetCapturedStdout(),
      testing::HasSubstr("0 of 8 reported rows by the source's protocol, 1 not applicable; claims: "));
  EXPECT_THAT(common::ReadFile(folder + "/out/report/fake/index.html"),
              testing::HasSubstr("<b class=\"none\">not applicable</b>"));
  int not_applicable = 0;
  for (const ResultRow& row : ReadMeasured(package).rows) {
    if (row.is_applicable) continue;
    ++not_applicable;
    EXPECT_EQ(row.method, "noisy");
    EXPECT_EQ(row.setting, (Setting{{"size", "9"}}));
    EXPECT_EQ(row.missing, "⊘ refused: 9 is too large");
  }
  EXPECT_EQ(not_applicable, 1);
}

}  // namespace
}  // namespace structlab::harness
