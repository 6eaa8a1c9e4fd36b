// The program map: finds a labeling of minimum energy for a graphical model in a file.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MAP_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MAP_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name and returns its exit status (see --help). Prints results
// to `out`, progress and errors to `messages`. Once `interrupted` is set, stops and writes the best labeling
// so far.
int RunMap(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
           const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MAP_PROGRAM_H_
