// map: finds a labeling of minimum energy for a UAI, WCSP or CFN file.

#include "common/program.h"
#include "tools/programs/map_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunMap);
}
