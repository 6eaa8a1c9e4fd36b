// Replaces a library's names of options in error messages by the program's flags.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_FLAG_NAMES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_FLAG_NAMES_H_

#include <functional>
#include <map>
#include <string>

namespace structlab::tools {

// Calls work(). If it throws a common::Error (kUsage) whose `where` is a key of `flag_of`, throws the error
// again with the flag as `where`.
void WithFlagNames(const std::map<std::string, std::string>& flag_of, const std::function<void()>& work);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_FLAG_NAMES_H_
