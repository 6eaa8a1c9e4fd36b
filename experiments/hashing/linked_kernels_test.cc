// A kernel that another package registers is compared with the source's, without a word about it here.
#include <gtest/gtest.h>

#include "common/error.h"
#include "experiments/harness/package.h"
#include "kernels/graphs/graph_kernels.h"

namespace structlab::harness {
namespace {

kernels::GraphFeatures RefuseAll(std::span<const kernels::Graph>, const kernels::GraphFeatureOptions&,
                                 common::ThreadPool&) {
  common::ThrowUsageError("graphs", "trees", "graphs with cycles");
}

const bool kRegistered = kernels::RegisterGraphKernel({.name = "tree-size",
                                                       .summary = "refuses every graph",
                                                       .takes_labels = false,
                                                       .options = {},
                                                       .features = RefuseAll});

TEST(LinkedKernels, HaveCasesAndMayRefuse) {
  ASSERT_TRUE(kRegistered);
  const Package package = MakePackage();
  const Flags flags = FlagsOf(Profile::kSmoke);
  const Settings settings = package.SettingsOf(flags);
  int cases = 0;
  for (Case c : package.CasesOf(settings, flags)) {
    if (c.method != "tree-size") continue;
    ++cases;
    for (const std::string& data : c.data)
      c.resolved.push_back({.name = data, .origin = DataOrigin::kStandIn});
    Recorder record(c);
    c.run(c.seed, record);
    ASSERT_TRUE(record.record().refusal) << c.name;
    EXPECT_NE(record.record().refusal->find("cycles"), std::string::npos);
  }
  EXPECT_EQ(cases, 8);  // one a set
}

}  // namespace
}  // namespace structlab::harness
