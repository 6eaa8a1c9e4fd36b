// What a linked method refuses ends the program well, and the page has the method's reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "common/error.h"
#include "common/file.h"
#include "experiments/old_experiment/testing/main_run.h"
#include "experiments/parsimonious_labeling/package.h"
#include "graphical_models/images/image_methods.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::CliqueEnergy;
using graphical_models::GridEnergy;
using graphical_models::MapResult;

const bool kRegistered = graphical_models::RegisterImageMethod(
    {.name = "choosy",
     .uses_cliques = false,
     .summary = "takes no image",
     .minimize = [](const GridEnergy<int32_t>&, const CliqueEnergy&, const common::RunControl&,
                    const common::OptionValues&) -> MapResult {
       common::ThrowUsageError("choosy", "a smaller image", "this one");
     }});

TEST(Refusal, OfAMethodIsNoFailure) {
  ASSERT_TRUE(kRegistered);
  const std::string out = testing::TempDir() + "/refusal";
  testing::internal::CaptureStdout();
  ASSERT_EQ(harness::RunSmoke(MakeExperiment(), out, {"--methods=choosy"}), 0);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), testing::HasSubstr(" cases done, 5 refused; "));
  EXPECT_THAT(common::ReadFile(out + "/report/parsimonious_labeling/index.html"),
              testing::HasSubstr("choosy: expected a smaller image, found this one"));
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
