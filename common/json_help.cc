#include "common/json_help.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "common/error.h"
#include "common/number.h"

namespace structlab::common {
namespace {

using Json = nlohmann::ordered_json;

std::string TypeOf(const FlagDeclaration& flag) {
  if (!flag.has_value() || !flag.text_without_value.empty()) return "flag";
  if (flag.type == "TEXT" || flag.type.find('|') != flag.type.npos) return "text";
  if (flag.type == "INT") return "integer";
  if (flag.type == "UINT") return "natural";
  if (flag.type == "FLOAT") return "number";
  return flag.type;
}

// The words of "a|b".
Json AllowedWords(std::string_view list) {
  Json parts = Json::array();
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find('|', begin), list.size());
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

void AddAllowed(const FlagDeclaration& flag, Json& json) {
  const OptionDeclaration& option = flag.option;
  if (option.kind == OptionKind::kChoice) {
    json["allowed"] = option.choices;
  } else if (flag.type.find('|') != flag.type.npos) {
    json["allowed"] = AllowedWords(flag.type);
  } else if (flag.shows_range) {
    json["minimum"] = option.integers.min;
    json["maximum"] = option.integers.max;
  } else if (flag.is_at_least_zero) {
    json["minimum"] = 0;
  }
}

Json Describe(const FlagDeclaration& flag, const std::string& name) {
  const std::string type = TypeOf(flag);
  Json json = {{"name", name}, {"type", type}};
  json["required"] = flag.is_required;
  json["repeatable"] = type != "flag" && (flag.is_repeatable || (flag.is_positional() && flag.max_words > 1));
  if (flag.separator != '\0') json["separator"] = std::string(1, flag.separator);
  if (type == "flag") {
    json["default"] = false;
  } else if (!flag.default_text.empty()) {
    json["default"] = ValueOf(flag.default_text, type);
  }
  AddAllowed(flag, json);
  json["help"] = flag.option.help;
  return json;
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

std::string JsonHelp(const ProgramHelp& help, const std::vector<MethodHelp>& methods) {
  Json arguments = Json::array(), flags = Json::array();
  for (const FlagDeclaration& flag : help.flags) {
    if (flag.is_hidden) continue;
    std::vector<std::string> names = flag.aliases;
    names.insert(names.begin(), flag.option.name);
    const auto positional =
        std::ranges::find_if(names, [](const std::string& name) { return !name.starts_with('-'); });
    if (positional != names.end()) {
      arguments.push_back(Describe(flag, *positional));
      names.erase(positional);
    }
    if (names.empty()) continue;
    Json json = Describe(flag, names[0]);
    names.erase(names.begin());
    json["aliases"] = names;
    json["group"] = "Options";
    flags.push_back(json);
  }
  Json json = {{"program", help.program}, {"description", help.description}, {"arguments", arguments},
               {"flags", flags},          {"methods", Json::array()},        {"notes", help.notes}};
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
