// The program graph_kernel, apart from main().
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Takes the words that follow the program's name, prints to `out`, reports to `messages` and returns the exit
// status.
int RunGraphKernel(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                   const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_PROGRAM_H_
