#include "experiments/datasets/graph_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

TEST(GraphSets, StandInsHaveTheSizesOfTheRealSets) {
  for (const GraphSet& set : GraphSets()) {
    SCOPED_TRACE(set.name);
    const kernels::GraphDataset dataset = GenerateGraphSet(set, 7);
    std::map<int, int> sizes;
    for (const int label : dataset.labels) ++sizes[label];
    ASSERT_EQ(sizes.size(), set.class_sizes.size());
    for (const auto& [label, size] : sizes) {
      EXPECT_EQ(size, set.class_sizes[static_cast<size_t>(label) - 1]);
    }
    double nodes = 0, edges = 0;
    for (const kernels::Graph& graph : dataset.graphs) {
      nodes += graph.num_nodes();
      edges += graph.num_edges();
    }
    const auto count = static_cast<double>(dataset.graphs.size());
    EXPECT_NEAR(nodes / count, set.mean_nodes, 0.1 * set.mean_nodes);
    // Closing edges that are there already, or beyond the last node, are not added.
    EXPECT_NEAR(edges / count, set.mean_edges, 0.25 * set.mean_edges);
  }
}

TEST(GraphSets, StandInsDependOnTheSeedAlone) {
  const GraphSet& set = FindGraphSet("MUTAG");
  EXPECT_EQ(GenerateGraphSet(set, 1), GenerateGraphSet(set, 1));
  EXPECT_NE(GenerateGraphSet(set, 1).graphs, GenerateGraphSet(set, 2).graphs);
}

// Cycles of two classes differ: the mean number of triangles does.
TEST(GraphSets, ClassesOfStandInsDiffer) {
  const kernels::GraphDataset dataset = GenerateGraphSet(FindGraphSet("PROTEINS"), 7);
  double spans[2] = {}, edges[2] = {};
  for (size_t g = 0; g < dataset.graphs.size(); ++g) {
    const auto c = static_cast<size_t>(dataset.labels[g]) - 1;
    for (const kernels::Edge& edge : dataset.graphs[g].Edges()) {
      spans[c] += edge.v - edge.u;
      ++edges[c];
    }
  }
  EXPECT_GT(spans[1] / edges[1] - spans[0] / edges[0], 0.1);
}

TEST(GraphSets, ReadsTheFolderOfASet) {
  const std::string folder = EmptyFolder("graphs");
  const GraphSet& set = FindGraphSet("PROTEINS");
  const kernels::GraphDataset dataset = {{kernels::Graph(2, std::vector<kernels::Edge>{{0, 1}})}, {1}};
  std::filesystem::create_directories(folder + "/PROTEINS_full");
  kernels::WriteTuDataset(dataset, folder + "/PROTEINS_full", "PROTEINS_full");
  EXPECT_EQ(ReadGraphSet(folder, set), dataset);
}

TEST(GraphSets, ListsTheKnownNames) {
  const common::Error error = ErrorOf([] { FindGraphSet("PTC"); });
  EXPECT_EQ(error.exit_status(), 2);
  EXPECT_NE(error.parts().expected.find("PTC_MR"), std::string::npos);
}

}  // namespace
}  // namespace structlab::datasets
