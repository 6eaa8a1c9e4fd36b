// Command lines of programs, by CLI11, with our errors.
#ifndef STRUCTLAB_COMMON_ARGUMENTS_H_
#define STRUCTLAB_COMMON_ARGUMENTS_H_

#include <cstdio>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace structlab::common {

// Reads the words that follow a program's name into the variables that the app binds. Returns false if all is
// said already: --help has been written to `out`. Throws Error(kUsage): a flag that does not exist is named
// with the nearest that do, and so is a word too many. Numbers are decimal, and none is cut to what a
// variable has room for.
bool ParseArguments(CLI::App& app, std::vector<std::string> words, std::FILE* out);

// For check() of an option: empty if the text is a finite number of at least 0, else what is wrong with it.
std::string NotBelowZero(const std::string& text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_ARGUMENTS_H_
