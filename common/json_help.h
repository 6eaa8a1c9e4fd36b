// The flags of a program as JSON, for scripts and graphical front ends.
#ifndef STRUCTLAB_COMMON_JSON_HELP_H_
#define STRUCTLAB_COMMON_JSON_HELP_H_

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "common/method_options.h"

namespace structlab::common {

// A flag or a positional argument of a program.
struct FlagDeclaration {
  // Name ("--seed", or "DATA" for a positional argument), kind, default, range, choices and help. A flag
  // without a value has the kind kFlag. A whole number that is not negative has a range from 0.
  OptionDeclaration option;
  std::vector<std::string> aliases = {};  // "--load"; one may be positional, "DATA"
  // What --help shows as the type: "INT", "smoke|quick|paper". Words with | between are the allowed values.
  std::string type;
  std::string default_text = {};        // the default as --help shows it; empty if it is not shown
  std::string text_without_value = {};  // the value if none is given; empty if a value must be given
  char separator = '\0';                // between several values of one word
  int min_words = 1, max_words = 1;
  bool is_required = false, is_repeatable = false, is_hidden = false;
  bool shows_range = false;       // --help shows the limits of a whole number
  bool is_at_least_zero = false;  // a finite number that is not negative

  bool is_positional() const { return !option.name.starts_with('-'); }
  bool has_value() const { return option.kind != OptionKind::kFlag; }
};

// A registered method and the options that it declares.
struct MethodHelp {
  std::string name, help;
  std::vector<OptionDeclaration> options = {};
};

// What --help says about a program.
struct ProgramHelp {
  std::string program, description;
  std::string notes;                   // the end of the text of --help
  std::vector<FlagDeclaration> flags;  // positional arguments, too
};

// The flags and methods of a program as one indented JSON object with a line feed at the end:
//
//   program, description, notes   texts
//   arguments                     positional arguments: name, type, required, repeatable, help
//   flags                         the same with name "--seed", aliases and group; if known also: default,
//                                 allowed (a list), minimum and maximum, separator of several values
//   methods                       name, help, and options: name, type, default, range, allowed, help
//
// Types are flag (without a value), integer, natural, number, text, or a type of the program, such as TIME.
// Hidden flags are left out. Deterministic.
std::string JsonHelp(const ProgramHelp& help, const std::vector<MethodHelp>& methods = {});

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
