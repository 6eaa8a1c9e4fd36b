// Any bytes give a graph that is written and read back to the same bits, or an Error with the place.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "graphical_models/model/files/fuzz_file.h"
#include "graphical_models/model/files/uai_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::graphical_models;
  FactorGraph graph;
  try {
    graph = ReadUai(FuzzFile({reinterpret_cast<const char*>(data), size}));
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(kFuzzFile));
    return 0;
  }
  // A sum of several constants need not be the energy of a double.
  const FactorGraph back = ReadUai(FuzzFile(FormatUai(graph)));
  STRUCTLAB_CHECK(graph.constant() != 0 || back == graph);
  STRUCTLAB_CHECK(back.num_factors() == graph.num_factors() && back.num_variables() == graph.num_variables());
  return 0;
}
