#include "experiments/harness/report/html_reading.h"

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

// Whether an & stands in the text that begins no reference.
bool HasBareAmpersand(std::string_view text) {
  for (size_t at = text.find('&'); at != text.npos; at = text.find('&', at + 1)) {
    const size_t end = text.find(';', at);
    if (end == text.npos || end == at + 1) return true;
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (name[0] != '#' && name != "lt" && name != "gt" && name != "amp" && name != "quot") return true;
  }
  return false;
}

// Whether this is a list of name="value" or name='value', with a '/' at the end or without.
bool AttributesAreQuoted(std::string_view text) {
  size_t at = text.find_first_not_of(" \t\n");
  while (at != text.npos && text.substr(at) != "/") {
    const size_t equals = text.find('=', at);
    if (equals == text.npos || equals + 1 >= text.size()) return false;
    if (text.substr(at, equals - at).find_first_of(" \t\n\"'/") != text.npos) return false;
    const char quote = text[equals + 1];
    const size_t end = text.find(quote, equals + 2);
    if ((quote != '"' && quote != '\'') || end == text.npos) return false;
    at = text.find_first_not_of(" \t\n", end + 1);
  }
  return true;
}

std::vector<std::string> AttributeValues(const std::string& page, const std::string& attribute) {
  const std::string start = " " + attribute + "=\"";
  std::vector<std::string> values;
  for (size_t at = page.find(start); at != page.npos; at = page.find(start, at)) {
    at += start.size();
    values.push_back(page.substr(at, page.find('"', at) - at));
  }
  return values;
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
    const size_t start = text.find('<', at);
    const std::string_view content = text.substr(at, start - at);
    if (HasBareAmpersand(content)) return "bare & in: " + std::string(content);
    if (start == text.npos) break;
    const size_t end = text.find('>', start);
    if (end == text.npos) return "unfinished tag";
    const std::string_view tag = text.substr(start + 1, end - start - 1);
    at = end + 1;
    if (tag[0] == '?' || tag[0] == '!') continue;
    const bool closes = tag[0] == '/';
    const std::string_view inside = tag.substr(closes ? 1 : 0);
    const std::string name(inside.substr(0, inside.find_first_of(" \t\n/")));
    if (closes) {
      if (open.empty() || open.back() != name) return "does not close: " + name;
      open.pop_back();
      continue;
    }
    if (name.empty() || !AttributesAreQuoted(inside.substr(name.size())))
      return "no tag: " + std::string(tag);
    if (tag.back() != '/') open.push_back(name);
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

std::string RepeatedId(const std::string& page) {
  std::set<std::string> seen;
  for (const std::string& id : AttributeValues(page, "id")) {
    if (!seen.insert(id).second) return id;
  }
  return "";
}

std::vector<std::string> Targets(const std::string& page) {
  std::vector<std::string> targets = AttributeValues(page, "href");
  for (const std::string& source : AttributeValues(page, "src")) targets.push_back(source);
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
