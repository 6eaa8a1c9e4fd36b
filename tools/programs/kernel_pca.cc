// kernel_pca: finds the principal components of rows in the space of a kernel.

#include "common/program.h"
#include "tools/programs/kernel_pca_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunKernelPca);
}
