#include "common/quantity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

TEST(ReadableSeconds, RoundsToWhatAReaderNeeds) {
  EXPECT_EQ(ReadableSeconds(12.34) + ", " + ReadableSeconds(200.4), "12.3 s, 3 min 20 s");
  EXPECT_EQ(ReadableSeconds(59.96) + ", " + ReadableSeconds(3599.6), "1 min 0 s, 1 h 0 min");
  EXPECT_EQ(ReadableSeconds(7499), "2 h 5 min");
  EXPECT_EQ(ReadableSeconds(-1) + ReadableSeconds(std::nan("")), "");
}

TEST(Quantity, TimesHaveUnits) {
  EXPECT_EQ(ParseSeconds("90", ""), 90);
  EXPECT_EQ(ParseSeconds("0.5s", ""), 0.5);
  EXPECT_EQ(ParseSeconds("10m", ""), 600);
  EXPECT_EQ(ParseSeconds("1.5h", ""), 5400);
  for (const std::string text : {"1d", "0", "nan", "inf", "1 s", "1sm", "1e999", "-1s", ""}) {
    EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { ParseSeconds(text, "--time"); }),
              "--time: expected a time such as 90s, 30m or 2h, found '" + text + "'");
  }
}

TEST(Quantity, SizesHaveUnitsAndAreWrittenAsTheyAreRead) {
  EXPECT_EQ(ParseMemory("512M", ""), uint64_t{512} << 20);
  EXPECT_EQ(ParseMemory("1.5G", ""), uint64_t{3} << 29);
  for (const char* text : {"1M", "1025K", "1048577", "4G", "3T"}) {
    EXPECT_EQ(FormatMemory(ParseMemory(text, "")), text);
  }
  for (const std::string text : {"4Q", "4", "1023K", "4GB", "1e19", "nan", ""}) {
    EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { ParseMemory(text, "--memory"); }),
              "--memory: expected a size from 1M, such as 512M or 4G, found '" + text + "'");
  }
}

}  // namespace
}  // namespace structlab::common
