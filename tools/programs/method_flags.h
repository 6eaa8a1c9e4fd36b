// The flag --option of programs that run a method by its name.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_METHOD_FLAGS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_METHOD_FLAGS_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/json_help.h"
#include "common/method_options.h"

namespace structlab::tools {

// Adds --option name=value, which may be repeated.
common::Flag& AddOptionFlag(common::CommandLine& line, std::vector<std::string>& assignments);

// The option values after all assignments. Throws common::Error(kUsage) as OptionValues::Parse, and for an
// option that is set twice.
common::OptionValues ParseMethodOptions(const std::string& method,
                                        const std::vector<common::OptionDeclaration>& declarations,
                                        const std::vector<std::string>& assignments);

// Sets an option by a flag that is its short form. Throws common::Error(kUsage) that names the flag if the
// value is out of range, or if --option also sets it.
void SetByFlag(const std::string& flag, const std::string& option, common::OptionValue value,
               common::OptionValues& values);

// The lines of --help under a method: "      --option trees=10  integer ...".
std::string HelpOnOptions(const std::vector<common::OptionDeclaration>& declarations);

// For ParseArguments: the methods of a registry. Its entries have a name, a summary and options.
template <class Methods>
std::vector<common::MethodHelp> HelpOfMethods(const Methods& methods) {
  std::vector<common::MethodHelp> help;
  for (const auto& method : methods) help.push_back({method.name, method.summary, method.options});
  return help;
}

// Calls work(). If it throws a common::Error (kUsage) whose `where` is a key of `flag_of`, throws the error
// again with the flag as `where`.
void WithFlagNames(const std::map<std::string, std::string>& flag_of, const std::function<void()>& work);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_METHOD_FLAGS_H_
