// kill -9 of a run at random moments.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "common/random_stream.h"
#include "common/table.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

// So many cases that most of the kills fall among them, and some into what follows.
std::vector<std::string> FlagsFor(const std::string& out, int cases,
                                  const std::string& more = "--only=fake") {
  return {"--out=" + out, "--jobs=2", "--set=fake.cases=" + std::to_string(cases),
          "--set=fake.milliseconds=5", more};
}

size_t NumStored(const std::map<std::string, std::string>& cases) {
  return static_cast<size_t>(
      std::ranges::count_if(cases, [](const auto& c) { return c.second == "stored"; }));
}

// Every table that is there can be read, and the report has no torn file; how many it has.
size_t ExpectNoTornFile(const std::string& out) {
  const std::map<std::string, size_t> files = ReportFiles(out);
  for (const auto& [file, size] : files) EXPECT_GT(size, 0u) << file;
  for (const char* table : {"/results.tsv", "/claims.tsv", "/packages/fake/results.tsv",
                            "/packages/fake/claims.tsv", "/packages/fake/package.tsv"}) {
    if (std::filesystem::exists(out + table)) {
      EXPECT_NO_THROW(common::ReadTsv(out + table));
    }
  }
  return files.size();
}

TEST(Kill, LosesNothingButTheCasesInFlight) {
  const std::string out = FreshFolder("killed"), undisturbed = FreshFolder("undisturbed");
  EXPECT_EQ(RunFake(FlagsFor(undisturbed, 400)).status, 0);

  common::RandomStream moments(1, "moments of the kills");
  const auto start = std::chrono::steady_clock::now();
  std::map<std::string, std::string> before = ListCases(out, FlagsFor(out, 400));
  // On a busy machine a program takes longer until its first case.
  const std::chrono::duration<double> until_listed = std::chrono::steady_clock::now() - start;
  const double latest = std::max(0.2, 5 * until_listed.count());
  size_t killed = 0, among_cases = 0, stored_by_killed = 0;
  for (int i = 0; killed < 50; ++i) {
    ASSERT_LT(i, 100) << killed << " of them were killed";
    // Now and then the program that starts the package, which must die with it.
    const bool is_reproduce = i % 5 == 4;
    StartedFake run(FlagsFor(out, 400), {.program = is_reproduce ? "reproduce_fakes" : "fake"});
    std::this_thread::sleep_for(std::chrono::duration<double>(moments.Uniform(0, latest)));
    run.Send(SIGKILL);
    const bool was_killed = run.Wait().status == 128 + SIGKILL;
    killed += was_killed;
    ExpectNoTornFile(out);
    const std::map<std::string, std::string> after = ListCases(out, FlagsFor(out, 400));
    for (const auto& [name, state] : before) {
      EXPECT_TRUE(state != "stored" || after.at(name) == "stored") << name << " after kill " << i;
    }
    among_cases += NumStored(after) < after.size();
    if (was_killed) stored_by_killed += NumStored(after) - NumStored(before);
    before = after;
  }
  EXPECT_GE(among_cases, 15u);
  // What a killed run had finished itself is there too.
  EXPECT_GE(stored_by_killed, 50u);

  EXPECT_EQ(RunFake(FlagsFor(out, 400)).status, 0);
  EXPECT_EQ(ComparableResults(out), ComparableResults(undisturbed));
  EXPECT_GT(ExpectNoTornFile(out), 5u);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out + "/runs")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(entry.path().extension().string(), ".h5") << entry.path();
  }
}

// A case's own process may be killed too (by the kernel, for want of memory): the others still run, and what
// was stored before stays, also where a result is being replaced.
TEST(Kill, OfACaseLeavesTheOthersAndTheStoreWhole) {
  const std::string out = FreshFolder("case_killed"), undisturbed = FreshFolder("no_case_killed");
  for (const std::string& folder : {out, undisturbed}) EXPECT_EQ(RunFake(FlagsFor(folder, 100)).status, 0);

  common::RandomStream moments(2, "moments of the kills");
  size_t killed = 0;
  for (int round = 0; killed < 50; ++round) {
    ASSERT_LT(round, 40) << killed << " of them were killed";
    StartedFake run(FlagsFor(out, 100, "--fresh"));
    for (int i = 0; i < 25; ++i) {
      std::this_thread::sleep_for(std::chrono::duration<double>(moments.Uniform(0, 0.02)));
      const std::vector<pid_t> children = run.Children();
      if (children.empty()) continue;
      ::kill(children[moments.UniformIndex(children.size())], SIGKILL);
    }
    const RunOutcome outcome = run.Wait();
    // One that had ended, and waited for its parent, was not killed by it.
    size_t said = 0;
    for (size_t at = 0; (at = outcome.errors.find("killed by signal 9", at)) != std::string::npos; ++at)
      ++said;
    killed += said;
    EXPECT_EQ(outcome.status, said > 0 ? 1 : 0) << outcome.errors;
    ExpectNoTornFile(out);
    for (const auto& [name, state] : ListCases(out, FlagsFor(out, 100))) {
      EXPECT_EQ(state, "stored") << name << " after round " << round;
    }
  }
  EXPECT_EQ(RunFake(FlagsFor(out, 100)).status, 0);
  EXPECT_EQ(ComparableResults(out), ComparableResults(undisturbed));
}

}  // namespace
}  // namespace structlab::harness
