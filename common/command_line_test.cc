#include "common/command_line.h"

#include <gtest/gtest.h>

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
  int number = 1;
};

Parsed Parse(const std::vector<std::string>& words) {
  Parsed parsed;
  CommandLine line("Says nothing.", "nothing");
  line.Option("MODEL", parsed.model, "a file").Required();
  line.Option("--number", parsed.number, "a number").Range(1, 9);
  std::FILE* const out = std::tmpfile();
  try {
    parsed.goes_on = line.Parse(words, out);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    parsed.error = error.what();
  }
  parsed.help.resize(std::ftell(out));
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
  int32_t narrow = 0, byte = 1;
  uint32_t small = 0;
  int64_t wide = 0;
  uint64_t natural = 0;
  double real = 0;
  std::optional<double> perhaps;
  std::vector<double> several;
  const auto error_of = [&](const std::string& flag) -> std::string {
    CommandLine line("Says nothing.", "nothing");
    line.Option("--narrow", narrow, "a value");
    line.Option("--wide", wide, "a value").AtLeastZero();
    line.Option("--natural", natural, "a value");
    line.Option("--real", real, "a value");
    line.Option("--perhaps", perhaps, "a value");
    line.Option("--byte", byte, "a value").Range(1, 9);
    line.Option("--short", small, "a value");
    line.Option("--several", several, "a value").SeparatedBy(',');
    try {
      line.Parse({flag}, stdout);
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

  EXPECT_EQ(error_of("--narrow=2147483648"),
            "--narrow: expected a whole number from -2147483648 to 2147483647, found '2147483648'");
  EXPECT_EQ(error_of("--wide=99999999999999999999"),
            "--wide: expected a whole number from 0 to 9223372036854775807, found '99999999999999999999'");
  for (const char* wrong : {"3.7", "0x10", " 3", "", "3 "}) {
    EXPECT_NE(error_of(std::string("--narrow=") + wrong).find("--narrow"), std::string::npos) << wrong;
  }
  for (const char* wrong : {"-1", "18446744073709551616", "99999999999999999999999"}) {
    EXPECT_EQ(error_of(std::string("--natural=") + wrong),
              std::string("--natural: expected a whole number from 0 to 18446744073709551615, found '") +
                  wrong + "'");
  }
  for (const char* wrong : {"nan", "0x1p3", "1,5", "1e999"}) {
    EXPECT_NE(error_of(std::string("--real=") + wrong), "") << wrong;
    EXPECT_NE(error_of(std::string("--perhaps=") + wrong), "") << wrong;
  }
  EXPECT_NE(error_of("--several=1,nan"), "");
  for (const std::string wrong : {"1,,2", ",1", "1,", ","}) {
    EXPECT_EQ(error_of("--several=" + wrong),
              "--several: expected values with ',' between, found '" + wrong + "'; remove the empty value");
  }
  EXPECT_EQ(error_of("--several="), "--several: expected a value, found none");
  EXPECT_EQ(error_of("--byte=x"), "--byte: expected a whole number from 1 to 9, found 'x'");
  EXPECT_EQ(error_of("--short=4294967296"),
            "--short: expected a whole number from 0 to 4294967295, found '4294967296'");
}

TEST(Arguments, AreNotGivenTwiceUnlessTheyMayBe) {
  const auto error_of = [&](const std::vector<std::string>& words) -> std::string {
    CommandLine line("Says nothing.", "nothing");
    std::string model;
    int number = 0;
    bool flag = false;
    std::vector<std::string> list, repeatable;
    line.Option("MODEL", model, "a value");
    line.Option("--number,-n", number, "a value");
    line.Switch("--flag", flag, "a value");
    line.Option("--list", list, "a value").SeparatedBy(',');
    line.Option("--repeatable", repeatable, "a value").Words(1, 1).Repeatable();
    try {
      line.Parse(words, stdout);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto twice = [](const std::string& flag) {
    return flag + ": expected the flag once, found it twice; leave one of them out";
  };
  EXPECT_EQ(error_of({"--number=1", "--number=1"}), twice("--number"));
  EXPECT_EQ(error_of({"--number", "1", "m", "--number=2"}), twice("--number"));
  EXPECT_EQ(error_of({"--flag", "--flag"}), twice("--flag"));
  EXPECT_EQ(error_of({"--list=a", "--list=b"}), twice("--list"));
  EXPECT_EQ(error_of({"--list=a,b"}), "");
  EXPECT_EQ(error_of({"--repeatable=a", "--repeatable", "b"}), "");
  EXPECT_EQ(error_of({"--flag", "--", "--flag"}), "");
  EXPECT_NE(error_of({"--flag", "--", "--flag", "--flag"}), "");
  EXPECT_EQ(error_of({"--number", "--flag"}), "--number: expected a value, found none");
}

TEST(Arguments, NumbersAreNotBelowZero) {
  double value = 0;
  const auto error_of = [&](const std::string& text) -> std::string {
    CommandLine line("Says nothing.", "nothing");
    line.Option("--value", value, "a value").AtLeastZero();
    try {
      line.Parse({"--value=" + text}, stdout);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  for (const std::string right : {"0", "3", "0.5", "1e-3"}) EXPECT_EQ(error_of(right), "");
  for (const std::string wrong : {"-1", "-0.5", "x", "1x", "nan", "inf"}) {
    EXPECT_EQ(error_of(wrong), "--value: expected a finite number of at least 0, found '" + wrong + "'");
  }
}

TEST(Arguments, ChoicesAndSwitchesTakeTheirWords) {
  std::string form = "round", affine;
  bool is_quiet = false;
  std::vector<std::string> read, words;
  const auto error_of = [&](const std::vector<std::string>& given) -> std::string {
    form = "round", affine = "", is_quiet = false;
    read.clear(), words.clear();
    CommandLine line("Says nothing.", "nothing");
    line.Option("--form", form, "a form").OneOf({"round", "flat"}).ShowDefault();
    line.Option("--affine", affine, "a map").OneOf({"rigid", "affine"}).IfWithoutValue("affine");
    line.Switch("--quiet", is_quiet, "no progress");
    line.Function(
            "--read", [&](const std::string& word) { read.push_back(word); }, "a word")
        .Repeatable();
    line.Option("WORDS", words, "two words").Words(0, 2);
    try {
      line.Parse(given, stdout);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of({"--form=flat", "--affine", "--quiet", "--read=a", "--read", "b"}), "");
  EXPECT_EQ(form + affine, "flataffine");
  EXPECT_TRUE(is_quiet);
  EXPECT_EQ(read, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(error_of({"--affine=rigid", "--quiet=false"}), "");
  EXPECT_EQ(form + affine, "roundrigid");
  EXPECT_FALSE(is_quiet);
  EXPECT_EQ(error_of({"a", "b"}), "");
  EXPECT_EQ(words, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(error_of({"a", "b", "c"}), "arguments: expected no further one, found 'c'; see --help");
  EXPECT_EQ(error_of({"--form=square"}), "--form: expected one of round, flat, found 'square'");
  EXPECT_EQ(error_of({"--affine=bent"}), "--affine: expected one of rigid, affine, found 'bent'");
  EXPECT_EQ(error_of({"--quiet=maybe"}), "--quiet: expected true or false, or no value, found 'maybe'");
}

TEST(ArgumentsDeathTest, WrongDeclarationsStopTheProgram) {
  int number = 0;
  std::string form = "square";
  const auto parse = [](const std::function<void(CommandLine&)>& declare) {
    CommandLine line("Says nothing.", "nothing");
    declare(line);
    line.Parse({}, stdout);
  };
  const auto twice = [&](CommandLine& line) {
    line.Option("--number", number, "a number");
    line.Option("--count,--number", number, "a number");
  };
  EXPECT_DEATH(parse(twice), "is_new");
  EXPECT_DEATH(parse([&](CommandLine& line) { line.Option("--help", number, "a number"); }), "is_new");
  EXPECT_DEATH(parse([&](CommandLine& line) { line.Option("--n", number, "a number").Range(1, 9); }),
               "integer_is_allowed");
  EXPECT_DEATH(parse([&](CommandLine& line) { line.Option("--form", form, "a form").OneOf({"round"}); }),
               "text_is_allowed");
  EXPECT_DEATH(parse([&](CommandLine& line) { line.Option("--number", number, ""); }), "has_help");
}

TEST(Arguments, MistakesAreNamed) {
  EXPECT_EQ(Parse({"m", "--nmber=3"}).error, "flag: expected one of --number, --help, found '--nmber=3'");
  EXPECT_EQ(Parse({"m", "n"}).error, "arguments: expected no further one, found 'n'; see --help");
  EXPECT_EQ(Parse({}).error, "MODEL is required; --help shows the flags");
  // What is wrong is told before what is missing.
  EXPECT_TRUE(Parse({"--numer=3"}).error.starts_with("flag: expected one of --number"));
  EXPECT_NE(Parse({"-model.uai"}).error.find("write -- before a name that begins with -"), std::string::npos);
  EXPECT_EQ(Parse({"--help=xml"}).error,
            "--help: expected the flag without a value, or --help=json, found '--help=xml'");
  EXPECT_NE(Parse({"m", "--number=0"}).error.find("--number: "), std::string::npos);
  EXPECT_NE(Parse({"m", "--number=x"}).error.find("--number"), std::string::npos);
  EXPECT_NE(Parse({"m", "--number"}).error.find("--number"), std::string::npos);
}

}  // namespace
}  // namespace structlab::common
