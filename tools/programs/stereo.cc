// stereo: finds the disparities of two rectified images.

#include "common/program.h"
#include "tools/programs/stereo_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunStereo);
}
