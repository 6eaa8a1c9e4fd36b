// The program kernel_pca: coordinates along the components of a kernel, and clusters.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_KERNEL_PCA_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_KERNEL_PCA_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Finds the components of the rows of a file, or applies those of a model to them, as the arguments (without
// the program's name) say; writes coordinates and clusters. Returns the exit status: 0, 2 for wrong usage, 3
// if a file is damaged or cannot be read or written, 130 if it was interrupted, when nothing is written;
// errors are said in one line on `messages`.
int RunKernelPca(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                 const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_KERNEL_PCA_PROGRAM_H_
