// kernel_test: whether two sets of columns are independent.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/kernel_test_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunKernelTest(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                         structlab::common::ListenForInterrupts());
}
