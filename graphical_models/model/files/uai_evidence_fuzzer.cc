// Any bytes give evidence and a solution that fit the model, or an Error with the place.
#include <cstddef>
#include <cstdint>
#include <functional>

#include "common/check.h"
#include "common/error.h"
#include "graphical_models/model/files/fuzz_file.h"
#include "graphical_models/model/files/uai_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::graphical_models;
  const std::string path = FuzzFile({reinterpret_cast<const char*>(data), size});
  const FactorGraph graph({2, 3, 4, 10, 1});
  const auto attempt = [](const std::function<void()>& read) {
    try {
      read();
    } catch (const structlab::common::Error& error) {
      STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
      STRUCTLAB_CHECK(error.parts().where.starts_with(kFuzzFile));
    }
  };
  attempt([&] {
    const std::vector<Observation> evidence = ReadUaiEvidence(path, graph);
    STRUCTLAB_CHECK(Condition(graph, evidence).variables.size() + evidence.size() == 5);
  });
  attempt([&] {
    const Labeling labeling = ReadUaiSolution(path, graph);
    CheckLabeling(labeling, graph.label_counts());
  });
  return 0;
}
