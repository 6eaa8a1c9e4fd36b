#include "experiments/harness/testing/fake_experiment.h"

int main(int argc, char** argv) {
  return structlab::harness::Main(structlab::harness::MakeFakeExperiment("fake"), argc, argv);
}
