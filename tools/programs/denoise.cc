// denoise: removes noise from a grey image and fills in missing pixels.

#include "common/program.h"
#include "tools/programs/denoise_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunDenoise);
}
