// learn_metrics: learns weights of similarity metrics from segmented pairs of images.

#include "common/program.h"
#include "tools/programs/learn_metrics/learn_metrics_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunLearnMetrics);
}
