// hash_learn: learns linear models on hashed features while it reads the examples.

#include "common/program.h"
#include "tools/programs/hash_learn/hash_learn_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunHashLearn);
}
