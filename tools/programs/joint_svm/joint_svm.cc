// joint_svm: multi-label classification that learns all tags jointly.

#include "common/program.h"
#include "tools/programs/joint_svm/joint_svm_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunJointSvm);
}
