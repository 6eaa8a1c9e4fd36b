// The program graph_kernel, without main().
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the words after its name. Prints results to `out` and errors to `messages`. Returns
// the exit status (see --help).
int RunGraphKernel(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                   const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_PROGRAM_H_
