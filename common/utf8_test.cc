#include "common/utf8.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace structlab::common {
namespace {

// By the table of RFC 3629, section 3.
std::string Encoded(uint32_t point) {
  const auto byte = [](uint32_t value) { return static_cast<char>(value); };
  if (point < 0x80) return {byte(point)};
  if (point < 0x800) return {byte(0xc0 | point >> 6), byte(0x80 | (point & 0x3f))};
  if (point < 0x10000) {
    return {byte(0xe0 | point >> 12), byte(0x80 | (point >> 6 & 0x3f)), byte(0x80 | (point & 0x3f))};
  }
  return {byte(0xf0 | point >> 18), byte(0x80 | (point >> 12 & 0x3f)), byte(0x80 | (point >> 6 & 0x3f)),
          byte(0x80 | (point & 0x3f))};
}

TEST(Utf8Length, IsThatOfEveryCharacter) {
  for (uint32_t point = 0; point < 0x120000; ++point) {
    const std::string bytes = Encoded(point);
    const bool is_character = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    ASSERT_EQ(Utf8Length(bytes), is_character ? bytes.size() : 0) << std::hex << point;
    ASSERT_EQ(Utf8Length(bytes + "x"), is_character ? bytes.size() : 0) << std::hex << point;
    for (size_t size = 1; size < bytes.size(); ++size) ASSERT_EQ(Utf8Length(bytes.substr(0, size)), 0);
  }
}

TEST(Utf8Length, RefusesWhatNoCharacterIsWrittenAs) {
  EXPECT_EQ(Utf8Length(""), 0);
  for (const char* overlong : {"\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80",
                               "\xf0\x8f\xbf\xbf", "\xf5\x80\x80\x80", "\xff", "\x80", "\xbf"}) {
    EXPECT_EQ(Utf8Length(overlong), 0) << overlong;
  }
}

TEST(FindInvalidUtf8, NamesTheFirstByteOfNone) {
  EXPECT_EQ(FindInvalidUtf8(""), std::string::npos);
  EXPECT_EQ(FindInvalidUtf8("caf\xc3\xa9"), std::string::npos);
  EXPECT_EQ(FindInvalidUtf8("caf\xe9 au lait"), 3);
  EXPECT_EQ(FindInvalidUtf8("caf\xc3"), 3);
}

}  // namespace
}  // namespace structlab::common
