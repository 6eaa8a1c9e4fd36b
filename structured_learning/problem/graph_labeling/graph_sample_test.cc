#include "structured_learning/problem/graph_labeling/graph_sample.h"

#include <cmath>
#include <functional>
#include <limits>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

GraphSample Path() {
  GraphSample sample;
  sample.features = DenseRows{{1, 0.5}, {1, -0.5}, {1, 0}};
  sample.edges = {{0, 1}, {2, 1}};
  sample.edge_features = DenseRows{{1}, {2}};
  sample.labels = {0, 1, 1};
  sample.loss_weights = {1, 0, 2.5};
  return sample;
}

std::string MessageAfter(const std::function<void(GraphSample&)>& damage) {
  GraphSample sample = Path();
  damage(sample);
  return common::MessageOf([&] { CheckGraphSample(sample, "graph 7"); });
}

TEST(GraphSample, AcceptsDenseAndSparseFeaturesAndGraphsWithoutEdges) {
  GraphSample sample = Path();
  CheckGraphSample(sample, "graph");
  EXPECT_EQ(sample.num_nodes(), 3);
  EXPECT_EQ(sample.num_features(), 2);
  sample.features = SparseRows(std::get<DenseRows>(Path().features).sparseView());
  CheckGraphSample(sample, "graph");
  EXPECT_EQ(sample.num_features(), 2);
  sample.edges.clear();
  sample.edge_features.resize(0, 1);
  CheckGraphSample(sample, "graph");
}

TEST(GraphSample, NamesWhatIsWrong) {
  EXPECT_EQ(MessageAfter([](GraphSample& s) { s = GraphSample(); }),
            "graph 7: expected a graph with at least one node, found a graph without nodes");
  EXPECT_EQ(MessageAfter([](GraphSample& s) { s.features = DenseRows(2, 2); }),
            "graph 7: expected a row of features for each of 3 nodes, found 2 rows");
  EXPECT_EQ(MessageAfter([](GraphSample& s) { s.loss_weights.pop_back(); }),
            "graph 7: expected a loss weight for each of 3 nodes, found 2 weights");
  EXPECT_EQ(MessageAfter([](GraphSample& s) { s.edge_features.resize(3, 1); }),
            "graph 7: expected a row of features for each of 2 edges, found 3 rows");
  EXPECT_EQ(MessageAfter([](GraphSample& s) { std::get<DenseRows>(s.features)(2, 1) = kNaN; }),
            "graph 7, node 2: expected a finite feature 1, found NaN or infinity");
  EXPECT_EQ(MessageAfter([](GraphSample& s) {
              DenseRows rows = std::get<DenseRows>(s.features);
              rows(1, 0) = std::numeric_limits<double>::infinity();
              s.features = SparseRows(rows.sparseView());
            }),
            "graph 7, node 1: expected a finite feature 0, found NaN or infinity");
  EXPECT_EQ(MessageAfter([](GraphSample& s) { s.labels[1] = 2; }),
            "graph 7, node 1: expected the label 0 or 1, found 2");
  EXPECT_EQ(MessageAfter([](GraphSample& s) { s.loss_weights[0] = -1; }),
            "graph 7, node 0: expected a finite loss weight of at least 0, found -1");
  EXPECT_EQ(MessageAfter([](GraphSample& s) {
              s.edges[1] = {1, 3};
            }),
            "graph 7, edge 1: expected nodes from 0 to 2, found 1 and 3");
  EXPECT_EQ(MessageAfter([](GraphSample& s) {
              s.edges[0] = {-1, 1};
            }),
            "graph 7, edge 0: expected nodes from 0 to 2, found -1 and 1");
  EXPECT_EQ(MessageAfter([](GraphSample& s) {
              s.edges[1] = {2, 2};
            }),
            "graph 7, edge 1: expected two different nodes, found node 2 twice");
  EXPECT_EQ(
      MessageAfter([](GraphSample& s) {
        s.edges[1] = {1, 0};
      }),
      "graph 7, edge 1: expected each pair of nodes only once, found nodes 1 and 0, which edge 0 connects "
      "already");
  EXPECT_EQ(MessageAfter([](GraphSample& s) { s.edge_features(1, 0) = kNaN; }),
            "graph 7, edge 1: expected a finite feature 0, found NaN or infinity");
  EXPECT_EQ(
      MessageAfter([](GraphSample& s) { s.grid_width = 3, s.grid_height = 1; }),
      "graph 7: expected the nodes and edges of a grid with 4 neighbours, as GridEdges lists them, found "
      "grid 3 x 1 with 3 nodes and 2 edges");
}

TEST(GridEdges, ListsEachPairOfNeighboursOnce) {
  EXPECT_EQ(GridEdges(2, 2, 4), (std::vector<NodePair>{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(GridEdges(2, 2, 8), (std::vector<NodePair>{{0, 1}, {0, 2}, {0, 3}, {1, 3}, {1, 2}, {2, 3}}));
  EXPECT_TRUE(GridEdges(1, 1, 8).empty());
  EXPECT_EQ(GridEdges(5, 4, 4).size(), 4u * 4 + 5 * 3);
  EXPECT_EQ(GridEdges(5, 4, 8).size(), 4u * 4 + 5 * 3 + 2 * 4 * 3);
  GraphSample sample;
  sample.features = DenseRows::Ones(20, 1);
  sample.edges = GridEdges(5, 4, 8);
  sample.edge_features = DenseRows::Ones(std::ssize(sample.edges), 1);
  sample.labels.resize(20);
  sample.loss_weights.resize(20);
  CheckGraphSample(sample, "graph");  // no pair twice
  EXPECT_THROW(GridEdges(0, 2, 4), common::Error);
  EXPECT_THROW(GridEdges(2, 2, 6), common::Error);
}

TEST(EdgeContrast, FollowsTheFormula) {
  const DenseRows colors{{0, 0}, {3, 4}, {3, 4}, {1, 0}};
  // Squared differences 25, 0 and 20, mean 15.
  const Eigen::VectorXd contrast = EdgeContrast(colors, {{0, 1}, {1, 2}, {3, 2}});
  EXPECT_NEAR(contrast[0], std::exp(-25.0 / 30), 1e-15);
  EXPECT_EQ(contrast[1], 1);
  EXPECT_NEAR(contrast[2], std::exp(-20.0 / 30), 1e-15);
  EXPECT_EQ(EdgeContrast(DenseRows::Ones(3, 2), {{0, 1}, {1, 2}}), Eigen::VectorXd::Ones(2));
  EXPECT_EQ(EdgeContrast(colors, {}).size(), 0);
}

}  // namespace
}  // namespace structlab::structured_learning
