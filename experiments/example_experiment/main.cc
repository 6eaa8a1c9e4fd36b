#include "experiments/example_experiment/package.h"

int main(int argc, char** argv) {
  return structlab::harness::Main(structlab::example_experiment::MakeExperiment(), argc, argv);
}
