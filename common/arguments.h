// Command lines of programs, by CLI11, with our errors.
#ifndef STRUCTLAB_COMMON_ARGUMENTS_H_
#define STRUCTLAB_COMMON_ARGUMENTS_H_

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "common/json_help.h"

namespace CLI {
class App;
}

namespace structlab::common {

inline constexpr char kJsonHelpFlag[] = "--help=json";

// Whether the words ask for the help as JSON: --help=json stands before a "--".
bool AsksForJsonHelp(const std::vector<std::string>& words);

// Reads the words that follow a program's name into the variables that the app binds. Returns false if all is
// said already: --help, or --help=json with the methods, has been written to `out`. Throws Error(kUsage):
//  - a flag that does not exist is named with the nearest that do, and so is a word too many;
//  - a flag that is given twice, unless its policy is TakeAll (Option::take_all());
//  - a value that is missing, also behind "=", or that begins with "--" and does not follow a "=";
//  - an empty value in a list with a delimiter.
// Numbers are decimal, and none is cut to what a variable has room for. Words behind "--" are positional.
bool ParseArguments(CLI::App& app, const std::vector<std::string>& words, std::FILE* out,
                    const std::function<std::vector<MethodHelp>()>& methods = {});

// For check() of an option: empty if the text is a finite number of at least 0, else what is wrong with it.
std::string CheckNonNegative(const std::string& text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_ARGUMENTS_H_
