#include "common/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/check.h"
#include "common/safe_text.h"

namespace structlab::common {

HtmlWriter& HtmlWriter::Open(std::string_view tag, Attributes attributes) {
  open_.emplace_back(tag);
  return Void(tag, attributes);
}

HtmlWriter& HtmlWriter::Close(std::string_view tag) {
  STRUCTLAB_CHECK(!open_.empty() && open_.back() == tag);
  open_.pop_back();
  text_ += fmt::format("</{}>", tag);
  // Each block ends its line, so that the difference of two reports is readable.
  static constexpr std::string_view kBlocks[] = {"tr",    "p",     "li", "div", "section",
                                                 "table", "thead", "h1", "h2",  "h3"};
  if (std::ranges::find(kBlocks, tag) != std::end(kBlocks)) text_ += '\n';
  return *this;
}

HtmlWriter& HtmlWriter::Void(std::string_view tag, Attributes attributes) {
  text_ += fmt::format("<{}", tag);
  for (const auto& [name, value] : attributes) {
    text_ += fmt::format(" {}=\"{}\"", name, EscapeMarkup(value));
  }
  text_ += '>';
  return *this;
}

HtmlWriter& HtmlWriter::Text(std::string_view text) {
  text_ += EscapeMarkup(text);
  return *this;
}

HtmlWriter& HtmlWriter::Prose(std::string_view text) {
  while (!text.empty()) {
    const size_t begin = text.find('`');
    const size_t end = begin == text.npos ? text.npos : text.find('`', begin + 1);
    if (end == text.npos) return Text(text);
    Text(text.substr(0, begin)).Element("code", text.substr(begin + 1, end - begin - 1));
    text = text.substr(end + 1);
  }
  return *this;
}

HtmlWriter& HtmlWriter::Element(std::string_view tag, std::string_view text, Attributes attributes) {
  return Open(tag, attributes).Text(text).Close(tag);
}

HtmlWriter& HtmlWriter::Link(std::string_view address, std::string_view text) {
  return Element("a", text, {{"href", address}});
}

std::string HtmlWriter::TakeText() {
  STRUCTLAB_CHECK(open_.empty());
  return std::move(text_);
}

}  // namespace structlab::common
