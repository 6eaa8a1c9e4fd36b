// What --record takes for data of the source.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "experiments/harness/testing/fake_experiment.h"
#include "experiments/harness/testing/main_run.h"

namespace structlab::harness {
namespace {

struct Outcome {
  int status;
  std::string errors;
  bool is_recorded;
};

// A package of one case that reads no data set, on data of that origin.
Outcome RecordWith(DataOrigin origin) {
  const std::string folder = testing::TempDir() + "/record", package = folder + "/checkout/experiments/fake";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(package);
  ::setenv("BUILD_WORKSPACE_DIRECTORY", (folder + "/checkout").c_str(), 1);
  ::setenv("STRUCTLAB_COMMIT", "0123abcd", 1);
  ::setenv("STRUCTLAB_DIRTY", "0", 1);
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.plan = [origin](const PlanRequest& request) {
    return std::vector<Case>{{.name = "made-up",
                              .dataset = "Made up",
                              .method = "steady",
                              .parameters = request.settings,
                              .deterministic = true,
                              .origin = origin}};
  };
  experiment.run = [](const Case&, Recorder& record) { record.Value("Table 1", "area", 1); };
  experiment.draw = nullptr;
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
  // By the source's own recipe it is the source's, and a substitute is data, too.
  for (const DataOrigin origin : {DataOrigin::kReal, DataOrigin::kSubstitute}) {
    const Outcome sound = RecordWith(origin);
    EXPECT_EQ(sound.status, 0) << sound.errors;
    EXPECT_TRUE(sound.is_recorded);
  }
}

}  // namespace
}  // namespace structlab::harness
