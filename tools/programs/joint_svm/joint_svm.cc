// joint_svm: tags of rows, all learned at once.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/joint_svm/joint_svm_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunJointSvm(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                       structlab::common::ListenForInterrupts());
}
