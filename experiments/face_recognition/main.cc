#include "experiments/face_recognition/package.h"

int main(int argc, char** argv) {
  return structlab::harness::Main(structlab::face_recognition::MakeExperiment(), argc, argv);
}
