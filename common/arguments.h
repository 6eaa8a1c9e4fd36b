// Parses command lines with CLI11, and reports mistakes as common::Error.
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

// True if the words ask for the help as JSON: if --help=json is among those before "--".
bool AsksForJsonHelp(const std::vector<std::string>& words);

// Parses the words after a program's name into the variables that the app binds. Returns false if the program
// has nothing more to do, because --help, or --help=json with the methods, was written to `out`.
//
//     CLI::App app("Denoises an image.", "denoise");
//     app.add_option("--lambda", lambda, "weight of the smoothness term");
//     if (!ParseArguments(app, words, stdout)) return 0;
//
// Throws Error(kUsage) for:
//  - an unknown flag, with the nearest known ones, and a surplus word;
//  - a flag that is given twice, unless its policy is TakeAll (Option::take_all());
//  - a missing value, also after "="; a value that begins with "--" needs a "=" before it;
//  - an empty value in a list with a delimiter;
//  - a number that is not decimal, or does not fit into its variable.
// Words after "--" are positional.
bool ParseArguments(CLI::App& app, const std::vector<std::string>& words, std::FILE* out,
                    const std::function<std::vector<MethodHelp>()>& methods = {});

// For check() of an option: returns an empty text for a finite number of at least 0, otherwise the error
// message.
std::string CheckNonNegative(const std::string& text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_ARGUMENTS_H_
