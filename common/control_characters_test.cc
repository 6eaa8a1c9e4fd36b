#include "common/control_characters.h"

#include <gtest/gtest.h>

#include <string>

namespace structlab::common {
namespace {

// Independent: by code points, one after the other.
size_t FirstByOne(const std::string& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = static_cast<unsigned char>(text[i]);
    const int next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if ((byte < 32 && byte != 9) || byte == 127 || (byte == 0xc2 && next >= 0x80 && next <= 0x9f)) return i;
  }
  return std::string::npos;
}

// Every pair of bytes at every place of two words.
TEST(FindControlCharacter, FindsTheFirstOfEveryKindAtEveryPlace) {
  int found = 0;
  for (int first = 0; first < 256; ++first) {
    for (const int second : {0x09, 0x1f, 0x20, 0x41, 0x7e, 0x7f, 0x80, 0x85, 0x9f, 0xa0, 0xc2, 0xc3, 0xff}) {
      for (size_t at = 0; at < 17; ++at) {
        std::string text(18, 'a');
        text[at] = static_cast<char>(first);
        text[at + 1] = static_cast<char>(second);
        ASSERT_EQ(FindControlCharacter(text), FirstByOne(text)) << first << " " << second << " " << at;
        found += FindControlCharacter(text) != std::string::npos;
      }
    }
  }
  EXPECT_GT(found, 10000);
  EXPECT_EQ(FindControlCharacter(""), std::string::npos);
  EXPECT_EQ(FindControlCharacter("naïve \tcafé \xc2"), std::string::npos);
}

TEST(WithoutLineEnd, LeavesTheTextAlone) {
  for (const std::string end : {"", "\r", "\r\r", "\xc2\x85", "\r\xc2\x85\r"}) {
    EXPECT_EQ(WithoutLineEnd("a\rb " + end), "a\rb ");
    EXPECT_EQ(WithoutLineEnd(end), "");
  }
  EXPECT_EQ(WithoutLineEnd("\x85"), "\x85");
}

TEST(IsBlankLine, SpacesAndTabsOnly) {
  EXPECT_TRUE(IsBlankLine(""));
  EXPECT_TRUE(IsBlankLine(" \t "));
  EXPECT_FALSE(IsBlankLine(" \r"));
  EXPECT_FALSE(IsBlankLine("  0"));
}

}  // namespace
}  // namespace structlab::common
