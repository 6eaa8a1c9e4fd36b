#include "experiments/harness/reproduce.h"
#include "experiments/programs.h"
#include "experiments/works.h"

int main(int argc, char** argv) {
  return structlab::harness::Reproduce(kPrograms, structlab::kWorks, argc, argv);
}
