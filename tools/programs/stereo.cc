// stereo: the disparities of two rectified images.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/stereo_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunStereo(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                     structlab::common::ListenForInterrupts());
}
