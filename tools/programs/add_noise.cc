// add_noise: adds noise and a missing bar to a clean image.

#include <string>
#include <vector>

#include "tools/programs/add_noise_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunAddNoise(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr);
}
