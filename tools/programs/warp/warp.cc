// warp: applies transforms of registration programs to images, label maps and points, and converts their
// formats.

#include "common/program.h"
#include "tools/programs/warp/warp_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunWarp);
}
