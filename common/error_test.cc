#include "common/error.h"

#include <gtest/gtest.h>

#include <string>

#include "common/check.h"

namespace structlab::common {
namespace {

TEST(Error, SaysWhereWhatExpectedFoundAndRemedyInOneLine) {
  const Error error(ErrorKind::kData, {.where = "letter.data:7:3",
                                       .what = "no such letter",
                                       .expected = "a to z",
                                       .found = "'?'",
                                       .remedy = "fetch the file again"});
  EXPECT_STREQ(error.what(),
               "letter.data:7:3: no such letter: expected a to z, found '?'; fetch the file again");
  EXPECT_EQ(error.exit_status(), 3);
}

TEST(Error, LeavesOutEmptyParts) {
  EXPECT_STREQ(Error(ErrorKind::kUsage, {.where = "--jobs", .found = "x"}).what(), "--jobs: found x");
}

TEST(Error, NeverBreaksTheLine) {
  const Error error(ErrorKind::kUsage, {.where = "a\nb", .found = "\x1b[31m\r\n"});
  EXPECT_STREQ(error.what(), "a\\x0ab: found \\x1b[31m\\x0d\\x0a");
  EXPECT_EQ(error.exit_status(), 2);
}

TEST(Error, ShowsTextAndSpellsOutOtherBytes) {
  const auto message = [](const char* found) {
    return std::string(Error(ErrorKind::kData, {.found = found}).what()).substr(std::string("found ").size());
  };
  // The first and last characters of each length.
  for (const char* text : {"~", "\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa4z"}) {
    EXPECT_EQ(message(text), text);
  }
  EXPECT_EQ(message("'\x9f'"), "'\\x9f'");
  EXPECT_EQ(message("\xc2\x9f"), "\\xc2\\x9f");  // a control character
  EXPECT_EQ(message("\xc3"), "\\xc3");           // cut off
  EXPECT_EQ(message("\xc3z"), "\\xc3z");
  EXPECT_EQ(message("\xc1\xbf"), "\\xc1\\xbf");           // longer than needed
  EXPECT_EQ(message("\xe0\x9f\xbf"), "\\xe0\\x9f\\xbf");  // the same
  EXPECT_EQ(message("\xf0\x8f\xbf\xbf"), "\\xf0\\x8f\\xbf\\xbf");
  EXPECT_EQ(message("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a pair
  EXPECT_EQ(message("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond the last
  EXPECT_EQ(message("\xf5\x80"), "\\xf5\\x80");
}

TEST(Quote, ShortensWhatIsLong) {
  EXPECT_EQ(Quote(""), "''");
  EXPECT_EQ(Quote(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  EXPECT_EQ(Quote(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(CheckDeathTest, StopsAndNamesTheCondition) {
  STRUCTLAB_CHECK(1 + 1 == 2);
  EXPECT_DEATH(STRUCTLAB_CHECK(1 + 1 == 3), "error_test.cc:[0-9]+: bug: 1 \\+ 1 == 3 does not hold");
}

}  // namespace
}  // namespace structlab::common
