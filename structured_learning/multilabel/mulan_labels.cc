#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cstring>
#include <set>
#include <sstream>
#include <vector>

#include "common/byte_input.h"
#include "common/error.h"
#include "structured_learning/multilabel/arff_file.h"

namespace structlab::structured_learning {
namespace {

using Tree = boost::property_tree::ptree;

// Removes backslashes as in the names of ARFF files: a backslash protects the next character.
std::string WithoutBackslashes(const std::string& name) {
  std::string plain;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\' && i + 1 < name.size()) ++i;
    plain += name[i];
  }
  return plain;
}

// The parser and AddLabels are recursive, with one call for each level.
constexpr int kMaxLevels = 100;

size_t BehindOrEnd(const std::string& text, const char* what, size_t from) {
  const size_t found = text.find(what, from);
  return found == text.npos ? text.size() : found + std::strlen(what);
}

// The nesting depth of elements, for XML that is well formed up to there.
int LevelsOf(const std::string& text) {
  int level = 0, max_level = 0;
  size_t at = 0;
  while ((at = text.find('<', at)) != text.npos) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = BehindOrEnd(text, "-->", at + 4);
    } else if (text.compare(at, 9, "<![CDATA[") == 0) {
      at = BehindOrEnd(text, "]]>", at + 9);
    } else if (text.compare(at, 2, "<?") == 0) {
      at = BehindOrEnd(text, "?>", at + 2);
    } else if (text.compare(at, 2, "<!") == 0) {
      at += 2;
    } else if (text.compare(at, 2, "</") == 0) {
      --level;
      at += 2;
    } else {
      char quote = '\0';
      while (++at < text.size() && (quote != '\0' || text[at] != '>')) {
        const char c = text[at];
        if (c == quote) {
          quote = '\0';
        } else if (quote == '\0' && (c == '"' || c == '\'')) {
          quote = c;
        }
      }
      if (at < text.size() && text[at - 1] != '/') max_level = std::max(max_level, ++level);
    }
  }
  return max_level;
}

void AddLabels(const Tree& tree, std::vector<std::string>& names) {
  for (const auto& [tag, child] : tree) {
    if (tag != "label") continue;
    names.push_back(WithoutBackslashes(child.get<std::string>("<xmlattr>.name", "")));
    AddLabels(child, names);
  }
}

}  // namespace

std::vector<std::string> ReadMulanLabels(const std::string& path) {
  common::ByteInput input(path);
  std::string text;
  std::vector<char> buffer(size_t{1} << 16);
  while (const size_t size = input.Read(buffer)) text.append(buffer.data(), size);
  if (LevelsOf(text) > kMaxLevels) {
    common::ThrowDataError(path, fmt::format("elements at most {} levels deep", kMaxLevels), "more");
  }
  Tree tree;
  try {
    std::istringstream stream(text);
    boost::property_tree::read_xml(stream, tree);
  } catch (const boost::property_tree::xml_parser_error& error) {
    common::ThrowDataError(fmt::format("{}:{}", path, error.line()), "XML", error.message());
  }
  std::vector<std::string> names;
  const auto labels = tree.find("labels");
  if (labels != tree.not_found()) AddLabels(labels->second, names);
  if (names.empty()) common::ThrowDataError(path, "<labels> with at least one <label name=...>", "none");
  std::set<std::string> different;
  for (const std::string& name : names) {
    if (name.empty()) common::ThrowDataError(path, "a name of each label", "one without");
    if (!different.insert(name).second) {
      common::ThrowDataError(path, "different labels", common::Quote(name) + " twice");
    }
  }
  return names;
}

}  // namespace structlab::structured_learning
