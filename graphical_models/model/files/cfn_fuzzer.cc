// Any bytes give a graph whose size is in proportion to them, or an Error with a place.
#include "graphical_models/model/files/cfn_file.h"
#include "graphical_models/model/files/graph_fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::graphical_models;
  FuzzGraphReader(data, size, [](const std::string& path) { return ReadCfn(path).graph; });
  return 0;
}
