// Graphs whose nodes have one of two labels: the samples of GraphLabelingProblem (graph_labeling_problem.h).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_SAMPLE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_SAMPLE_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace structlab::structured_learning {

using DenseRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using NodePair = std::array<int, 2>;
// One label, 0 or 1, for each node.
using BinaryLabels = std::vector<uint8_t>;

// One graph, for example an image: its pixels are the nodes, and neighbours are connected.
//
//     GraphSample sample;
//     sample.features = DenseRows{{1.0, 0.3}, {1.0, 0.9}, {1.0, 0.8}};  // three nodes, two features
//     sample.edges = {{0, 1}, {1, 2}};
//     sample.edge_features = DenseRows{{1.0}, {1.0}};
//     sample.labels = {0, 1, 1};
//     sample.loss_weights = {1, 1, 1};
struct GraphSample {
  // A row for each node, dense or compressed sparse.
  std::variant<DenseRows, SparseRows> features;
  // Pairs of different nodes, each pair once, in any direction.
  std::vector<NodePair> edges;
  // A row for each edge.
  DenseRows edge_features;
  BinaryLabels labels;
  // The cost of a wrong label, >= 0, for each node; 0 for a node whose label is unknown.
  std::vector<double> loss_weights;
  // Above 0 if the nodes are the pixels of a grid, row by row, and the edges those of
  // GridEdges(grid_width, grid_height, 4) in their order. Then `cut` uses the faster MaxFlowGrid.
  int grid_width = 0, grid_height = 0;

  int num_nodes() const { return static_cast<int>(labels.size()); }
  int num_features() const;
};

// Samples that several problems can share, for example those of the folds of a cross-validation.
using GraphSamples = std::vector<std::shared_ptr<const GraphSample>>;

// Throws common::Error (data), which names the sample as `name` and the node or edge by its index, unless
// - features, labels and loss weights have a row or entry for each node, and there is a node;
// - all features are finite, labels are 0 or 1, and loss weights are finite and >= 0;
// - each edge connects two different existing nodes, no pair of nodes occurs twice, and each edge has a row
//   of finite features;
// - the edges are those of the grid, if the sample has one.
void CheckGraphSample(const GraphSample& sample, const std::string& name);

// The edges of a grid whose pixels are numbered row by row: from each pixel to the one at its right, then to
// the one below; with 8 neighbours also below left, then below right. Throws common::Error (usage) for sizes
// below 1 and for other numbers of neighbours.
std::vector<NodePair> GridEdges(int width, int height, int neighbours);

// The contrast of each edge, exp(-|a - b|^2 / (2 m)), of the rows a and b of `colors` at its ends; m is the
// mean of |a - b|^2 over the edges of this graph (Boykov and Jolly 2001, with the mean as the variance). All
// are 1 if m is 0 or there are no edges.
Eigen::VectorXd EdgeContrast(const DenseRows& colors, const std::vector<NodePair>& edges);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_SAMPLE_H_
