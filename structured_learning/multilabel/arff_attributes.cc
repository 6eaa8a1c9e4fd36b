#include "structured_learning/multilabel/arff_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

// Pairs of values that say no and yes.
constexpr std::pair<std::string_view, std::string_view> kNoAndYes[] = {
    {"0", "1"},        {"-1", "1"}, {"-1", "+1"},  {"no", "yes"},         {"n", "y"},
    {"false", "true"}, {"f", "t"},  {"off", "on"}, {"absent", "present"}, {"negative", "positive"},
    {"neg", "pos"}};

// Sets index_of_yes and says_yes_or_no. One value of a pair is enough: a label may have the same value in all
// rows of a file.
void FindYes(ArffAttribute& attribute) {
  if (attribute.values.empty() || attribute.values.size() > 2) return;
  for (const auto& [no, yes] : kNoAndYes) {
    int index_of_yes = -1;
    bool fits = true;
    for (size_t i = 0; i < attribute.values.size(); ++i) {
      const bool is_yes = EqualsIgnoringCase(attribute.values[i], yes);
      fits = fits && (is_yes || EqualsIgnoringCase(attribute.values[i], no));
      if (is_yes) index_of_yes = static_cast<int>(i);
    }
    // "Yes" and "YES" would both say yes.
    if (!fits ||
        (attribute.values.size() == 2 && EqualsIgnoringCase(attribute.values[0], attribute.values[1]))) {
      continue;
    }
    attribute.index_of_yes = index_of_yes;
    attribute.says_yes_or_no = true;
    return;
  }
}

void ReadValues(ArffWords& words, ArffAttribute& attribute) {
  while (!words.Take('}')) {
    attribute.values.push_back(words.Next(",}"));
    if (!attribute.index_of.emplace(attribute.values.back(), static_cast<int>(attribute.values.size()) - 1)
             .second) {
      words.Refuse("different values", common::Quote(attribute.values.back()) + " twice");
    }
    if (!words.Take(',') && (words.at_end() || words.current() != '}')) {
      words.Refuse("a comma or a closing brace", words.at_end() ? "the end of the line" : "something else");
    }
  }
  if (attribute.values.empty()) words.Refuse("at least one value", "none");
}

void ReadType(ArffWords& words, ArffAttribute& attribute) {
  constexpr char kExpected[] =
      "a type after the name of an attribute: numeric, real, integer, or values in braces";
  words.SkipComment();
  if (words.at_end()) words.Refuse(kExpected, "the end of the line");
  const std::string place = words.Where();
  attribute.type = words.Next("{");
  const auto is = [&attribute](std::string_view type) { return EqualsIgnoringCase(attribute.type, type); };
  if (is("numeric") || is("real") || is("integer")) return;
  if (is("string") || is("date")) {
    attribute.place_of_text = place;
    return;
  }
  const bool may_be_name = !words.at_end() && words.current() != '%' && !is("relational");
  common::ThrowDataError(place, kExpected, common::Quote(attribute.type),
                         may_be_name ? fmt::format("put a name with blanks in quotes, as '{} {}'",
                                                   attribute.name, attribute.type)
                                     : "");
}

// Adds the name to `names`.
ArffAttribute ReadAttribute(ArffWords& words, std::set<std::string>& names) {
  ArffAttribute attribute;
  if (words.at_end()) words.Refuse("the name of an attribute", "the end of the line");
  const std::string place = words.Where();
  attribute.name = words.Next("{");
  if (attribute.name.empty()) common::ThrowDataError(place, "the name of an attribute", "none");
  if (!names.insert(attribute.name).second) {
    words.Refuse("attributes of different names", common::Quote(attribute.name) + " twice", "rename one");
  }
  if (words.Take('{')) {
    ReadValues(words, attribute);
  } else {
    ReadType(words, attribute);
  }
  attribute.is_binary =
      attribute.values.size() == 2 && attribute.index_of.contains("0") && attribute.index_of.contains("1");
  FindYes(attribute);
  return attribute;
}

}  // namespace

bool ArffAttribute::HasDefault() const {
  if (!is_nominal()) return false;
  if (tag >= 0) return index_of_yes == 0 || values[0] == "1";
  return feature >= 0 && (has_feature_a_value() || (is_binary && values[0] == "1"));
}

ArffDeclarations ReadArffDeclarations(ArffLines& lines) {
  ArffDeclarations found;
  std::set<std::string> names;
  for (std::string_view line; lines.Next(&line);) {
    ArffWords words(line, lines);
    const std::string keyword = words.Next("");
    if (EqualsIgnoringCase(keyword, "@data")) return found;
    if (EqualsIgnoringCase(keyword, "@relation")) {
      found.relation = words.rest();
      found.relation_place = lines.Where();
      continue;
    }
    if (!EqualsIgnoringCase(keyword, "@attribute")) {
      common::ThrowDataError(lines.Where(), "@relation, @attribute or @data", common::Quote(keyword));
    }
    found.attributes.push_back(ReadAttribute(words, names));
  }
  common::ThrowDataError(lines.Where(), "@data before the end of the file", "none");
}

}  // namespace structlab::structured_learning
