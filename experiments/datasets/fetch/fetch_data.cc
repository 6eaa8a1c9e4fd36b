// tools/fetch_data: downloads the data sets of the catalogue.

#include <string>
#include <vector>

#include "common/program.h"
#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/fetch/program.h"

int main(int argc, char** argv) {
  return structlab::datasets::RunFetchData(std::vector<std::string>(argv + 1, argv + argc),
                                           structlab::datasets::Catalogue(), stdout, stderr,
                                           &structlab::common::ListenForInterrupts());
}
