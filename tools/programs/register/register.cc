// register: deformable registration of two images.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/register/register_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunRegister(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                       structlab::common::ListenForInterrupts());
}
