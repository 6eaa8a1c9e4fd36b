// register: deformable registration of two images.

#include "common/program.h"
#include "tools/programs/register/register_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunRegister);
}
