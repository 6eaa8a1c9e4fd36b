#include "structured_learning/problem/graph_labeling/graph_sample.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "common/error.h"
#include "common/number.h"
#include "fmt/format.h"

namespace structlab::structured_learning {
namespace {

std::string Describe(const NodePair& edge) { return fmt::format("{} and {}", edge[0], edge[1]); }

int NumRows(const GraphSample& sample) {
  return std::visit([](const auto& rows) { return static_cast<int>(rows.rows()); }, sample.features);
}

// The row and column of the first value that is not finite.
std::optional<NodePair> FirstNotFinite(const DenseRows& rows) {
  if (rows.allFinite()) return std::nullopt;
  for (int row = 0; row < rows.rows(); ++row) {
    for (int column = 0; column < rows.cols(); ++column) {
      if (!std::isfinite(rows(row, column))) return NodePair{row, column};
    }
  }
  return std::nullopt;
}

std::optional<NodePair> FirstNotFinite(const SparseRows& rows) {
  for (int row = 0; row < rows.outerSize(); ++row) {
    for (SparseRows::InnerIterator entry(rows, row); entry; ++entry) {
      if (!std::isfinite(entry.value())) return NodePair{row, static_cast<int>(entry.col())};
    }
  }
  return std::nullopt;
}

void CheckSizes(const GraphSample& sample, const std::string& name) {
  const int nodes = sample.num_nodes();
  if (nodes < 1) common::ThrowDataError(name, "a graph with at least one node", "a graph without nodes");
  if (NumRows(sample) != nodes) {
    common::ThrowDataError(name, fmt::format("a row of features for each of {} nodes", nodes),
                           fmt::format("{} rows", NumRows(sample)));
  }
  if (const SparseRows* sparse = std::get_if<SparseRows>(&sample.features)) {
    if (!sparse->isCompressed()) {
      common::ThrowDataError(name, "compressed sparse features", "a matrix that is not compressed");
    }
  }
  if (std::ssize(sample.loss_weights) != nodes) {
    common::ThrowDataError(name, fmt::format("a loss weight for each of {} nodes", nodes),
                           fmt::format("{} weights", sample.loss_weights.size()));
  }
  if (sample.edge_features.rows() != std::ssize(sample.edges)) {
    common::ThrowDataError(name, fmt::format("a row of features for each of {} edges", sample.edges.size()),
                           fmt::format("{} rows", sample.edge_features.rows()));
  }
}

void CheckNodes(const GraphSample& sample, const std::string& name) {
  const auto wrong = std::visit([](const auto& rows) { return FirstNotFinite(rows); }, sample.features);
  if (wrong) {
    common::ThrowDataError(fmt::format("{}, node {}", name, (*wrong)[0]),
                           fmt::format("a finite feature {}", (*wrong)[1]), "NaN or infinity");
  }
  for (int node = 0; node < sample.num_nodes(); ++node) {
    const std::string where = fmt::format("{}, node {}", name, node);
    if (sample.labels[node] > 1) {
      common::ThrowDataError(where, "the label 0 or 1", std::to_string(sample.labels[node]));
    }
    const double weight = sample.loss_weights[node];
    if (!(weight >= 0) || !std::isfinite(weight)) {
      common::ThrowDataError(where, "a finite loss weight of at least 0", common::FormatDouble(weight));
    }
  }
}

void CheckEdges(const GraphSample& sample, const std::string& name) {
  const int nodes = sample.num_nodes();
  for (size_t e = 0; e < sample.edges.size(); ++e) {
    const NodePair& edge = sample.edges[e];
    const std::string where = fmt::format("{}, edge {}", name, e);
    for (const int node : edge) {
      if (node < 0 || node >= nodes) {
        common::ThrowDataError(where, fmt::format("nodes from 0 to {}", nodes - 1), Describe(edge));
      }
    }
    if (edge[0] == edge[1]) {
      common::ThrowDataError(where, "two different nodes", fmt::format("node {} twice", edge[0]));
    }
  }
  const auto sorted_ends = [&](int e) {
    const NodePair& edge = sample.edges[e];
    return NodePair{std::min(edge[0], edge[1]), std::max(edge[0], edge[1])};
  };
  std::vector<int> order(sample.edges.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, sorted_ends);
  const auto repeated = std::ranges::adjacent_find(order, {}, sorted_ends);
  if (repeated != order.end()) {
    common::ThrowDataError(fmt::format("{}, edge {}", name, repeated[1]), "each pair of nodes only once",
                           fmt::format("nodes {}, which edge {} connects already",
                                       Describe(sample.edges[repeated[1]]), repeated[0]));
  }
  if (const auto wrong = FirstNotFinite(sample.edge_features)) {
    common::ThrowDataError(fmt::format("{}, edge {}", name, (*wrong)[0]),
                           fmt::format("a finite feature {}", (*wrong)[1]), "NaN or infinity");
  }
}

void CheckGrid(const GraphSample& sample, const std::string& name) {
  if (sample.grid_width == 0 && sample.grid_height == 0) return;
  const bool fits = sample.grid_width > 0 && sample.grid_height > 0 &&
                    int64_t{sample.grid_width} * sample.grid_height == sample.num_nodes();
  if (!fits || sample.edges != GridEdges(sample.grid_width, sample.grid_height, 4)) {
    common::ThrowDataError(name, "the nodes and edges of a grid with 4 neighbours, as GridEdges lists them",
                           fmt::format("grid {} x {} with {} nodes and {} edges", sample.grid_width,
                                       sample.grid_height, sample.num_nodes(), sample.edges.size()));
  }
}

}  // namespace

int GraphSample::num_features() const {
  return std::visit([](const auto& rows) { return static_cast<int>(rows.cols()); }, features);
}

void CheckGraphSample(const GraphSample& sample, const std::string& name) {
  CheckSizes(sample, name);
  CheckNodes(sample, name);
  CheckEdges(sample, name);
  CheckGrid(sample, name);
}

std::vector<NodePair> GridEdges(int width, int height, int neighbours) {
  if (width < 1 || height < 1) {
    common::ThrowUsageError("grid", "a width and a height of at least 1",
                            fmt::format("{} x {}", width, height));
  }
  if (neighbours != 4 && neighbours != 8) {
    common::ThrowUsageError("neighbours", "4 or 8", std::to_string(neighbours));
  }
  std::vector<NodePair> edges;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int pixel = y * width + x;
      const bool has_right = x + 1 < width, has_below = y + 1 < height;
      if (has_right) edges.push_back({pixel, pixel + 1});
      if (has_below) edges.push_back({pixel, pixel + width});
      if (neighbours == 8 && has_below && x > 0) edges.push_back({pixel, pixel + width - 1});
      if (neighbours == 8 && has_below && has_right) edges.push_back({pixel, pixel + width + 1});
    }
  }
  return edges;
}

Eigen::VectorXd EdgeContrast(const DenseRows& colors, const std::vector<NodePair>& edges) {
  Eigen::VectorXd squares(std::ssize(edges));
  for (Eigen::Index e = 0; e < squares.size(); ++e) {
    squares[e] = (colors.row(edges[e][0]) - colors.row(edges[e][1])).squaredNorm();
  }
  const double mean = squares.size() == 0 ? 0 : squares.mean();
  if (mean == 0) return Eigen::VectorXd::Ones(squares.size());
  return (squares / (-2 * mean)).array().exp().matrix();
}

}  // namespace structlab::structured_learning
