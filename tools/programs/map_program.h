// The program map: a labeling of least energy of a model in a file.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MAP_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MAP_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs it with the arguments that follow its name and returns the exit status (--help says which there are).
// What is asked for goes to `out`, progress and errors to `messages`. Once `interrupted` is set, the best
// labeling so far is written.
int RunMap(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
           const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MAP_PROGRAM_H_
