#include "experiments/harness/report/html_writer.h"

#include "common/check.h"
#include "experiments/harness/report/plain_text.h"

namespace structlab::harness {

void HtmlWriter::Tag(std::string_view tag, Attributes attributes) {
  text_ += '<';
  text_ += tag;
  for (const auto& [name, value] : attributes) {
    text_ += ' ';
    text_ += name;
    text_ += "=\"";
    text_ += EscapeMarkup(value);
    text_ += '"';
  }
  text_ += '>';
}

HtmlWriter& HtmlWriter::Open(std::string_view tag, Attributes attributes) {
  Tag(tag, attributes);
  open_.emplace_back(tag);
  return *this;
}

HtmlWriter& HtmlWriter::Close(std::string_view tag) {
  STRUCTLAB_CHECK(!open_.empty() && open_.back() == tag);
  open_.pop_back();
  text_ += "</";
  text_ += tag;
  text_ += ">";
  // A line a block, so that a difference between two reports can be read.
  const bool is_block = tag == "tr" || tag == "p" || tag == "li" || tag == "div" || tag == "section" ||
                        tag == "table" || tag == "thead" || tag == "h1" || tag == "h2" || tag == "h3";
  if (is_block) text_ += '\n';
  return *this;
}

HtmlWriter& HtmlWriter::Void(std::string_view tag, Attributes attributes) {
  Tag(tag, attributes);
  return *this;
}

HtmlWriter& HtmlWriter::Text(std::string_view text) {
  text_ += EscapeMarkup(text);
  return *this;
}

HtmlWriter& HtmlWriter::Element(std::string_view tag, std::string_view text, Attributes attributes) {
  return Open(tag, attributes).Text(text).Close(tag);
}

HtmlWriter& HtmlWriter::Constant(std::string_view markup) {
  text_ += markup;
  return *this;
}

std::string HtmlWriter::TakeText() {
  STRUCTLAB_CHECK(open_.empty());
  return std::move(text_);
}

}  // namespace structlab::harness
