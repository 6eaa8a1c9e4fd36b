// Writes HTML and escapes every text.
#ifndef STRUCTLAB_COMMON_HTML_H_
#define STRUCTLAB_COMMON_HTML_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace structlab::common {

// Pairs of name and value. Values are escaped; names are not, so they must be constants.
using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

//   HtmlWriter html;
//   html.Open("p", {{"class", "note"}}).Text("a < b").Close("p");
//   html.TakeText();   // <p class="note">a &lt; b</p>
//
// Closing another element than the innermost open one is a bug and stops the program. A value type; not
// synchronised.
class HtmlWriter {
 public:
  HtmlWriter& Open(std::string_view tag, Attributes attributes = {});
  HtmlWriter& Close(std::string_view tag);
  // An element without content and end tag: br, img, input.
  HtmlWriter& Void(std::string_view tag, Attributes attributes = {});
  HtmlWriter& Text(std::string_view text);
  // Text in which `words` between backticks become code elements.
  HtmlWriter& Prose(std::string_view text);
  // An element that contains only text.
  HtmlWriter& Element(std::string_view tag, std::string_view text, Attributes attributes = {});
  HtmlWriter& Link(std::string_view address, std::string_view text);

  // Returns the written HTML and empties the writer. All elements must be closed.
  std::string TakeText();

 private:
  std::string text_;
  std::vector<std::string> open_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_HTML_H_
