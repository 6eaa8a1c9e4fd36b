#include "experiments/harness/report/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/error.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxConclusions = 5;

// The text of about.md, line by line, with the place of each for errors.
class AboutReader {
 public:
  AboutReader(std::string_view text, std::string name) : text_(text), name_(std::move(name)) { Next(); }

  About Read() {
    About about;
    while (!at_end_ && line_.empty()) Next();
    if (!line_.starts_with("# ")) Throw("a title, '# Title'");
    about.title = line_.substr(2);
    Next();
    about.source = ReadParagraphs();
    std::set<std::string> seen;
    while (!at_end_) {
      const std::string heading(line_.starts_with("## ") ? line_.substr(3) : "");
      if (!seen.insert(heading).second) Throw("each section once");
      if (heading == "Introduction") {
        Next();
        about.introduction = ReadParagraphs();
      } else if (heading == "Conclusions") {
        about.conclusions = ReadItems(kMaxConclusions);
      } else if (heading == "Departures") {
        about.departures = ReadItems();
      } else if (heading == "Left out") {
        about.left_out = ReadItems();
      } else if (heading == "Figures") {
        ReadFigures(about);
      } else {
        Throw("## Introduction, Conclusions, Departures, Left out or Figures");
      }
    }
    return about;
  }

 private:
  [[noreturn]] void Throw(const std::string& expected) const {
    common::ThrowDataError(fmt::format("{}:{}", name_, number_), expected,
                           at_end_ ? "the end" : common::Quote(line_));
  }

  bool IsSectionEnd() const { return at_end_ || line_.starts_with("#"); }

  // The next line, without blanks around it.
  void Next() {
    ++number_;
    at_end_ = text_.empty();
    const size_t end = text_.find('\n');
    line_ = text_.substr(0, end);
    text_ = end == text_.npos ? std::string_view() : text_.substr(end + 1);
    const size_t begin = line_.find_first_not_of(" \t\r");
    line_ = begin == line_.npos ? std::string_view()
                                : line_.substr(begin, line_.find_last_not_of(" \t\r") + 1 - begin);
  }

  // The lines of a paragraph are joined by spaces, paragraphs divided by an empty line.
  std::string ReadParagraphs() {
    std::string text;
    bool is_new = false;
    for (; !IsSectionEnd(); Next()) {
      if (!line_.empty() && !text.empty()) text += is_new ? "\n\n" : " ";
      text += line_;
      is_new = line_.empty();
    }
    return text;
  }

  // "- item" with further lines of it below, up to an empty line.
  std::vector<std::string> ReadItems(size_t max_items = static_cast<size_t>(-1)) {
    std::vector<std::string> items;
    bool is_open = false;
    for (Next(); !IsSectionEnd(); Next()) {
      if (line_.starts_with("- ")) {
        if (items.size() == max_items) Throw(fmt::format("at most {} items", max_items));
        items.emplace_back(line_.substr(2));
      } else if (!line_.empty()) {
        if (!is_open) Throw("a list item, '- text'");
        items.back().append(" ").append(line_);
      }
      is_open = !line_.empty();
    }
    return items;
  }

  void ReadFigures(About& about) {
    for (Next(); !at_end_ && line_.empty();) Next();
    while (!at_end_ && !line_.starts_with("## ")) {
      const size_t colon = line_.find(": ");
      if (!line_.starts_with("### ") || colon == line_.npos || colon <= 4) Throw("'### figure_id: Title'");
      About::Caption caption = {std::string(line_.substr(4, colon - 4)), std::string(line_.substr(colon + 2)),
                                ""};
      if (about.Find(caption.id) != nullptr) Throw("each figure once");
      Next();
      caption.text = ReadParagraphs();
      about.figures.push_back(std::move(caption));
    }
  }

  std::string_view text_;
  std::string name_;
  std::string_view line_ = {};
  size_t number_ = 0;
  bool at_end_ = false;
};

}  // namespace

const About::Caption* About::Find(const std::string& figure_id) const {
  const auto found = std::ranges::find(figures, figure_id, &Caption::id);
  return found == figures.end() ? nullptr : &*found;
}

About ParseAbout(std::string_view markdown, const std::string& name) {
  return AboutReader(markdown, name).Read();
}

void AddCaptions(const About& about, std::vector<Figure>& figures) {
  for (Figure& figure : figures) {
    const About::Caption* caption = about.Find(figure.id);
    figure.title = caption == nullptr ? figure.id : caption->title;
    figure.caption = caption == nullptr ? "" : caption->text;
  }
}

std::vector<Fact> OriginsOf(const std::vector<RecordedCase>& record) {
  std::vector<std::string> commits;
  std::map<std::string, std::vector<std::string>> days;
  for (const RecordedCase& recorded : record) {
    if (days[recorded.commit].empty()) commits.push_back(recorded.commit);
    days[recorded.commit].push_back(recorded.date.substr(0, 10));
  }
  std::vector<Fact> facts;
  for (const std::string& commit : commits) {
    const auto [first, last] = std::ranges::minmax(days[commit]);
    const size_t cases = days[commit].size();
    facts.push_back({commit, fmt::format("{}{}, {} case{}", first, first == last ? "" : " to " + last, cases,
                                         cases == 1 ? "" : "s")});
  }
  return facts;
}

}  // namespace structlab::harness
