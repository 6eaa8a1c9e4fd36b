#include "experiments/harness/report/html_reading.h"

#include <regex>
#include <set>
#include <utility>

namespace structlab::harness {
namespace {

const std::set<std::string> kWithoutEnd = {"br", "img", "input", "meta"};
const std::set<std::string> kTextOnly = {"style", "script", "textarea", "title"};

std::string Unescape(std::string text) {
  const std::pair<const char*, const char*> references[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [reference, character] : references) {
    const std::string from = reference;
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1)) {
      text.replace(at, from.size(), character);
    }
  }
  return text;
}

}  // namespace

size_t Count(std::string_view page, std::string_view text) {
  size_t count = 0;
  for (size_t at = page.find(text); at != page.npos; at = page.find(text, at + text.size())) ++count;
  return count;
}

std::string MismatchedTag(std::string_view page) {
  std::vector<std::string> open;
  size_t at = page.find("<html");
  while (at != page.npos) {
    const size_t end = page.find('>', at);
    if (end == page.npos) return "unfinished tag";
    const bool closes = page[at + 1] == '/';
    const size_t start = at + (closes ? 2 : 1);
    const std::string tag(page.substr(start, page.find_first_of(" >", start) - start));
    if (closes) {
      if (open.empty() || open.back() != tag) return tag;
      open.pop_back();
    } else if (kWithoutEnd.count(tag) == 0) {
      open.push_back(tag);
    }
    const bool skip = !closes && kTextOnly.count(tag) > 0;
    at = skip ? page.find("</" + tag + ">", end) : page.find('<', end);
  }
  return open.empty() ? "" : open.back();
}

std::string XmlFlaw(std::string_view text) {
  std::vector<std::string> open;
  size_t at = 0;
  while (at < text.size()) {
    const size_t tag_start = text.find('<', at);
    const std::string_view content = text.substr(at, tag_start - at);
    static const std::regex reference("&(?!(lt|gt|amp|quot|#39|#x?[0-9a-fA-F]+);)");
    if (std::regex_search(content.begin(), content.end(), reference))
      return "bare & in: " + std::string(content);
    if (tag_start == text.npos) break;
    const size_t tag_end = text.find('>', tag_start);
    if (tag_end == text.npos) return "unfinished tag";
    const std::string tag(text.substr(tag_start + 1, tag_end - tag_start - 1));
    at = tag_end + 1;
    if (tag[0] == '?' || tag[0] == '!') continue;
    static const std::regex end_tag("/([\\w:]+)\\s*");
    static const std::regex start_tag("([\\w:]+)(\\s+[\\w:-]+=(\"[^\"<]*\"|'[^'<]*'))*\\s*(/?)");
    std::smatch match;
    if (std::regex_match(tag, match, end_tag)) {
      if (open.empty() || open.back() != match[1]) return "does not close: " + tag;
      open.pop_back();
    } else if (!std::regex_match(tag, match, start_tag)) {
      return "no tag: " + tag.substr(0, 200);
    } else if (match[4].length() == 0) {
      open.push_back(match[1]);
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

std::string RepeatedId(const std::string& page) {
  const std::regex pattern(" id=\"([^\"]*)\"");
  std::set<std::string> seen;
  for (std::sregex_iterator match(page.begin(), page.end(), pattern), end; match != end; ++match) {
    if (!seen.insert((*match)[1]).second) return (*match)[1];
  }
  return "";
}

std::vector<std::string> Targets(const std::string& page) {
  const std::regex pattern(" (href|src)=\"([^\"]*)\"");
  std::vector<std::string> targets;
  for (std::sregex_iterator match(page.begin(), page.end(), pattern), end; match != end; ++match) {
    targets.push_back((*match)[2]);
  }
  return targets;
}

std::string CopyOf(const std::string& page, const std::string& table_id) {
  const size_t area = page.find("<textarea id=\"" + table_id + "-tsv\"");
  if (area == std::string::npos) return "";
  const size_t start = page.find('>', area) + 1;
  const std::string content = page.substr(start, page.find("</textarea>", start) - start);
  // HTML drops a line break right after the tag.
  return Unescape(content.substr(content.rfind("\n", 0) == 0 ? 1 : 0));
}

}  // namespace structlab::harness
