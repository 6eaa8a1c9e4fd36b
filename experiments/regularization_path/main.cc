#include "experiments/regularization_path/package.h"

int main(int argc, char** argv) {
  return structlab::harness::Main(structlab::regularization_path::MakeExperiment(), argc, argv);
}
