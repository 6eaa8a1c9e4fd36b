// How often each small graph occurs in a graph: counted in all places, or sampled.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_COUNTS_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_COUNTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "common/random_stream.h"
#include "kernels/graphs/canonical_forms.h"
#include "kernels/graphs/graph.h"

namespace structlab::kernels {

struct GraphletCount {
  uint64_t form;  // canonical, or the digest of a labelled one
  int64_t count;
  friend bool operator==(const GraphletCount&, const GraphletCount&) = default;
};

// In ascending order of the forms, none with count 0.
using GraphletCounts = std::vector<GraphletCount>;

// The connected induced subgraphs of `nodes` nodes, each once (Wernicke, Efficient detection of network
// motifs, 2006, algorithm ESU), and none if there are more than `most`. Throws common::Error(kUsage) unless
// 1 <= nodes <= 9, or for labels of a graph without. O(subgraphs * nodes * degrees).
std::optional<GraphletCounts> CountConnectedGraphlets(const Graph& graph, int nodes,
                                                      const CanonicalForms& forms,
                                                      int64_t max_subgraphs = INT64_MAX,
                                                      NodeLabels labels = NodeLabels::kIgnore);

struct GraphletSampling {
  int samples = 10000;
  int burn_in = 1000;  // steps before the first sample of a chain
  // beta(number of edges), from 1e-100 to 1e100, one for every number up to nodes (nodes - 1) / 2; empty: all
  // 1, so that all connected subgraphs are equally likely.
  std::vector<double> edge_weights = {};
  NodeLabels labels = NodeLabels::kIgnore;
};

// Connected induced subgraphs S of `nodes` nodes with probability proportional to beta(|E(S)|) (Shi 2011, eq.
// 2.5), one after the other from a Markov chain (Lemma 4): a random node leaves S, and one that makes it
// connected again, perhaps the same, enters with probability proportional to beta. Two departures from the
// source, where both are slips: S stays connected, as its experiments need, and the node that left may come
// back, without which the chain has another distribution. Samples of one chain depend on each other.
//
// A chain stays in its component of the graph. If several have enough nodes, the samples are shared out among
// them by the sums of beta over their subgraphs, with a chain, and its burn-in, for each that has a share.
// The sums are exact as long as there are no more than 100,000 subgraphs to look at, in the smallest
// components first, and no more than 2 10^7 nodes beside them; those of the others are estimated by up to
// 20,000 sets that grow at random, together, but 20 of each component, and so then are the shares: without
// bias, unless hubs make growing so slow that it ends before. A graph without `nodes` connected nodes gives
// no counts.
//
// Throws common::Error(kUsage) unless 2 <= nodes <= 9, for samples or burn_in below 0, for other weights than
// these, or for labels of a graph without. O(degrees of S) for each of samples + burn_in * components steps,
// and for each subgraph that is looked at or grows; memory in proportion to the nodes.
GraphletCounts SampleConnectedGraphlets(const Graph& graph, int nodes, const GraphletSampling& sampling,
                                        const CanonicalForms& forms, common::RandomStream& stream);

// Of all sets of `nodes` = 3 or 4 nodes, connected or not: the number of each induced subgraph in the order
// of SmallForms(nodes), 4 or 11 of them. Computed from the numbers of edges, stars, paths, triangles and
// cycles, not by looking at all sets. Throws common::Error(kUsage) for other numbers of nodes and for graphs
// of more than 2^20 nodes. O(a edges + triangles * sqrt(edges)), where a <= sqrt(edges) is the arboricity
// (Chiba, Nishizeki, Arboricity and subgraph listing algorithms, 1985); exact below 2^53.
std::vector<double> CountAllGraphlets(const Graph& graph, int nodes);

// The same for `samples` sets of 2 to 7 nodes, drawn independently of each other. All 0 if the graph has
// fewer nodes. Throws common::Error(kUsage) for other numbers of nodes and samples below 0. O(log degree) for
// each pair of nodes.
std::vector<double> SampleAllGraphlets(const Graph& graph, int nodes, int samples,
                                       common::RandomStream& stream);

// As many samples that the frequencies of `num_graphlets` graphlets differ from the true ones by no more than
// `epsilon` in the sum of magnitudes, with probability 1 - delta (Shervashidze et al., Efficient graphlet
// kernels, 2009, theorem 8): ceil(2 (a ln 2 + ln(1 / delta)) / epsilon^2); 8497 for the 11 graphlets of 4
// nodes and 0.05, 0.05. Throws common::Error(kUsage) unless num_graphlets >= 1, 0 < epsilon, 0 < delta < 1.
int64_t GraphletSampleSize(int num_graphlets, double epsilon, double delta);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_COUNTS_H_
