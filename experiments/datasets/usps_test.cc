#include "experiments/datasets/usps.h"

#include <gtest/gtest.h>

#include <string>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

TEST(Usps, ReadsBackWhatWasWritten) {
  const UspsDigits digits = TinyUspsDigits();
  const std::string text = FormatUspsDigits(digits);
  EXPECT_EQ(ReadUspsDigits(WriteTestFile(text)), digits);
  EXPECT_EQ(ReadUspsDigits(WriteTestFile(Gzip(text))), digits);
}

TEST(Usps, TakesLinesWithAndWithoutABlankAtTheEnd) {
  std::string text = FormatUspsDigits(TinyUspsDigits());
  text.erase(text.find(" \n"), 1);
  EXPECT_EQ(ReadUspsDigits(WriteTestFile(text)), TinyUspsDigits());
}

// Damage, and what the message must say.
struct Damage {
  std::string replace, by;
  std::string where, expected, found;
};

class DamagedUsps : public testing::TestWithParam<Damage> {};

TEST_P(DamagedUsps, IsRefusedWithLineAndColumn) {
  const Damage& damage = GetParam();
  std::string text = FormatUspsDigits(TinyUspsDigits());
  const size_t at = text.find(damage.replace);
  ASSERT_NE(at, text.npos);
  text.replace(at, damage.replace.size(), damage.by);
  const std::string path = WriteTestFile(text);
  const common::Error error = ErrorOf([&] { ReadUspsDigits(path); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, path + damage.where);
  EXPECT_EQ(error.parts().expected, damage.expected);
  EXPECT_EQ(error.parts().found, damage.found);
}

// The first line is "9.0000 -1.000000 -0.984375 ... 0.984375 \n".
constexpr const char kLine[] = "a digit and 256 grey values, separated by single blanks";
constexpr const char kDigit[] = "a digit, 0 to 9";
constexpr const char kGrey[] = "a grey value, -1 to 1";
INSTANTIATE_TEST_SUITE_P(Usps, DamagedUsps,
                         testing::Values(Damage{"9.0000 ", "10.0000 ", ":1:1", kDigit, "'10.0000'"},
                                         Damage{"9.0000 ", "-1 ", ":1:1", kDigit, "'-1'"},
                                         Damage{"9.0000 ", "8.5 ", ":1:1", kDigit, "'8.5'"},
                                         Damage{"9.0000 ", "nan ", ":1:1", kDigit, "'nan'"},
                                         Damage{"9.0000 ", "six ", ":1:1", kDigit, "'six'"},
                                         Damage{"-0.984375", "nan", ":1:18", kGrey, "'nan'"},
                                         Damage{"-0.984375", "-inf", ":1:18", kGrey, "'-inf'"},
                                         Damage{"-0.984375", "inf", ":1:18", kGrey, "'inf'"},
                                         Damage{"-0.984375", "1.5", ":1:18", kGrey, "'1.5'"},
                                         Damage{"-0.984375", "-1e30", ":1:18", kGrey, "'-1e30'"},
                                         Damage{"-0.984375", "1e999", ":1:18", kGrey, "'1e999'"},
                                         Damage{"-0.984375", "0.5x", ":1:18", kGrey, "'0.5x'"},
                                         Damage{"-0.984375", "", ":1:18", kGrey, "''"},
                                         Damage{"9.0000 ", "9.0000\t", ":1:1", kDigit, "'9.0000\t-1.000000'"},
                                         Damage{"9.0000 ", "9.0000\n", ":1:7", kLine, "''"}));

TEST(Usps, RefusesALineWithTooFewOrTooManyValues) {
  std::string text = FormatUspsDigits(TinyUspsDigits());
  const size_t end = text.find('\n');
  std::string path = WriteTestFile(text.substr(0, end) + "0.25\n");
  common::Error error = ErrorOf([&] { ReadUspsDigits(path); });
  EXPECT_EQ(error.parts().where, path + ":1:" + std::to_string(end + 1));
  EXPECT_EQ(error.parts().found, "'0.25'");
  const size_t last = text.rfind(' ', end - 2);
  path = WriteTestFile(text.substr(0, last) + "\n");
  error = ErrorOf([&] { ReadUspsDigits(path); });
  EXPECT_EQ(error.parts().where, path + ":1:" + std::to_string(last + 1));
  EXPECT_EQ(error.parts().expected, kLine);
}

TEST(Usps, RefusesAnEmptyFile) {
  const std::string path = WriteTestFile("");
  EXPECT_EQ(ErrorOf([&] { ReadUspsDigits(path); }).parts().expected, "at least one image");
}

TEST(Usps, RefusesTruncatedCompression) {
  const std::string compressed = Gzip(FormatUspsDigits(TinyUspsDigits()));
  for (size_t keep = 1; keep < compressed.size(); ++keep) {
    SCOPED_TRACE(keep);
    const std::string path = WriteTestFile(compressed.substr(0, keep));
    EXPECT_TRUE(ErrorOf([&] { ReadUspsDigits(path); }).parts().where.starts_with(path));
  }
}

}  // namespace
}  // namespace structlab::datasets
