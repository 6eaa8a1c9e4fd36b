#include "common/testing/started_program.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace structlab::common {
namespace {

RunOutcome Shell(const std::string& script, RunSetup setup = {}) {
  setup.program = "/bin/sh";
  return StartedProgram({"-c", script}, setup).Wait();
}

TEST(StartedProgram, TellsHowAProgramEndsAndWhatItWrites) {
  const RunOutcome run =
      Shell("echo out $NAME; echo wrong >&2; exit 7", {.environment = {{"NAME", "of me"}}});
  EXPECT_EQ(run.status, 7);
  EXPECT_EQ(run.output, "out of me\n");
  EXPECT_EQ(run.errors, "wrong\n");
  EXPECT_EQ(Shell("kill -9 $$").status, 128 + SIGKILL);
  EXPECT_EQ(StartedProgram({}, {.program = "absent/program"}).Wait().status, 127);
}

TEST(StartedProgram, GetsItsSignalsAndItsLimit) {
  EXPECT_EQ(Shell("kill -TERM $$").status, 128 + SIGTERM);
  EXPECT_EQ(Shell("kill -TERM $$; echo alive", {.ignored_signals = {SIGTERM}}).output, "alive\n");
  const std::string file = FreshFolder("limit") + "/file";
  EXPECT_NE(Shell("echo too many > " + file, {.file_size_limit = 3}).status, 0);
}

TEST(StartedProgram, IsKilledWithItsChildrenKnown) {
  const std::string begun = FreshFolder("begun") + "/file";
  StartedProgram program({"-c", "sleep 1000 & echo > " + begun + "; wait"}, {.program = "/bin/sh"});
  ASSERT_TRUE(WaitForFile(begun));
  const std::vector<pid_t> children = program.Children();
  ASSERT_EQ(children.size(), 1u);
  ::kill(children[0], SIGKILL);
  EXPECT_EQ(program.Wait().status, 0);
}

}  // namespace
}  // namespace structlab::common
