// Any bytes give evidence and a solution that fit the model, or an Error with a place.
#include "common/check.h"
#include "graphical_models/model/files/graph_fuzzing.h"
#include "graphical_models/model/files/uai_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::graphical_models;
  const std::string path = structlab::common::FuzzFile(data, size);
  const FactorGraph graph({2, 3, 4, 10, 1});
  CanBeRead([&] {
    const std::vector<Observation> evidence = ReadUaiEvidence(path, graph);
    STRUCTLAB_CHECK(Condition(graph, evidence).variables.size() + evidence.size() == 5);
  });
  CanBeRead([&] { CheckLabeling(ReadUaiSolution(path, graph), graph.label_counts()); });
  return 0;
}
