// The numbers do not depend on how many cases and threads run at once.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/harness/testing/package_checks.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::hashing {
namespace {

constexpr char kProgram[] = "experiments/hashing/hashing";
// Cases differ in their data, of which these are some of each sort: streams of texts, collections of them,
// vectors, graphs of two and of six classes. Posts as they were sent and random functions take the longest.
const std::vector<std::string> kSome = {
    "--only=hashing/theory,hashing/text/rcv1,hashing/text/reuters-r8/runtime/hk,"
    "hashing/text/rcv1-small/runtime/hk,hashing/text/dmoz-l2,hashing/topics/dmoz-l2,hashing/topics/dmoz,"
    "hashing/topics/reuters-r8,hashing/topics/20newsgroups/raw-text,hashing/graphs/mutag,"
    "hashing/graphs/enzymes/hk",
    "--set=hashing.raw_text_documents=200", "--repeats=1"};

// What the cases do: their names without the package, the data and the exponents of numbers of bins, as
// "text/runtime/vw".
std::set<std::string> KindsOfCases(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--profile=smoke", "--list", "--out=" + harness::FreshFolder("kinds")});
  const harness::RunOutcome run = harness::RunFake(arguments, {.program = kProgram});
  EXPECT_EQ(run.status, 0) << run.errors;
  std::set<std::string> kinds;
  std::istringstream lines(run.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream name(line.substr(0, line.find("/seed=")));
    std::string kind;
    int at = 0;
    for (std::string part; std::getline(name, part, '/'); ++at) {
      const bool is_data = at == 2 && !kind.starts_with("theory");
      if (at > 0 && !is_data && !part.starts_with("bits=")) kind += (kind.empty() ? "" : "/") + part;
    }
    kinds.insert(kind);
  }
  return kinds;
}

TEST(Hashing, IsTriedWithEveryKindOfCase) {
  const std::set<std::string> kinds = KindsOfCases({});
  EXPECT_GT(kinds.size(), 20u);
  EXPECT_EQ(KindsOfCases(kSome), kinds);
}

TEST(Hashing, DoesNotDependOnJobsAndThreads) {
  harness::ExpectSameResultsWithAnyJobsAndThreads(kProgram, kSome);
}

}  // namespace
}  // namespace structlab::hashing
