// HTML that is well formed and escaped because it is written no other way.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_WRITER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_WRITER_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace structlab::harness {

// Name and value; the value is escaped. The name is a constant of ours.
using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

//   HtmlWriter html;
//   html.Open("p", {{"class", "note"}}).Text("a < b").Close("p");
//   html.TakeText();   // <p class="note">a &lt; b</p>
//
// Tags that do not match are a bug and stop the program. A value type; not synchronised.
class HtmlWriter {
 public:
  HtmlWriter& Open(std::string_view tag, Attributes attributes = {});
  HtmlWriter& Close(std::string_view tag);
  // An element without content and end: meta, img, input.
  HtmlWriter& Void(std::string_view tag, Attributes attributes = {});
  HtmlWriter& Text(std::string_view text);
  // An element that holds text alone.
  HtmlWriter& Element(std::string_view tag, std::string_view text, Attributes attributes = {});
  // Our own style and script: constants, never text from elsewhere.
  HtmlWriter& Constant(std::string_view markup);

  // What was written; every element is closed.
  std::string TakeText();

 private:
  void Tag(std::string_view tag, Attributes attributes);

  std::string text_;
  std::vector<std::string> open_;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_WRITER_H_
