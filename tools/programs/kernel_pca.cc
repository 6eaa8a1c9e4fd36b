// kernel_pca: the principal components of rows in the space of a kernel.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/kernel_pca_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunKernelPca(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                        structlab::common::ListenForInterrupts());
}
