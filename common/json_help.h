// The flags of a program as JSON, for scripts and graphical front ends.
#ifndef STRUCTLAB_COMMON_JSON_HELP_H_
#define STRUCTLAB_COMMON_JSON_HELP_H_

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "common/method_options.h"

namespace CLI {
class App;
}

namespace structlab::common {

// A registered method and the options that it declares.
struct MethodHelp {
  std::string name, help;
  std::vector<OptionDeclaration> options = {};
};

// The flags and methods of a program as one indented JSON object with a line feed at the end:
//
//   program, description, notes   texts; notes is the end of the text of --help
//   arguments                     positional arguments: name, type, required, repeatable, help
//   flags                         the same with name "--seed", aliases and group; if known also: default,
//                                 allowed (a list), minimum and maximum, separator of several values
//   methods                       name, help, and options: name, type, default, range, allowed, help
//
// Types are flag (without a value), integer, natural, number, text, or a type of the program, such as TIME.
// Hidden flags are left out. Deterministic.
std::string JsonHelp(const CLI::App& app, const std::vector<MethodHelp>& methods = {});

// A command of a program, such as hash_learn train.
struct CommandHelp {
  std::string name;
  std::function<void(std::FILE* out)> print;  // prints the command's --help=json
};

// The JSON of a program that only has commands: program, description, and commands, a list of the objects
// above.
std::string JsonHelpOfCommands(const std::string& program, const std::string& description,
                               const std::vector<CommandHelp>& commands);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_JSON_HELP_H_
