#include "experiments/map_inference/package.h"

int main(int argc, char** argv) {
  return structlab::harness::Main(structlab::map_inference::MakeExperiment(), argc, argv);
}
