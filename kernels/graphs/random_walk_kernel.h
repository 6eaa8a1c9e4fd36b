// The geometric random-walk kernel of graphs, without the product graph.
#ifndef STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_
#define STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_

#include <Eigen/Core>
#include <optional>
#include <span>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"

namespace structlab::kernels {

// k(G, G') = p^T (I - lambda A x A')^-1 p (Gaertner, Flach, Wrobel 2003; Vishwanathan et al. 2010), with the
// Kronecker product of the adjacency matrices: the sum over l >= 0 of lambda^l times the number, weighted by
// p, of pairs of walks of length l. It is finite for 0 <= lambda < 1 / (rho(A) rho(A')).
struct RandomWalk {
  std::optional<double> lambda = std::nullopt;  // none: DefaultRandomWalkLambda of the graphs at hand
  enum class Start {
    kUniform,  // p = 1 / (n n'), as if a walk started at any node
    kOnes      // p = 1: walks are counted
  } start = Start::kUniform;
};

// A number no less, but for rounding, than the largest eigenvalue of the adjacency matrix; above it by no
// more than a part in 10^6 unless 1000 steps of power iteration do not get there, or not before numbers
// become too small for a double (Collatz, Wielandt: for positive x it is at most the largest (A x)_i / x_i).
// 0 for a graph without edges. O(1000 edges).
double SpectralRadius(const Graph& graph);

// The largest of the graphs; 0 without any. In parallel over them.
double MaxSpectralRadius(std::span<const Graph> graphs, common::ThreadPool& pool);

// 0.9 / rho^2 for the MaxSpectralRadius rho; 0.9 if it is 0.
double DefaultRandomWalkLambda(double max_radius);

// As p is a product too, k = sum_l lambda^l (p^T A^l p)(p'^T A'^l p'): an inner product of moments of each
// graph, which are its features.
struct RandomWalkFeatures {
  double lambda;
  Eigen::MatrixXd moments;  // a row a graph: lambda^(l / 2) p^T A^l p for l = 0, 1, ...
};

// Of graphs without labels, as many moments as it takes to leave out less than 10^-16 of the sum for any two
// of them; 373 for the default lambda. Throws common::Error(kUsage) for a graph without nodes, and unless 0
// <= lambda <= 0.999 / rho^2 for the largest SpectralRadius rho. O(1000 edges) for rho and O(moments edges),
// both in parallel over the graphs.
RandomWalkFeatures ComputeRandomWalkFeatures(std::span<const Graph> graphs, const RandomWalk& walk,
                                             common::ThreadPool& pool);

// The first `count` moments, so that other graphs can be compared with those of above: walk.lambda is needed,
// and `start` must be the same. A graph may have a larger radius than these: the sum over walks of all
// lengths need not be finite then, that over walks of less than `count` steps is a kernel all the same.
// Throws common::Error(kUsage) for a graph without nodes, a count below 1, no lambda or one below 0, and for
// a graph, by its number from 0, with moments above 1e150, whose products would soon be too large. O(count
// edges).
Eigen::MatrixXd RandomWalkMoments(std::span<const Graph> graphs, const RandomWalk& walk, int count,
                                  common::ThreadPool& pool);

// The kernel of all pairs: the inner products of these moments, O(moments n^2) more for n graphs instead of
// O(n^2 (nodes nodes')^3). Errors as ComputeRandomWalkFeatures.
Eigen::MatrixXd RandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                               common::ThreadPool& pool);

// Of one pair, by conjugate gradients on nodes x nodes' matrices X, as (A x A') X = A X A'. With labels both
// walks must be at nodes of equal labels at every step. The residual is 10^-12 of the right side. Throws
// common::Error(kUsage) for a graph without nodes, unless 0 <= lambda <= 0.999 / (rho rho') for their
// SpectralRadius, for labels of a graph without, and for more than 2^26 pairs of nodes. O(1000 (edges +
// edges')) for the radii and O(steps (nodes edges' + nodes' edges)), some 700 steps at most. Memory: 24 bytes
// a pair of nodes.
double RandomWalkKernel(const Graph& a, const Graph& b, const RandomWalk& walk,
                        NodeLabels labels = NodeLabels::kIgnore);

// Of all pairs, each by conjugate gradients; the radii are found once. In parallel over the pairs, each of
// which takes its memory. Errors as RandomWalkKernel, with lambda <= 0.999 / rho^2 for the largest rho.
Eigen::MatrixXd PairwiseRandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                                       NodeLabels labels, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_
