// localize: learns from images with boxes to find the objects in new images.

#include "common/program.h"
#include "tools/programs/localize/localize_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunLocalize);
}
