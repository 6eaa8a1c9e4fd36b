#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "kernels/graphs/tu_dataset.h"

namespace structlab::kernels {
namespace {

struct Counts {
  const char* name;
  size_t graphs;
  int nodes, edges;
  int first_class, in_first_class;
  bool edge_labels;
};

// The counts that the collection states.
TEST(TuDatasetFiles, HaveThePublishedCounts) {
  const char* data = std::getenv("STRUCTLAB_DATA");
  if (data == nullptr || !std::filesystem::exists(std::filesystem::path(data) / "graphs")) {
    GTEST_SKIP() << "$STRUCTLAB_DATA/graphs is not there";
  }
  for (const Counts& counts : {Counts{"MUTAG", 188, 3371, 3721, 1, 125, true},
                               {"PTC_MR", 344, 4915, 5054, 1, 152, true},
                               {"PTC_FM", 349, 4925, 5055, 1, 143, false},
                               {"PTC_FR", 351, 5110, 5266, 1, 121, false},
                               {"PTC_MM", 336, 4695, 4812, 1, 129, false},
                               {"PROTEINS_full", 1113, 43471, 81044, 1, 663, false},
                               {"DD", 1178, 334925, 843046, 1, 691, false},
                               {"ENZYMES", 600, 19580, 37282, 0, 100, false}}) {
    SCOPED_TRACE(counts.name);
    const GraphDataset dataset =
        ReadTuDataset((std::filesystem::path(data) / "graphs" / counts.name).string());
    EXPECT_EQ(dataset.graphs.size(), counts.graphs);
    int nodes = 0, edges = 0;
    for (const Graph& graph : dataset.graphs) {
      nodes += graph.num_nodes();
      edges += graph.num_edges();
      EXPECT_TRUE(graph.has_node_labels());
    }
    EXPECT_EQ(nodes, counts.nodes);
    EXPECT_EQ(edges, counts.edges);
    EXPECT_EQ(dataset.graphs[0].has_edge_labels(), counts.edge_labels);
    EXPECT_EQ(std::count(dataset.labels.begin(), dataset.labels.end(), counts.first_class),
              counts.in_first_class);
  }
}

}  // namespace
}  // namespace structlab::kernels
