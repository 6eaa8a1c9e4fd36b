#include "common/processor.h"

#include <gtest/gtest.h>

#include "common/build_facts.h"
#include "common/processor_check.h"

namespace structlab::common {
namespace {

TEST(ProcessorDeathTest, AnOldProcessorStopsWithOneLineAndStatus3) {
  EXPECT_EXIT(StructlabRequireProcessor(false), testing::ExitedWithCode(3),
              "^this program needs a processor with .*--config=portable for this one\n$");
}

TEST(Processor, ASupportedOneGoesOn) { StructlabRequireProcessor(true); }

TEST(Processor, TheRequirementIsThatOfThisBuild) {
#ifdef __AVX2__
  EXPECT_TRUE(structlab_needs_x86_64_v3);
#else
  EXPECT_FALSE(structlab_needs_x86_64_v3);
#endif
}

TEST(Processor, HasAModelName) {
  EXPECT_EQ(ModelNameIn("processor\t: 0\nmodel name\t: AMD EPYC 7B13 \nmodel name\t: other\n"),
            "AMD EPYC 7B13");
  EXPECT_EQ(ModelNameIn("model name : x"), "x");
  EXPECT_EQ(ModelNameIn("model name\t:\n"), "");
  EXPECT_EQ(ModelNameIn("model\t: 1\n"), "");
  EXPECT_EQ(ModelNameIn(""), "");
  EXPECT_FALSE(ProcessorModel().empty());
}

TEST(BuildFacts, NameTheCompilerTheBuildAndTheMachine) {
  const std::vector<Fact> build = BuildFacts(), machine = MachineFacts();
  ASSERT_EQ(build.size(), 2u);
  EXPECT_TRUE(build[1].value.starts_with("C++20, ")) << build[1].value;
  ASSERT_EQ(machine.size(), 4u);
  EXPECT_EQ(machine[0], (Fact{"processor", ProcessorModel()}));
  for (const Fact& fact : machine) EXPECT_NE(fact.value, "unknown") << fact.name;
  EXPECT_EQ(LibraryVersion("Eigen", "3_4_0"), (Fact{"Eigen", "3.4.0"}));
}

}  // namespace
}  // namespace structlab::common
