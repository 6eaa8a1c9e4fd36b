#include "common/program.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

#include "common/error.h"

namespace structlab::common {
namespace {

std::string TextOf(std::FILE* file) {
  std::string text(std::ftell(file), '\0');
  std::rewind(file);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  return text;
}

TEST(Program, PathsAreTheCallers) {
  unsetenv("BUILD_WORKING_DIRECTORY");
  EXPECT_EQ(CallersPath("a/b"), "a/b");
  setenv("BUILD_WORKING_DIRECTORY", "", 1);
  EXPECT_EQ(CallersPath("a/b"), "a/b");
  setenv("BUILD_WORKING_DIRECTORY", "/home/me", 1);
  EXPECT_EQ(CallersPath("a/b"), "/home/me/a/b");
  EXPECT_EQ(CallersPath("/a/b"), "/a/b");
}

TEST(Program, WordsAreQuotedForAShell) {
  const std::pair<const char*, const char*> words[] = {{"--only=Table 5.1", "--only='Table 5.1'"},
                                                       {"a/b.c", "a/b.c"},
                                                       {"", "''"},
                                                       {"it's", "'it'\\''s'"},
                                                       {"--only=", "--only="},
                                                       {"--a b=c", "'--a b=c'"},
                                                       {"$x", "'$x'"}};
  for (const auto& [word, quoted] : words) EXPECT_EQ(ShellQuoted(word), quoted);
}

TEST(Program, TheFirstInterruptOnlySetsTheFlag) {
  const std::atomic<bool>& interrupted = ListenForInterrupts();
  EXPECT_FALSE(interrupted);
  std::raise(SIGINT);
  EXPECT_TRUE(interrupted);
  // Whatever the second one is.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT(std::raise(signal), testing::KilledBySignal(signal), "");
  }
}

TEST(Program, AnErrorIsALineAndAStatus) {
  const auto outcome = [](const std::function<int()>& run) {
    std::FILE* const messages = std::tmpfile();
    const int status = RunAndReportErrors("map", messages, run);
    const std::string text = TextOf(messages);
    std::fclose(messages);
    return std::make_pair(status, text);
  };
  using Outcome = std::pair<int, std::string>;
  EXPECT_EQ(outcome([] { return 130; }), Outcome(130, ""));
  EXPECT_EQ(outcome([]() -> int { ThrowUsageError("--gap", "a number", "'x'"); }),
            Outcome(2, "map: --gap: expected a number, found 'x'\n"));
  EXPECT_EQ(outcome([]() -> int { ThrowDataError("a:1:2", "MARKOV", "'x'"); }),
            Outcome(3, "map: a:1:2: expected MARKOV, found 'x'\n"));
  EXPECT_EQ(outcome([]() -> int { throw std::bad_alloc(); }),
            Outcome(3, "map: there is not enough memory\n"));
  EXPECT_EQ(outcome([]() -> int { throw std::runtime_error("odd"); }), Outcome(3, "map: odd\n"));
}

}  // namespace
}  // namespace structlab::common
