// The commands of graph_kernel. Each takes the words after its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_COMMANDS_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Prints the accuracy of cross-validation.
int RunEvaluateKernel(const std::vector<std::string>& words, std::FILE* out,
                      const std::atomic<bool>& interrupted);
// Writes a row of features for each graph. Writes nothing if interrupted before the end.
int RunFeatures(const std::vector<std::string>& words, std::FILE* out, const std::atomic<bool>& interrupted);
// Writes the inner products of these rows. Writes nothing if interrupted before the end.
int RunGram(const std::vector<std::string>& words, std::FILE* out, const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_COMMANDS_H_
