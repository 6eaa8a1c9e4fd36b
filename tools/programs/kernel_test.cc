// kernel_test: whether two sets of columns are independent.

#include "common/program.h"
#include "tools/programs/kernel_test_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunKernelTest);
}
