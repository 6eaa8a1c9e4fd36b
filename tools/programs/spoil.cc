// spoil: adds noise and a missing bar to a clean image.

#include <string>
#include <vector>

#include "tools/programs/spoil_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunSpoil(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr);
}
