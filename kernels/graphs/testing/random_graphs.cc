#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {

Graph GraphOf(int num_nodes, const std::vector<std::pair<int, int>>& edges) {
  std::vector<Edge> all;
  for (const auto& [u, v] : edges) all.push_back({u, v});
  return Graph(num_nodes, all);
}

Graph RandomGraph(int num_nodes, double edge_probability, common::RandomStream& stream) {
  std::vector<Edge> edges;
  for (int u = 0; u < num_nodes; ++u) {
    for (int v = u + 1; v < num_nodes; ++v) {
      if (stream.Uniform() < edge_probability) edges.push_back({u, v});
    }
  }
  return Graph(num_nodes, edges);
}

Graph RandomLabelledGraph(int num_nodes, double edge_probability, int num_labels, bool label_edges,
                          common::RandomStream& stream) {
  const auto label = [&] { return static_cast<int>(stream.UniformIndex(static_cast<uint64_t>(num_labels))); };
  std::vector<Edge> edges = RandomGraph(num_nodes, edge_probability, stream).Edges();
  std::vector<int> node_labels;
  for (int node = 0; node < num_nodes; ++node) node_labels.push_back(label());
  if (label_edges) {
    for (Edge& edge : edges) edge.label = label();
  }
  return Graph(num_nodes, edges, node_labels, label_edges);
}

Graph Relabel(const Graph& graph, const std::vector<int>& order) {
  std::vector<Edge> edges = graph.Edges();
  for (auto& [u, v, label] : edges) {
    u = order[u];
    v = order[v];
  }
  std::vector<int> labels(graph.node_labels().size());
  for (size_t i = 0; i < labels.size(); ++i) labels[order[i]] = graph.node_labels()[i];
  return Graph(graph.num_nodes(), edges, labels, graph.has_edge_labels());
}

Graph DisjointUnion(const Graph& a, const Graph& b) {
  std::vector<Edge> edges = a.Edges();
  for (const auto& [u, v, label] : b.Edges()) edges.push_back({u + a.num_nodes(), v + a.num_nodes()});
  return Graph(a.num_nodes() + b.num_nodes(), edges);
}

Graph HouseWithTail() { return GraphOf(6, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {3, 4}, {4, 5}}); }

Graph SixCycle() { return GraphOf(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}); }

}  // namespace structlab::kernels
