#include "common/arguments.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "common/error.h"

namespace structlab::common {
namespace {

struct Parsed {
  bool goes_on = false;
  std::string model, error, help;
  int number = 0;
};

Parsed Parse(const std::vector<std::string>& words) {
  Parsed parsed;
  CLI::App app("Says nothing.", "nothing");
  app.add_option("MODEL", parsed.model, "a file")->required();
  app.add_option("--number", parsed.number, "a number")->check(CLI::Range(1, 9));
  std::FILE* const out = std::tmpfile();
  try {
    parsed.goes_on = ParseArguments(app, words, out);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    parsed.error = error.what();
  }
  parsed.help.resize(static_cast<size_t>(std::ftell(out)));
  std::rewind(out);
  EXPECT_EQ(std::fread(parsed.help.data(), 1, parsed.help.size(), out), parsed.help.size());
  std::fclose(out);
  return parsed;
}

TEST(Arguments, AreRead) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"m.uai", "--number=3"}, {"--number", "3", "m.uai"}}) {
    const Parsed parsed = Parse(words);
    EXPECT_TRUE(parsed.goes_on);
    EXPECT_EQ(parsed.model, "m.uai");
    EXPECT_EQ(parsed.number, 3);
  }
}

TEST(Arguments, HelpEndsTheProgram) {
  const Parsed parsed = Parse({"--help"});
  EXPECT_FALSE(parsed.goes_on);
  EXPECT_EQ(parsed.error, "");
  EXPECT_NE(parsed.help.find("--number"), std::string::npos);
}

TEST(Arguments, NumbersAreNotBelowZero) {
  for (const std::string right : {"0", "3", "0.5", "1e-3"}) EXPECT_EQ(NotBelowZero(right), "");
  for (const std::string wrong : {"-1", "-0.5", "x", "", "1x", "nan", "inf"}) {
    EXPECT_EQ(NotBelowZero(wrong), "expected a finite number of at least 0, found '" + wrong + "'");
  }
}

TEST(Arguments, MistakesAreNamed) {
  EXPECT_EQ(Parse({"m", "--nmber=3"}).error, "flag: expected one of --number, --help, found '--nmber=3'");
  EXPECT_EQ(Parse({"m", "n"}).error, "arguments: expected no further one, found 'n'; see --help");
  EXPECT_EQ(Parse({}).error, "MODEL is required; --help shows the flags");
  EXPECT_NE(Parse({"m", "--number=0"}).error.find("--number: "), std::string::npos);
  EXPECT_NE(Parse({"m", "--number=x"}).error.find("--number"), std::string::npos);
  EXPECT_NE(Parse({"m", "--number"}).error.find("--number"), std::string::npos);
}

}  // namespace
}  // namespace structlab::common
