#include "common/html.h"

#include <gtest/gtest.h>

namespace structlab::common {
namespace {

TEST(HtmlWriter, EscapesEveryText) {
  HtmlWriter html;
  html.Open("p", {{"title", "\"<&>'"}}).Text("a < b & c").Close("p");
  html.Link("x.html?a&b", "<x>").Void("br");
  EXPECT_EQ(html.TakeText(),
            "<p title=\"&quot;&lt;&amp;&gt;&#39;\">a &lt; b &amp; c</p>\n"
            "<a href=\"x.html?a&amp;b\">&lt;x&gt;</a><br>");
}

TEST(HtmlWriter, ProseShowsWordsBetweenBackticksAsCode) {
  HtmlWriter html;
  html.Prose("run `a<b` and `c`, not `this");
  EXPECT_EQ(html.TakeText(), "run <code>a&lt;b</code> and <code>c</code>, not `this");
}

TEST(HtmlWriterDeathTest, ATagThatDoesNotMatchStopsTheProgram) {
  EXPECT_DEATH(HtmlWriter().Open("p").Close("div"), "");
  EXPECT_DEATH(HtmlWriter().Open("p").TakeText(), "");
}

}  // namespace
}  // namespace structlab::common
