#include "experiments/harness/report/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "common/error.h"

namespace structlab::harness {
namespace {

// The lines, without blanks around them.
std::vector<std::string> TrimmedLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const size_t begin = line.find_first_not_of(" \t\r");
    lines.emplace_back(begin == line.npos ? ""
                                          : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

const About::Caption* About::Find(const std::string& figure_id) const {
  const auto found = std::ranges::find(figures, figure_id, &Caption::id);
  return found == figures.end() ? nullptr : &*found;
}

About ParseAbout(std::string_view markdown, const std::string& name) {
  About about;
  std::set<std::string> sections;
  // The next line belongs to the paragraphs of one or to the items of the other.
  std::string* text = nullptr;
  std::vector<std::string>* items = nullptr;
  bool in_figures = false, is_behind_gap = false;
  size_t number = 0;
  const auto expect = [&](bool holds, const char* what, const std::string& line) {
    if (holds) return;
    common::ThrowDataError(fmt::format("{}:{}", name, number), what,
                           line.empty() ? "the end" : common::Quote(line));
  };
  for (const std::string& line : TrimmedLines(markdown)) {
    ++number;
    if (line.empty()) {
      is_behind_gap = true;
      continue;
    }
    const bool begins_paragraph = std::exchange(is_behind_gap, false);
    if (about.title.empty()) {
      expect(line.starts_with("# "), "a title, '# Title'", line);
      about.title = line.substr(2);
      text = &about.source;
    } else if (in_figures && line.starts_with("### ")) {
      const size_t colon = line.find(": ");
      expect(colon != line.npos && colon > 4, "'### figure_id: Title'", line);
      const std::string id = line.substr(4, colon - 4);
      expect(about.Find(id) == nullptr, "each figure once", line);
      about.figures.push_back({id, line.substr(colon + 2), ""});
      text = &about.figures.back().text;
    } else if (line.starts_with("#")) {
      const std::string heading = line.substr(std::min(line.find(' ') + 1, line.size()));
      text = heading == "Introduction" ? &about.introduction : nullptr;
      items = heading == "Conclusions"  ? &about.conclusions
              : heading == "Departures" ? &about.departures
              : heading == "Left out"   ? &about.left_out
                                        : nullptr;
      in_figures = heading == "Figures";
      expect(line.starts_with("## ") && (text != nullptr || items != nullptr || in_figures),
             "## Introduction, Conclusions, Departures, Left out or Figures", line);
      expect(sections.insert(heading).second, "each section once", line);
    } else if (items != nullptr) {
      const bool is_new = line.starts_with("- ");
      expect(is_new || (!items->empty() && !begins_paragraph), "a list item, '- text'", line);
      if (is_new) items->emplace_back();
      items->back().append(items->back().empty() ? "" : " ").append(line.substr(is_new ? 2 : 0));
    } else {
      expect(text != nullptr, "'### figure_id: Title'", line);
      text->append(text->empty() ? "" : begins_paragraph ? "\n\n" : " ").append(line);
    }
  }
  ++number;
  expect(!about.title.empty(), "a title, '# Title'", "");
  return about;
}

}  // namespace structlab::harness
