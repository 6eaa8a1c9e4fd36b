// Properties that readers of graphs must have for any input bytes; for fuzzers.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_GRAPH_FUZZING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_GRAPH_FUZZING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Whether `where` is the fuzzed file with a line and optionally a column.
inline bool IsPlace(std::string_view where) {
  if (!where.starts_with(common::kFuzzFile)) return false;
  const size_t colon = where.find(':');
  return colon != where.npos && colon + 1 < where.size() &&
         where.find_first_not_of("0123456789:", colon) == where.npos;
}

// Whether read() ends without an error. An error must be of kind kData and name a place in the file.
template <class Read>
bool CanBeRead(const Read& read) {
  try {
    read();
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(IsPlace(error.parts().where));
    return false;
  }
  return true;
}

// Checks that read(path) gives an energy without NaN, whose memory is in proportion to the file.
template <class Read>
void FuzzGraphReader(const uint8_t* data, size_t size, const Read& read) {
  FactorGraph graph;
  if (!CanBeRead([&] { graph = read(common::FuzzFile(data, size)); })) return;
  const double energy = graph.Energy(Labeling(static_cast<size_t>(graph.num_variables()), 0));
  STRUCTLAB_CHECK(energy == energy);
  size_t entries = 0;
  for (int f = 0; f < graph.num_factors(); ++f) entries += graph.table(f).size();
  STRUCTLAB_CHECK(graph.num_tables() < graph.num_factors() || entries <= (1 << 22) + 1025 * size);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_GRAPH_FUZZING_H_
