// Graphs for tests.
#ifndef STRUCTLAB_KERNELS_GRAPHS_TESTING_RANDOM_GRAPHS_H_
#define STRUCTLAB_KERNELS_GRAPHS_TESTING_RANDOM_GRAPHS_H_

#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "kernels/graphs/graph.h"

namespace structlab::kernels {

// A graph from its edges, given as pairs of nodes.
Graph GraphOf(int num_nodes, const std::vector<std::pair<int, int>>& edges);

// Each pair of nodes is an edge with this probability.
Graph RandomGraph(int num_nodes, double edge_probability, common::RandomStream& stream);

// The same with random labels 0..num_labels-1 of the nodes and, if asked for, of the edges.
Graph RandomLabelledGraph(int num_nodes, double edge_probability, int num_labels, bool label_edges,
                          common::RandomStream& stream);

// The graph in which node i is renamed to order[i], with its labels.
Graph Relabel(const Graph& graph, const std::vector<int>& order);

// Both graphs side by side; the nodes of `b` follow those of `a`. Without labels.
Graph DisjointUnion(const Graph& a, const Graph& b);

// Two worked examples: a graph with triangles and a tail, and the cycle of six nodes.
Graph HouseWithTail();
Graph SixCycle();

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_TESTING_RANDOM_GRAPHS_H_
