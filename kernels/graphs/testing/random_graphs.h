// Graphs of tests.
#ifndef STRUCTLAB_KERNELS_GRAPHS_TESTING_RANDOM_GRAPHS_H_
#define STRUCTLAB_KERNELS_GRAPHS_TESTING_RANDOM_GRAPHS_H_

#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "kernels/graphs/graph.h"

namespace structlab::kernels {

// The graph of the edges, named as pairs of nodes.
Graph GraphOf(int num_nodes, const std::vector<std::pair<int, int>>& edges);

// Every pair of nodes is an edge with this probability.
Graph RandomGraph(int num_nodes, double edge_probability, common::RandomStream& stream);

// The same with labels 0..num_labels-1 of the nodes and, if asked for, of the edges.
Graph RandomLabelledGraph(int num_nodes, double edge_probability, int num_labels, bool label_edges,
                          common::RandomStream& stream);

// The graph in which the node i is called order[i], labels included.
Graph Relabel(const Graph& graph, const std::vector<int>& order);

// The two graphs beside each other, those of `b` behind those of `a`; without labels.
Graph DisjointUnion(const Graph& a, const Graph& b);

// The worked examples: a triangle-rich graph with a tail, and the cycle of six nodes.
Graph HouseWithTail();
Graph SixCycle();

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_TESTING_RANDOM_GRAPHS_H_
