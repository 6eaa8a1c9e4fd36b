// graph_kernel: computes features and Gram matrices of graphs, and the accuracy of classifying them.

#include "common/program.h"
#include "tools/programs/graph_kernel/graph_kernel_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunGraphKernel);
}
