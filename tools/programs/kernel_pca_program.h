// The program kernel_pca: kernel principal component analysis and spectral clustering.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_KERNEL_PCA_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_KERNEL_PCA_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name: finds the principal components of the rows of a file,
// or applies the components of a model to them, and writes coordinates and clusters. Returns the exit status:
// 0, 2 for wrong usage, 3 if a file is damaged or cannot be read or written, 130 if it was interrupted (then
// nothing is written). Prints an error as one line to `messages`.
int RunKernelPca(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                 const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_KERNEL_PCA_PROGRAM_H_
