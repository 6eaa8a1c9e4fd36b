// learn_metrics: weights of metrics from segmented pairs of images.

#include <string>
#include <vector>

#include "common/program.h"
#include "tools/programs/learn_metrics/learn_metrics_program.h"

int main(int argc, char** argv) {
  return structlab::tools::RunLearnMetrics(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr,
                                           structlab::common::ListenForInterrupts());
}
