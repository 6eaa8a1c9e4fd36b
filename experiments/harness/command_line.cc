#include "experiments/harness/command_line.h"

#include <algorithm>
#include <string_view>

namespace structlab::harness {
namespace {

std::string QuotedWhole(std::string_view text) {
  const bool is_plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_=+.,/:@%").find(c) != std::string_view::npos;
  });
  if (is_plain) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// Without these flags, each of which has a value: "--name=value" or "--name value".
std::vector<std::string> Without(const std::vector<std::string>& names,
                                 const std::vector<std::string>& arguments) {
  const auto is_one_of = [&](const std::string& word, const char* behind) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return word == std::string("--").append(name).append(behind);
    });
  };
  std::vector<std::string> kept;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (is_one_of(argument, "")) {
      ++i;  // its value
    } else if (!is_one_of(argument.substr(0, argument.find('=') + 1), "=")) {
      kept.push_back(argument);
    }
  }
  return kept;
}

}  // namespace

std::string ShellQuoted(const std::string& word) {
  const size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == word.npos || equals + 1 == word.size()) return QuotedWhole(word);
  const std::string name = word.substr(0, equals);
  if (QuotedWhole(name) != name) return QuotedWhole(word);
  return name + "=" + QuotedWhole(std::string_view(word).substr(equals + 1));
}

std::string FormatCommand(const std::string& label, const std::vector<std::string>& arguments) {
  std::string command = "bazel run " + label;
  if (!arguments.empty()) command += " --";
  for (const std::string& argument : arguments) command.append(" ").append(ShellQuoted(argument));
  return command;
}

std::vector<std::string> WithoutMachinePaths(const std::vector<std::string>& arguments) {
  std::vector<std::string> kept = Without({"out", "data-dir"}, arguments);
  std::erase(kept, "--part");
  return kept;
}

std::vector<std::string> WithValues(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& flags) {
  std::vector<std::string> names;
  for (const auto& [name, values] : flags) names.push_back(name);
  std::vector<std::string> changed = Without(names, arguments);
  for (const auto& [name, values] : flags) {
    for (const std::string& value : values) {
      changed.push_back(std::string("--").append(name).append("=").append(value));
    }
  }
  return changed;
}

}  // namespace structlab::harness
