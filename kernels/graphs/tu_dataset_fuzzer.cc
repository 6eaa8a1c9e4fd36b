// For any bytes as the five files, the reader returns graphs in proportion to their number, or throws an
// Error with the place.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "kernels/graphs/tu_dataset.h"

namespace {

// The path of a file in memory with this number and these bytes.
std::string PathOfFile(size_t number, std::string_view content) {
  static std::array<int, 5> files = {-1, -1, -1, -1, -1};
  int& file = files[number];
  if (file < 0) file = memfd_create("input", 0);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()));
  return structlab::common::kFuzzFile + std::to_string(file);
}

}  // namespace

// The input holds the files one after another, separated by "|". The third file is missing if it is empty;
// the fourth and fifth may be missing.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::array<std::string, 5> paths;
  for (size_t i = 0; i < 5 && (i < 3 || !rest.empty()); ++i) {
    const size_t end = std::min(rest.find('|'), rest.size());
    if (i != 2 || end > 0) paths[i] = PathOfFile(i, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  try {
    const kernels::GraphDataset dataset = kernels::ReadTuDataset({.edges = paths[0],
                                                                  .graph_indicator = paths[1],
                                                                  .graph_labels = paths[2],
                                                                  .node_labels = paths[3],
                                                                  .edge_labels = paths[4]});
    STRUCTLAB_CHECK(dataset.labels.size() == (paths[2].empty() ? 0 : dataset.graphs.size()));
    size_t nodes = 0;
    for (const kernels::Graph& graph : dataset.graphs) {
      nodes += static_cast<size_t>(graph.num_nodes());
      for (const kernels::Edge& edge : graph.Edges()) STRUCTLAB_CHECK(graph.HasEdge(edge.v, edge.u));
    }
    STRUCTLAB_CHECK(dataset.graphs.size() <= nodes);
    STRUCTLAB_CHECK(nodes <= 1025 * size);  // about the best compression of gzip
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(common::kFuzzFile));
  }
  return 0;
}
