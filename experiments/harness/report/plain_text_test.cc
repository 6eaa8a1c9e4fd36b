#include "experiments/harness/report/plain_text.h"

#include <gtest/gtest.h>

#include <set>

namespace structlab::harness {
namespace {

TEST(CleanText, KeepsCharactersAndReplacesWhatIsNone) {
  EXPECT_EQ(CleanText("κ₁ ≤ ½ 𝛌\n\t"), "κ₁ ≤ ½ 𝛌\n\t");
  EXPECT_EQ(CleanText(std::string("a\0b\x1B\x7F"
                                  "c\r",
                                  7)),
            "a b  c ");
  EXPECT_EQ(CleanText("a\xC2\x85z"), "a z");                                 // a control above ASCII
  EXPECT_EQ(CleanText("\xFFz"), "\xEF\xBF\xBDz");                            // no byte of UTF-8
  EXPECT_EQ(CleanText("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");              // overlong '/'
  EXPECT_EQ(CleanText("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");              // cut short
  EXPECT_EQ(CleanText("\xED\xA0\x80").find('\xED'), std::string::npos);      // a surrogate
  EXPECT_EQ(CleanText("\xF4\x90\x80\x80").find('\xF4'), std::string::npos);  // above U+10FFFF
}

TEST(EscapeMarkup, LeavesNothingThatActs) {
  EXPECT_EQ(EscapeMarkup("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
}

TEST(FileNameFor, KeepsReadableNamesAndTellsAllApart) {
  EXPECT_EQ(FileNameFor("figure_5.2-c"), "figure_5.2-c");
  EXPECT_EQ(FileNameFor("../a"), "~2e.~2fa");
  std::set<std::string> names;
  const std::vector<std::string> ids = {"",
                                        "~",
                                        "/",
                                        "~2f",
                                        ".",
                                        "..",
                                        "a/b",
                                        "a~2fb",
                                        "a b",
                                        "A",
                                        "<script>",
                                        std::string(200, 'x'),
                                        std::string(201, 'x'),
                                        std::string(202, 'x')};
  for (const std::string& id : ids) {
    const std::string name = FileNameFor(id);
    EXPECT_TRUE(names.insert(name).second) << id;
    EXPECT_EQ(name.find('/'), std::string::npos);
    EXPECT_NE(name[0], '.');
    EXPECT_FALSE(name.empty());
    EXPECT_LE(name.size(), 200u);
  }
}

TEST(SplitEvidence, HasAtLeastOnePart) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(SplitEvidence("a; b;c; "), (Parts{"a", "b;c", ""}));
  EXPECT_EQ(SplitEvidence("a"), Parts{"a"});
  EXPECT_EQ(SplitEvidence(""), Parts{""});
}

}  // namespace
}  // namespace structlab::harness
