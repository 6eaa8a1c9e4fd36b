// Any bytes give a graph in proportion to them, or an Error with the place.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "graphical_models/model/files/fuzz_file.h"
#include "graphical_models/model/files/wcsp_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::graphical_models;
  try {
    const FactorGraph graph = ReadWcsp(FuzzFile({reinterpret_cast<const char*>(data), size})).graph;
    const Labeling labeling(static_cast<size_t>(graph.num_variables()), 0);
    const double energy = graph.Energy(labeling);
    STRUCTLAB_CHECK(energy == energy);
    size_t entries = 0;
    for (int f = 0; f < graph.num_factors(); ++f) entries += graph.table(f).size();
    STRUCTLAB_CHECK(graph.num_tables() < graph.num_factors() || entries <= (1 << 22) + 1025 * size);
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(kFuzzFile));
  }
  return 0;
}
