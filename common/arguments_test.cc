#include "common/arguments.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>
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

TEST(Arguments, NumbersAreWhatIsWritten) {
  int32_t narrow = 0;
  int64_t wide = 0;
  uint64_t natural = 0;
  double real = 0;
  std::optional<double> perhaps;
  std::vector<double> several;
  const auto error_of = [&](const std::string& flag) -> std::string {
    CLI::App app("Says nothing.", "nothing");
    app.add_option("--narrow", narrow);
    app.add_option("--wide", wide)->check(NotBelowZero);
    app.add_option("--natural", natural);
    app.add_option("--real", real);
    app.add_option("--perhaps", perhaps);
    app.add_option("--several", several)->delimiter(',');
    try {
      ParseArguments(app, {flag}, stdout);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of("--narrow=-2147483648"), "");
  EXPECT_EQ(narrow, std::numeric_limits<int32_t>::min());
  EXPECT_EQ(error_of("--natural=18446744073709551615"), "");
  EXPECT_EQ(natural, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(error_of("--real=1e-3"), "");
  EXPECT_EQ(error_of("--perhaps=-2.5"), "");
  EXPECT_EQ(perhaps, -2.5);
  EXPECT_EQ(error_of("--several=1,10"), "");
  EXPECT_EQ(several, (std::vector<double>{1, 10}));
  EXPECT_EQ(error_of("--narrow=010"), "");
  EXPECT_EQ(narrow, 10);

  EXPECT_EQ(error_of("--narrow=2147483648"), "--narrow: expected a number nearer to 0, found 2147483648");
  EXPECT_EQ(error_of("--wide=99999999999999999999"),
            "--wide: expected a whole number, found '99999999999999999999'; --help shows the flags");
  for (const char* wrong : {"3.7", "0x10", " 3", "", "3 "}) {
    EXPECT_NE(error_of(std::string("--narrow=") + wrong).find("--narrow"), std::string::npos) << wrong;
  }
  for (const char* wrong : {"-1", "18446744073709551616", "99999999999999999999999"}) {
    EXPECT_EQ(error_of(std::string("--natural=") + wrong),
              std::string("--natural: expected a whole number of at least 0 and below 2^64, found '") +
                  wrong + "'; --help shows the flags");
  }
  for (const char* wrong : {"nan", "0x1p3", "1,5", "1e999"}) {
    EXPECT_NE(error_of(std::string("--real=") + wrong), "") << wrong;
    EXPECT_NE(error_of(std::string("--perhaps=") + wrong), "") << wrong;
  }
  EXPECT_NE(error_of("--several=1,nan"), "");
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
