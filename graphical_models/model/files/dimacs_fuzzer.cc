// Any bytes give a problem whose nodes exist, or an Error with a place.
#include "common/check.h"
#include "graphical_models/model/files/dimacs_file.h"
#include "graphical_models/model/files/graph_fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::graphical_models;
  CanBeRead([&] {
    const FlowProblem problem = ReadDimacs(structlab::common::FuzzFile(data, size));
    const auto exists = [&](int node) { return node >= 0 && node < problem.num_nodes; };
    STRUCTLAB_CHECK(exists(problem.source) && exists(problem.sink) && problem.source != problem.sink);
    for (const FlowArc& arc : problem.arcs) {
      STRUCTLAB_CHECK(exists(arc.from) && exists(arc.to) && arc.capacity >= 0);
    }
    // Memory must be in proportion to the file.
    STRUCTLAB_CHECK(problem.num_nodes <= (1 << 22) + 1024 * static_cast<int64_t>(size));
  });
  return 0;
}
