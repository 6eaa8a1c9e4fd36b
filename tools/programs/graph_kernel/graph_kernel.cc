// graph_kernel: features and Gram matrices of graphs, and how well their classes are told apart.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/graph_kernel/graph_kernel_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunGraphKernel(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                          structlab::common::ListenForInterrupts());
}
