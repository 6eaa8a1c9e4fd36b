// hash_learn: linear models on hashed features, learned while examples are read.

#include "common/program.h"
#include "tools/programs/hash_learn/hash_learn_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunHashLearn);
}
