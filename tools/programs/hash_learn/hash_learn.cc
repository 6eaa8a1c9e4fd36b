// hash_learn: linear models on hashed features, learned while examples are read.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/hash_learn/hash_learn_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunHashLearn(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                        structlab::common::ListenForInterrupts());
}
