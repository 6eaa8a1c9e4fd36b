// warp: transforms of images, label maps and points, between the formats of registration programs.

#include "common/program.h"
#include "tools/programs/warp/warp_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunWarp);
}
