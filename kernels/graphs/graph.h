// Undirected graphs, with or without labels of nodes and edges.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPH_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace structlab::kernels {

struct Edge {
  int u, v;
  int label = 0;  // ignored in a graph without edge labels
  friend bool operator==(const Edge&, const Edge&) = default;
};

// A simple undirected graph: no loops and no parallel edges. It need not be connected, and may be empty.
//
//     const Graph path(3, std::vector<Edge>{{0, 1}, {1, 2}});
//     for (const int neighbor : path.neighbors(1)) Use(neighbor);   // 0, 2
//
// Reading is thread-safe. Memory: 4 bytes per node and 8 per edge; labels need 4 bytes per node and 8 per
// edge. The constructor needs 4 bytes per node and 16 per edge more.
class Graph {
 public:
  Graph() = default;
  // `edges` lists every edge once, in either direction. `node_labels` is empty or has one label per node.
  // Throws common::Error(kUsage) for a node that does not exist, a loop, a repeated edge, and another
  // number of labels. O(edges log degree).
  Graph(int num_nodes, std::span<const Edge> edges, std::vector<int> node_labels = {},
        bool has_edge_labels = false);

  int num_nodes() const { return static_cast<int>(begin_.size()) - 1; }
  int num_edges() const { return static_cast<int>(neighbors_.size() / 2); }
  int degree(int node) const { return static_cast<int>(neighbors(node).size()); }
  // Ascending.
  std::span<const int> neighbors(int node) const { return Part(neighbors_, node); }
  // O(log degree).
  bool HasEdge(int u, int v) const;

  bool has_node_labels() const { return !node_labels_.empty(); }
  bool has_edge_labels() const { return !edge_labels_.empty(); }
  // One per node; empty in a graph without node labels.
  std::span<const int> node_labels() const { return node_labels_; }
  // Labels of the edges to neighbors(node), in their order; empty in a graph without edge labels.
  std::span<const int> edge_labels(int node) const {
    return has_edge_labels() ? Part(edge_labels_, node) : std::span<const int>();
  }

  // Every edge once, with u < v, in ascending order.
  std::vector<Edge> Edges() const;

  friend bool operator==(const Graph&, const Graph&) = default;

 private:
  std::span<const int> Part(const std::vector<int>& values, int node) const {
    const size_t i = node;
    return std::span(values).subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }

  // Where each node's part of neighbors_ and edge_labels_ begins, and the end.
  std::vector<uint32_t> begin_ = {0};
  std::vector<int> neighbors_;
  std::vector<int> edge_labels_;
  std::vector<int> node_labels_;
};

// Whether nodes with different labels count as different.
enum class NodeLabels { kIgnore, kUse };

// If labels are used: throws common::Error(kUsage) that names the first graph that has nodes but no node
// labels.
void CheckLabels(std::span<const Graph> graphs, NodeLabels labels);

// The component of each node, numbered from 0 in the order of their first nodes. O(nodes + edges).
std::vector<int> ConnectedComponents(const Graph& graph);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPH_H_
