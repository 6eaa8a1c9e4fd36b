#include "common/json_help.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "common/error.h"
#include "common/number.h"

namespace structlab::common {
namespace {

using Json = nlohmann::ordered_json;

std::string TypeOf(const CLI::Option& option, const std::string& name) {
  if (option.get_items_expected_max() == 0) return "flag";
  if (name == "TEXT" || name.find('|') != name.npos) return "text";
  if (name == "INT") return "integer";
  if (name == "UINT") return "natural";
  if (name == "FLOAT") return "number";
  return name;
}

// "a,b" or "a|b".
Json Split(std::string_view list, char separator) {
  Json parts = Json::array();
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(separator, begin), list.size());
    parts.push_back(std::string(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

// A number if the type is numeric and the text is a number; otherwise the text.
Json ValueOf(const std::string& text, const std::string& type) {
  if (type != "integer" && type != "natural" && type != "number") return text;
  const Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_number() ? value : Json(text);
}

// CLI11 describes what is allowed as "{a,b}" or "INT in [1 - 9]".
void AddAllowed(std::string_view check, const std::string& type, Json& flag) {
  const size_t range = check.find(" in ["), dash = check.find(" - ");
  if (check.starts_with('{') && check.ends_with('}')) {
    flag["allowed"] = Split(check.substr(1, check.size() - 2), ',');
  } else if (range != check.npos && dash != check.npos && check.ends_with(']')) {
    flag["minimum"] = ValueOf(std::string(check.substr(range + 5, dash - range - 5)), type);
    flag["maximum"] = ValueOf(std::string(check.substr(dash + 3, check.size() - dash - 4)), type);
  }
}

Json Describe(const CLI::Option& option, const std::string& name) {
  // "TEXT:{a,b}", "INT:INT in [1 - 9]". A type of the program may contain a colon, but then has no check.
  const std::string full = option.get_type_name();
  const size_t colon = std::min(full.find(':'), full.size());
  const std::string type_name = full.substr(0, colon), type = TypeOf(option, type_name);
  const bool has_list = option.get_delimiter() != '\0' && type != "flag";
  Json one = {{"name", name}, {"type", type}};
  one["required"] = option.get_required();
  one["repeatable"] =
      type != "flag" && (option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll ||
                         (option.get_positional() && option.get_items_expected_max() > 1));
  if (has_list) one["separator"] = std::string(1, option.get_delimiter());
  if (type == "flag") {
    one["default"] = false;
  } else if (!option.get_default_str().empty()) {
    one["default"] = ValueOf(option.get_default_str(), type);
  }
  if (type == "text" && type_name.find('|') != type_name.npos) one["allowed"] = Split(type_name, '|');
  if (colon < full.size()) AddAllowed(std::string_view(full).substr(colon + 1), type, one);
  one["help"] = option.get_description();
  return one;
}

std::vector<std::string> NamesOf(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

Json Describe(const OptionDeclaration& declaration) {
  constexpr const char* kTypes[] = {"integer", "number", "flag", "text", "text"};
  const std::string type = kTypes[static_cast<size_t>(declaration.kind)];
  Json option = {{"name", declaration.name}, {"type", type}};
  const std::string value = FormatOptionValue(declaration.default_value);
  option["default"] = type == "flag" ? Json(std::get<bool>(declaration.default_value)) : ValueOf(value, type);
  option["range"] = DescribeRange(declaration);
  if (declaration.kind == OptionKind::kChoice) option["allowed"] = declaration.choices;
  option["help"] = declaration.help;
  return option;
}

std::string Print(const Json& json) {
  return json.dump(2, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

Json Printed(const CommandHelp& command) {
  char* text = nullptr;
  size_t size = 0;
  std::FILE* const out = open_memstream(&text, &size);
  if (out == nullptr) ThrowEnvironmentError(command.name, "there is not enough memory for its help");
  command.print(out);
  std::fclose(out);
  Json json = Json::parse(std::string_view(text, size));
  std::free(text);
  return json;
}

}  // namespace

std::string JsonHelp(const CLI::App& app, const std::vector<MethodHelp>& methods) {
  Json arguments = Json::array(), flags = Json::array();
  for (const CLI::Option* const option : app.get_options()) {
    if (option->get_group().empty()) continue;
    if (option->get_positional()) arguments.push_back(Describe(*option, option->get_name(true)));
    std::vector<std::string> names = NamesOf(*option);
    if (names.empty()) continue;
    Json flag = Describe(*option, names[0]);
    names.erase(names.begin());
    flag["aliases"] = names;
    flag["group"] = option->get_group();
    flags.push_back(flag);
  }
  Json json = {{"program", app.get_name()}, {"description", app.get_description()},
               {"arguments", arguments},    {"flags", flags},
               {"methods", Json::array()},  {"notes", app.get_footer()}};
  for (const MethodHelp& method : methods) {
    Json options = Json::array();
    for (const OptionDeclaration& option : method.options) options.push_back(Describe(option));
    json["methods"].push_back({{"name", method.name}, {"help", method.help}, {"options", options}});
  }
  return Print(json);
}

std::string JsonHelpOfCommands(const std::string& program, const std::string& description,
                               const std::vector<CommandHelp>& commands) {
  Json json = {{"program", program}, {"description", description}, {"commands", Json::array()}};
  for (const CommandHelp& command : commands) {
    Json one = Printed(command);
    one["name"] = command.name;
    json["commands"].push_back(one);
  }
  return Print(json);
}

}  // namespace structlab::common
