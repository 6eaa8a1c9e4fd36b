// evaluate_registration: measures overlap, surface distances, folding and landmark errors.

#include "common/program.h"
#include "tools/programs/evaluate_registration_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunEvaluateRegistration);
}
