// What the fuzz targets of the readers share: a file with the bytes, and what must hold of any.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_FUZZ_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_FUZZ_FILE_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// What the path of every file begins with.
inline constexpr char kFuzzFile[] = "/proc/self/fd/";

// The path of a file in memory with these bytes; each call changes the one file.
inline std::string FuzzFile(std::string_view content) {
  static const int file = memfd_create("input", 0);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()));
  return kFuzzFile + std::to_string(file);
}

inline std::string FuzzFile(const uint8_t* data, size_t size) {
  return FuzzFile({reinterpret_cast<const char*>(data), size});
}

// Whether read() ends without an Error. One that it throws must be of the data and name a place in the file.
template <class Read>
bool CanBeRead(const Read& read) {
  try {
    read();
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(kFuzzFile));
    return false;
  }
  return true;
}

// read(path) gives an energy without NaN whose memory is in proportion to the file.
template <class Read>
void FuzzGraphReader(const uint8_t* data, size_t size, const Read& read) {
  FactorGraph graph;
  if (!CanBeRead([&] { graph = read(FuzzFile(data, size)); })) return;
  const double energy = graph.Energy(Labeling(static_cast<size_t>(graph.num_variables()), 0));
  STRUCTLAB_CHECK(energy == energy);
  size_t entries = 0;
  for (int f = 0; f < graph.num_factors(); ++f) entries += graph.table(f).size();
  STRUCTLAB_CHECK(graph.num_tables() < graph.num_factors() || entries <= (1 << 22) + 1025 * size);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_FUZZ_FILE_H_
