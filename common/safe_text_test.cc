#include "common/safe_text.h"

#include <gtest/gtest.h>

#include <set>

#include "common/utf8.h"

namespace structlab::common {
namespace {

TEST(Shortened, EndsBehindAWord) {
  EXPECT_EQ(Shortened("one two, three", 14), "one two, three");
  EXPECT_EQ(Shortened("one two, three", 13), "one two…");
  EXPECT_EQ(Shortened("äöü äöü", 6), "äöü…");
  EXPECT_EQ(Shortened("onetwo", 3), "…");
}

TEST(CleanText, IsUtf8WithoutControlCharacters) {
  EXPECT_EQ(CleanText("a\té\n\x01\x7F\xC2\x9F"), "a\té\n   ");
  EXPECT_EQ(CleanText("\xC3\xEF\xBF\xBE"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string text = {static_cast<char>(a), static_cast<char>(b)};
      EXPECT_EQ(FindInvalidUtf8(CleanText(text)), std::string::npos) << a << " " << b;
    }
  }
}

TEST(EscapeMarkup, LeavesNothingThatIsMarkup) {
  EXPECT_EQ(EscapeMarkup("<a b=\"c\" d='e'>&\xFF"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\uFFFD");
}

TEST(FileNameFor, GivesEachIdentifierAnotherSafeName) {
  EXPECT_EQ(FileNameFor("figure_5.1-a"), "figure_5.1-a");
  EXPECT_EQ(FileNameFor("../a b"), "~2e.~2fa~20b");
  const std::string long_a(300, 'a');
  std::set<std::string> names;
  for (const std::string& id : {std::string(), std::string("~"), std::string("~7e"), std::string("."),
                                std::string(".."), std::string("/"), long_a, long_a + "a"}) {
    const std::string name = FileNameFor(id);
    EXPECT_TRUE(names.insert(name).second) << id;
    EXPECT_LE(name.size(), 200u);
    EXPECT_EQ(name.find('/'), std::string::npos);
    EXPECT_NE(name.front(), '.');
  }
}

}  // namespace
}  // namespace structlab::common
