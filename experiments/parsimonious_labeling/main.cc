#include "experiments/parsimonious_labeling/package.h"

int main(int argc, char** argv) {
  return structlab::harness::Main(structlab::parsimonious_labeling::MakeExperiment(), argc, argv);
}
