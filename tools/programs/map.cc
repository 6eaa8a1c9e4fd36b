// map: a labeling of least energy of a UAI, WCSP or CFN file.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/map_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunMap(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                  structlab::common::ListenForInterrupts());
}
