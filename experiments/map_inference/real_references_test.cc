// What references.tsv says, against the instances themselves.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/map_inference/references.h"
#include "graphical_models/exact/bucket_elimination.h"

namespace structlab::map_inference {
namespace {

using datasets::MrfInstance;

class RealReferences : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = datasets::ResolveFromEnvironment("mrf-benchmarks", "map_inference").path;
    if (folder_.empty()) GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in";
  }

  std::string folder_;
};

TEST_F(RealReferences, AreTheEnergiesOfTheirLabelings) {
  for (const MrfInstance& instance : datasets::MrfInstances()) {
    SCOPED_TRACE(instance.name);
    const Reference* const reference = FindReference(instance.name);
    ASSERT_NE(reference, nullptr);
    EXPECT_EQ(datasets::LoadMrfInstance(folder_, instance).Energy(reference->labeling), reference->energy);
  }
}

// Costs of these files are multiples of 1e-6 at least, so sums differ by rounding alone.
TEST_F(RealReferences, AreWhatThePublisherStates) {
  int stated = 0;
  for (const MrfInstance& instance : datasets::MrfInstances()) {
    if (instance.optimum.empty()) continue;
    ++stated;
    const Reference* const reference = FindReference(instance.name);
    EXPECT_TRUE(reference->proved) << instance.name;
    EXPECT_NEAR(reference->energy, datasets::ReadMrfOptimum(folder_ + "/" + instance.optimum), 1e-9)
        << instance.name;
  }
  EXPECT_EQ(stated, 4);
}

TEST_F(RealReferences, TheExampleIsSolvedExactly) {
  const MrfInstance& example = datasets::FindMrfInstance("example");
  const auto result = graphical_models::BucketEliminationMap(datasets::LoadMrfInstance(folder_, example));
  EXPECT_EQ(result.energy, 27);
  EXPECT_EQ(result.ending, graphical_models::Ending::kOptimal);
  EXPECT_EQ(FindReference("example")->energy, 27);
}

}  // namespace
}  // namespace structlab::map_inference
