// Mistakes in what a library calls by its own names, told of the flags that set it.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_FLAG_NAMES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_FLAG_NAMES_H_

#include <functional>
#include <map>
#include <string>

namespace structlab::tools {

// Runs the work. A common::Error (kUsage) whose place is among the names is thrown again with the flag in its
// place.
void WithFlagNames(const std::map<std::string, std::string>& flag_of, const std::function<void()>& work);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_FLAG_NAMES_H_
