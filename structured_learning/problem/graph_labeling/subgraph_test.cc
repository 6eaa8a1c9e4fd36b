#include "structured_learning/problem/graph_labeling/subgraph.h"

#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

GraphSample Grid() {
  GraphSample sample;
  sample.features = DenseRows{{1}, {2}, {3}, {4}, {5}, {6}};  // 3 x 2 pixels
  sample.edges = GridEdges(3, 2, 4);
  sample.edge_features = DenseRows(std::ssize(sample.edges), 1);
  // The feature of an edge names its ends.
  for (size_t e = 0; e < sample.edges.size(); ++e) {
    sample.edge_features(static_cast<Eigen::Index>(e), 0) = 10 * sample.edges[e][0] + sample.edges[e][1];
  }
  sample.labels = {0, 1, 0, 1, 1, 0};
  sample.loss_weights = {1, 2, 3, 4, 5, 6};
  sample.grid_width = 3, sample.grid_height = 2;
  return sample;
}

TEST(Subgraph, KeepsNodesInOrderAndTheEdgesBetweenThem) {
  const GraphSample part = Subgraph(Grid(), {true, false, true, true, true, true});
  CheckGraphSample(part, "part");
  EXPECT_EQ(std::get<DenseRows>(part.features), (DenseRows{{1}, {3}, {4}, {5}, {6}}));
  EXPECT_EQ(part.labels, (BinaryLabels{0, 0, 1, 1, 0}));
  EXPECT_EQ(part.loss_weights, (std::vector<double>{1, 3, 4, 5, 6}));
  EXPECT_EQ(part.grid_width, 0);
  const std::vector<int> old_index = {0, 2, 3, 4, 5};
  ASSERT_EQ(part.edges.size(), 4);  // of 7; three have node 1
  for (size_t e = 0; e < part.edges.size(); ++e) {
    const auto [u, v] = part.edges[e];
    EXPECT_EQ(part.edge_features(static_cast<Eigen::Index>(e), 0), 10 * old_index[u] + old_index[v]);
  }
}

TEST(Subgraph, TakesSparseFeaturesAndGraphsWithoutEdges) {
  GraphSample sample = Grid();
  sample.features = SparseRows(std::get<DenseRows>(sample.features).sparseView());
  const GraphSample part = Subgraph(sample, {false, true, false, false, false, true});
  CheckGraphSample(part, "part");
  EXPECT_EQ(DenseRows(std::get<SparseRows>(part.features)), (DenseRows{{2}, {6}}));
  EXPECT_TRUE(part.edges.empty());
  EXPECT_EQ(part.edge_features.cols(), 1);
}

TEST(Subgraph, IsTheWholeGraphWithItsGridIfAllNodesAreKept) {
  const GraphSample whole = Subgraph(Grid(), std::vector<bool>(6, true));
  EXPECT_EQ(whole.grid_width, 3);
  EXPECT_EQ(whole.edges, Grid().edges);
}

}  // namespace
}  // namespace structlab::structured_learning
