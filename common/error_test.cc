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
