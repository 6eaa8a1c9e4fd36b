// warp: transforms of images, label maps and points, between the formats of registration programs.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/warp/warp_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunWarp(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                   structlab::common::ListenForInterrupts());
}
