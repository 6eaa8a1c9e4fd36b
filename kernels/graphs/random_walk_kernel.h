// The geometric random-walk kernel of graphs, computed without the product graph.
#ifndef STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_
#define STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_

#include <Eigen/Core>
#include <optional>
#include <span>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"

namespace structlab::kernels {

// k(G, G') = p^T (I - lambda A x A')^-1 p (Gaertner, Flach, Wrobel 2003; Vishwanathan et al. 2010), where A x
// A' is the Kronecker product of the adjacency matrices. It is the sum over l >= 0 of lambda^l times the
// number, weighted by p, of pairs of walks of length l. It is finite for 0 <= lambda < 1 / (rho(A) rho(A')),
// where rho is the largest eigenvalue. A larger lambda gives long walks more weight.
struct RandomWalk {
  std::optional<double> lambda = std::nullopt;  // empty: DefaultRandomWalkLambda for the given graphs
  enum class Start {
    kUniform,  // p = 1 / (n n'): a walk starts at any node with equal probability
    kOnes      // p = 1: counts walks, so that large graphs have large values
  } start = Start::kUniform;
};

// An upper bound, except for rounding, of the largest eigenvalue of the adjacency matrix; 0 for a graph
// without edges. It is too large by at most one part in 10^6, unless power iteration does not reach this
// within 1000 steps or before numbers become too small for a double. (Collatz, Wielandt: for positive x, the
// largest eigenvalue is at most the largest (A x)_i / x_i.) O(1000 edges).
double SpectralRadius(const Graph& graph);

// The largest SpectralRadius of the graphs; 0 if there are none. In parallel over the graphs.
double MaxSpectralRadius(std::span<const Graph> graphs, common::ThreadPool& pool);

// 0.9 / max_radius^2; 0.9 if max_radius is 0. `max_radius` is the MaxSpectralRadius of the graphs.
double DefaultRandomWalkLambda(double max_radius);

// Since p is a product, too, k = sum_l lambda^l (p^T A^l p)(p'^T A'^l p'): an inner product of moments of
// each graph. The moments are the features.
struct RandomWalkFeatures {
  double lambda;
  Eigen::MatrixXd moments;  // one row per graph: lambda^(l / 2) p^T A^l p for l = 0, 1, ...
};

// Moments of graphs, ignoring labels: as many that they omit less than 10^-16 of the sum for any two of the
// graphs; 373 for the default lambda. Take them if new graphs are compared later, with RandomWalkMoments.
//
// Throws common::Error(kUsage) for a graph without nodes, and unless 0 <= lambda <= 0.999 / rho^2 for the
// MaxSpectralRadius rho. O(1000 edges) for rho and O(moments edges), both in parallel over the graphs.
RandomWalkFeatures ComputeRandomWalkFeatures(std::span<const Graph> graphs, const RandomWalk& walk,
                                             common::ThreadPool& pool);

// The first `count` moments, for comparing other graphs with those of ComputeRandomWalkFeatures: set
// walk.lambda to the lambda of the result, and use the same start. A new graph may have a larger spectral
// radius: then the sum over walks of all lengths may be infinite, but the sum over walks of less than `count`
// steps is still a kernel.
//
// Throws common::Error(kUsage) for a graph without nodes, a count below 1, a missing or negative lambda, and
// for moments above 1e150, whose products would soon overflow; the message has the number of the graph, from
// 0. O(count edges).
Eigen::MatrixXd RandomWalkMoments(std::span<const Graph> graphs, const RandomWalk& walk, int count,
                                  common::ThreadPool& pool);

// The kernel of all pairs of graphs without labels, as inner products of the moments.
//
//     const Eigen::MatrixXd gram = NormalizeGram(RandomWalkGram(graphs, {}, pool));
//
// For n graphs takes O(moments n^2) more than the moments, instead of O(n^2 (nodes nodes')^3). Errors as
// ComputeRandomWalkFeatures.
Eigen::MatrixXd RandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                               common::ThreadPool& pool);

// The kernel of one pair, by conjugate gradients on nodes x nodes' matrices X, since (A x A') X = A X A'. If
// labels are used, both walks must be at nodes of equal labels at every step. The residual is 10^-12 of the
// right side.
//
// Throws common::Error(kUsage) for a graph without nodes, unless 0 <= lambda <= 0.999 / (rho rho') for the
// SpectralRadius of both, if labels are used but a graph has none, and for more than 2^26 pairs of nodes.
// Time O(1000 (edges + edges')) for the radii and O(steps (nodes edges' + nodes' edges)), with some 700 steps
// at most. Memory: 24 bytes per pair of nodes.
double RandomWalkKernel(const Graph& a, const Graph& b, const RandomWalk& walk,
                        NodeLabels labels = NodeLabels::kIgnore);

// The kernel of all pairs, each by RandomWalkKernel; take it instead of RandomWalkGram if labels matter. The
// radii are computed once. In parallel over the pairs; each running pair needs its own memory. Errors as
// RandomWalkKernel, with lambda <= 0.999 / rho^2 for the MaxSpectralRadius rho.
Eigen::MatrixXd PairwiseRandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                                       NodeLabels labels, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_
