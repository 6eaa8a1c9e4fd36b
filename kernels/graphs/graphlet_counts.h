// Counts of small subgraphs (graphlets) in a graph, exact or by sampling.
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
  uint64_t form;  // canonical form, or the digest of a labelled graphlet
  int64_t count;
  friend bool operator==(const GraphletCount&, const GraphletCount&) = default;
};

// In ascending order of the forms, without counts of 0.
using GraphletCounts = std::vector<GraphletCount>;

// Counts the connected induced subgraphs of `nodes` nodes by their canonical forms (algorithm ESU: Wernicke,
// Efficient detection of network motifs, 2006). Returns nothing if there are more than `max_subgraphs`; take
// SampleConnectedGraphlets then.
//
//     const std::optional<GraphletCounts> counts =
//         CountConnectedGraphlets(graph, 5, CanonicalForms(), /*max_subgraphs=*/1'000'000);
//
// Throws common::Error(kUsage) unless 1 <= nodes <= 9, and if labels are used but the graph has none.
// O(subgraphs * nodes * degrees). Deterministic.
std::optional<GraphletCounts> CountConnectedGraphlets(const Graph& graph, int nodes,
                                                      const CanonicalForms& forms,
                                                      int64_t max_subgraphs = INT64_MAX,
                                                      NodeLabels labels = NodeLabels::kIgnore);

struct GraphletSampling {
  int samples = 10000;  // more samples give smaller errors and take longer
  int burn_in = 1000;   // steps of a chain before its first sample; more reduce the influence of its start
  // beta(number of edges), from 1e-100 to 1e100: one value for each number of edges up to nodes (nodes - 1)
  // / 2. Empty: all 1, so that all connected subgraphs are equally likely.
  std::vector<double> edge_weights = {};
  NodeLabels labels = NodeLabels::kIgnore;
};

// Samples connected induced subgraphs S of `nodes` nodes with probability proportional to beta(|E(S)|) (Shi
// 2011, eq. 2.5), by a Markov chain (Lemma 4). In each step a random node leaves S; a node that makes S
// connected again enters, with probability proportional to beta. It may be the node that left. The samples of
// a chain depend on each other.
//
//     common::RandomStream stream(/*seed=*/1, "graphlets");
//     const GraphletCounts counts =
//         SampleConnectedGraphlets(graph, 6, {.samples = 1000}, CanonicalForms(), stream);
//
// This differs from the source in two points, which are slips there: S stays connected, as the experiments of
// the source need; and the node that left may enter again, without which the chain has another distribution.
//
// A chain stays in its component of the graph. Several components with at least `nodes` nodes share the
// samples in proportion to the sums of beta over their subgraphs. Each component with a share has its own
// chain and burn-in. The sums are
// - exact for the smallest components, as long as these together have at most 100,000 subgraphs and finding
//   them looks at no more than 2 10^7 nodes;
// - estimated for all other components from sets that grow at random: 20,000 sets shared equally, but at
//   least 20 per component. The estimate is unbiased, unless hubs make growing so slow that it stops early.
// A graph without `nodes` connected nodes gives no counts.
//
// Throws common::Error(kUsage) unless 2 <= nodes <= 9, for samples or burn_in below 0, for invalid weights,
// and if labels are used but the graph has none. Time: O(degrees of S) for each of samples + burn_in *
// components steps, and for each subgraph that is enumerated or grown. Memory in proportion to the nodes.
// Deterministic given the stream.
GraphletCounts SampleConnectedGraphlets(const Graph& graph, int nodes, const GraphletSampling& sampling,
                                        const CanonicalForms& forms, common::RandomStream& stream);

// Counts all sets of `nodes` = 3 or 4 nodes, connected or not, by their induced subgraph: 4 or 11 counts, in
// the order of SmallForms(nodes). They are computed from the numbers of edges, stars, paths, triangles and
// cycles, without looking at all sets. Take SampleAllGraphlets for up to 7 nodes.
//
// Throws common::Error(kUsage) for another number of nodes and for graphs of more than 2^20 nodes. O(a edges
// + triangles * sqrt(edges)), where a <= sqrt(edges) is the arboricity (Chiba, Nishizeki, Arboricity and
// subgraph listing algorithms, 1985). Exact below 2^53.
std::vector<double> CountAllGraphlets(const Graph& graph, int nodes);

// The same for `samples` independent random sets of 2 to 7 nodes. All counts are 0 if the graph has fewer
// nodes. GraphletSampleSize gives a number of samples. Throws common::Error(kUsage) for another number of
// nodes and for samples below 0. O(log degree) per pair of nodes.
std::vector<double> SampleAllGraphlets(const Graph& graph, int nodes, int samples,
                                       common::RandomStream& stream);

// The number of samples for which the frequencies of `num_graphlets` graphlets differ from the true ones by
// at most `epsilon` in l1 norm, with probability 1 - delta (Shervashidze et al., Efficient graphlet kernels,
// 2009, theorem 8): ceil(2 (a ln 2 + ln(1 / delta)) / epsilon^2), where a is num_graphlets.
//
//     const int64_t samples = GraphletSampleSize(/*num_graphlets=*/11, 0.05, 0.05);   // 8497: 4 nodes
//
// Throws common::Error(kUsage) unless num_graphlets >= 1, 0 < epsilon, 0 < delta < 1.
int64_t GraphletSampleSize(int num_graphlets, double epsilon, double delta);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_COUNTS_H_
