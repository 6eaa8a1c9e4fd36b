// joint_svm: tags of rows, all learned at once.

#include "common/program.h"
#include "tools/programs/joint_svm/joint_svm_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunJointSvm);
}
