// What a linked method refuses ends the program well, and the page has the method's reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/error.h"
#include "common/file.h"
#include "experiments/harness/testing/main_run.h"
#include "experiments/regularization_path/package.h"
#include "experiments/regularization_path/protocol.h"
#include "structured_learning/optimization/regularization_path/path_method.h"
#include "structured_learning/problem/chain_problem.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::regularization_path {
namespace {

using structured_learning::ChainProblem;
using structured_learning::MulticlassProblem;

template <class P>
void RegisterRefusing(const std::string& name, bool follows_path) {
  structured_learning::RegisterPathMethod<P>(
      {.name = name,
       .description = "takes no problem",
       .follows_path = follows_path,
       .run = [name](const P&,
                     const structured_learning::PathRequest&) -> structured_learning::PathMethodOutcome {
         common::ThrowUsageError(name, "a smaller problem", "this one");
       }});
}

// In the places of the source's methods, which other cases take by their names; and one more.
bool RegisterAll() {
  for (const std::string& name : ThesisScratchMethods()) RegisterRefusing<ChainProblem>(name, false);
  for (const std::string& name : ThesisPathMethods()) RegisterRefusing<ChainProblem>(name, true);
  for (const char* name : {"BCFW-STD-G", "RP-BCFW-STD-G"}) RegisterRefusing<MulticlassProblem>(name, true);
  RegisterRefusing<ChainProblem>("ADDED", false);
  return true;
}

const bool kRegistered = RegisterAll();

TEST(Refusal, OfAMethodIsNoFailure) {
  const std::string out = testing::TempDir() + "/refusal";
  testing::internal::CaptureStdout();
  ASSERT_EQ(harness::RunSmoke(MakeExperiment(), out, {"--repeats=1"}), 0);
  // The sizes of the words and the gaps of SSVM-B need none of these methods.
  EXPECT_THAT(testing::internal::GetCapturedStdout(), testing::HasSubstr("2 of 21 cases done, 19 refused; "));
  const std::string page = common::ReadFile(out + "/report/regularization_path/index.html");
  for (const char* method : {"ADDED", "BCFW-HYB-U", "BCFW-STD-G", "RP-BCFW-HEU-G", "RP-BCFW-STD-G"}) {
    EXPECT_THAT(page,
                testing::HasSubstr(std::string(method) + ": expected a smaller problem, found this one"));
  }
}

}  // namespace
}  // namespace structlab::regularization_path
