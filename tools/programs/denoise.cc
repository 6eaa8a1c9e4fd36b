// denoise: a grey image without noise and holes.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/denoise_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunDenoise(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                      structlab::common::ListenForInterrupts());
}
