// Makes any text safe in a page, a drawing or a file name; writes HTML that is well formed and escaped.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_H_

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace structlab::harness {

// Valid UTF-8 without control characters: a byte that belongs to no character becomes U+FFFD, a control
// character a space; line breaks and tabs stay.
std::string CleanText(std::string_view text);

// CleanText with & < > " ' as references: safe as content and as a quoted attribute of HTML and XML.
std::string EscapeMarkup(std::string_view text);

// A file name for an identifier, the same for the same identifier and different for different ones: letters,
// digits, '_', '-' and '.' (except a leading one) stay, every other byte becomes '~' and two hexadecimal
// digits. The empty identifier becomes "~"; a name longer than 200 bytes is cut and ends in the identifier's
// SHA-256.
std::string FileNameFor(std::string_view id);

// At most `max_letters` characters: the text, or its first words and "…".
std::string Shortened(std::string_view text, size_t max_letters);

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
  // Text in which `words` between backticks are code.
  HtmlWriter& Prose(std::string_view text);
  // An element that holds only text.
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

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_H_
