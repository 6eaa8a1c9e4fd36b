#include "experiments/harness/reproduce.h"
#include "experiments/harness/testing/fake_programs.h"

int main(int argc, char** argv) { return structlab::harness::Reproduce(kPrograms, argc, argv); }
