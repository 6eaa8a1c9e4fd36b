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
  std::vector<std::string> kept;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument.starts_with("--out=") || argument.starts_with("--data-dir=") || argument == "--part")
      continue;
    if (argument == "--out" || argument == "--data-dir") {
      ++i;  // its value
      continue;
    }
    kept.push_back(argument);
  }
  return kept;
}

}  // namespace structlab::harness
