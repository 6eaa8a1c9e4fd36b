// Any bytes give a graph that is written and read back bit for bit, or an Error with a place.
#include "common/check.h"
#include "graphical_models/model/files/graph_fuzzing.h"
#include "graphical_models/model/files/uai_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::graphical_models;
  FactorGraph graph;
  if (!CanBeRead([&] { graph = ReadUai(structlab::common::FuzzFile(data, size)); })) return 0;
  // The sum of several constants may not be the energy of a double.
  const FactorGraph back = ReadUai(structlab::common::FuzzFile(FormatUai(graph)));
  STRUCTLAB_CHECK(graph.constant() != 0 || back == graph);
  STRUCTLAB_CHECK(back.num_factors() == graph.num_factors() && back.num_variables() == graph.num_variables());
  return 0;
}
