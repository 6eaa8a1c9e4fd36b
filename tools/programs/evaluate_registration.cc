// evaluate_registration: overlap, surface distances, folding and landmark errors.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/evaluate_registration_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunEvaluateRegistration(std::vector<std::string>(argv + 1, argv + argc), stdout,
                                                   stderr, structlab::common::ListenForInterrupts());
}
