#include "kernels/graphs/graph.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "common/error.h"

namespace structlab::kernels {
namespace {

void CheckSizes(int num_nodes, size_t num_edges, size_t num_labels) {
  if (num_nodes < 0) common::ThrowUsageError("num_nodes", "0 or more", std::to_string(num_nodes));
  if (num_edges > std::numeric_limits<int>::max() / 2) {
    common::ThrowUsageError("edges", "fewer than 2^30", std::to_string(num_edges));
  }
  if (num_labels != 0 && num_labels != static_cast<size_t>(num_nodes)) {
    common::ThrowUsageError("node_labels", std::to_string(num_nodes) + ", one per node, or none",
                            std::to_string(num_labels));
  }
}

void CheckEdges(int num_nodes, std::span<const Edge> edges) {
  for (size_t e = 0; e < edges.size(); ++e) {
    for (const int node : {edges[e].u, edges[e].v}) {
      if (node >= 0 && node < num_nodes) continue;
      common::ThrowUsageError("edge " + std::to_string(e),
                              "a node from 0 to " + std::to_string(num_nodes - 1), std::to_string(node));
    }
    if (edges[e].u == edges[e].v) {
      common::ThrowUsageError("edge " + std::to_string(e), "two different nodes",
                              "node " + std::to_string(edges[e].u) + " twice");
    }
  }
}

}  // namespace

Graph::Graph(int num_nodes, std::span<const Edge> edges, std::vector<int> node_labels, bool has_edge_labels)
    : node_labels_(std::move(node_labels)) {
  CheckSizes(num_nodes, edges.size(), node_labels_.size());
  CheckEdges(num_nodes, edges);
  begin_.assign(static_cast<size_t>(num_nodes) + 1, 0);
  for (const Edge& edge : edges) {
    ++begin_[static_cast<size_t>(edge.u) + 1];
    ++begin_[static_cast<size_t>(edge.v) + 1];
  }
  for (size_t i = 0; i + 1 < begin_.size(); ++i) begin_[i + 1] += begin_[i];

  std::vector<std::pair<int, int>> targets(2 * edges.size());  // neighbour, and label of the edge
  std::vector<uint32_t> next = begin_;
  for (const auto& [u, v, label] : edges) {
    targets[next[u]++] = {v, label};
    targets[next[v]++] = {u, label};
  }
  for (int node = 0; node < num_nodes; ++node) {
    const auto first = targets.begin() + begin_[node];
    const auto last = targets.begin() + begin_[static_cast<size_t>(node) + 1];
    std::sort(first, last);
    const auto twice =
        std::adjacent_find(first, last, [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice != last) {
      common::ThrowUsageError(
          "edges", "each edge once",
          "two between node " + std::to_string(node) + " and node " + std::to_string(twice->first));
    }
  }
  neighbors_.reserve(targets.size());
  for (const auto& [neighbor, label] : targets) neighbors_.push_back(neighbor);
  if (!has_edge_labels) return;
  edge_labels_.reserve(targets.size());
  for (const auto& [neighbor, label] : targets) edge_labels_.push_back(label);
}

bool Graph::HasEdge(int u, int v) const {
  const std::span<const int> of_u = neighbors(u);
  return std::binary_search(of_u.begin(), of_u.end(), v);
}

std::vector<Edge> Graph::Edges() const {
  std::vector<Edge> edges;
  edges.reserve(neighbors_.size() / 2);
  for (int u = 0; u < num_nodes(); ++u) {
    const std::span<const int> to = neighbors(u), labels = edge_labels(u);
    for (size_t i = 0; i < to.size(); ++i) {
      if (u < to[i]) edges.push_back({u, to[i], labels.empty() ? 0 : labels[i]});
    }
  }
  return edges;
}

void CheckLabels(std::span<const Graph> graphs, NodeLabels labels) {
  if (labels == NodeLabels::kIgnore) return;
  for (size_t g = 0; g < graphs.size(); ++g) {
    if (graphs[g].has_node_labels() || graphs[g].num_nodes() == 0) continue;
    common::ThrowUsageError("labels", "graphs with node labels", "graph " + std::to_string(g) + " without");
  }
}

std::vector<int> ConnectedComponents(const Graph& graph) {
  std::vector<int> component(graph.num_nodes(), -1);
  std::vector<int> open;
  int count = 0;
  for (int start = 0; start < graph.num_nodes(); ++start) {
    if (component[start] >= 0) continue;
    component[start] = count;
    open.push_back(start);
    while (!open.empty()) {
      const int node = open.back();
      open.pop_back();
      for (const int neighbor : graph.neighbors(node)) {
        if (component[neighbor] >= 0) continue;
        component[neighbor] = count;
        open.push_back(neighbor);
      }
    }
    ++count;
  }
  return component;
}

}  // namespace structlab::kernels
