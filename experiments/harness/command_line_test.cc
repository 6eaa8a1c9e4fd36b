#include "experiments/harness/command_line.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace structlab::harness {
namespace {

// What a shell makes of the word.
std::string ReadByShell(const std::string& word) {
  std::FILE* pipe = ::popen(("printf %s " + ShellQuoted(word)).c_str(), "r");
  std::string text;
  char buffer[256];
  while (const size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, got);
  ::pclose(pipe);
  return text;
}

TEST(ShellQuoted, AShellReadsBackTheWord) {
  for (const char* word : {"plain", "--only=Table 5.1", "--only=F*", "it's", "--set=a.b=$HOME;ls", "`id`",
                           "a\\b", "--a b=c", "~", "#x", "--only=it's 'this'", "--x=", "a\nb", "(x)&|<>"}) {
    EXPECT_EQ(ReadByShell(word), word);
  }
}

TEST(ShellQuoted, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(ShellQuoted("--only=Table 5.1"), "--only='Table 5.1'");
  EXPECT_EQ(ShellQuoted("--only=fake/grid,D21"), "--only=fake/grid,D21");
  EXPECT_EQ(ShellQuoted(""), "''");
}

TEST(FormatCommand, CanBePasted) {
  EXPECT_EQ(FormatCommand("//experiments/x", {"--profile=paper", "--only=Table 5.1"}),
            "bazel run //experiments/x -- --profile=paper --only='Table 5.1'");
  EXPECT_EQ(FormatCommand("//experiments/x", {}), "bazel run //experiments/x");
}

TEST(WithoutMachinePaths, KeepsWhatAnotherUserWouldType) {
  EXPECT_EQ(WithoutMachinePaths(
                {"--out=/home/a", "--jobs=2", "--data-dir", "/b", "--out", "c", "--part", "--seed=3"}),
            (std::vector<std::string>{"--jobs=2", "--seed=3"}));
}

TEST(WithValues, TakesThePlaceOfAllThatWereGiven) {
  EXPECT_EQ(
      WithValues({"--only=a,b", "--jobs=2", "--set", "p.x=1", "--only", "c", "--set=q.y=2=3", "--onlyx=1"},
                 {{"only", {"b,c"}}, {"methods", {}}, {"set", {"q.y=2=3"}}}),
      (std::vector<std::string>{"--jobs=2", "--onlyx=1", "--only=b,c", "--set=q.y=2=3"}));
}

}  // namespace
}  // namespace structlab::harness
