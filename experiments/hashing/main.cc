#include "experiments/hashing/package.h"

int main(int argc, char** argv) {
  return structlab::harness::Main(structlab::hashing::MakeExperiment(), argc, argv);
}
