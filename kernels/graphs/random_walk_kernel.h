// The geometric random-walk kernel of graphs, without the product graph.
#ifndef STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_
#define STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_

#include <Eigen/Core>
#include <span>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/graphlet_counts.h"

namespace structlab::kernels {

// k(G, G') = p^T (I - lambda A x A')^-1 p (Gaertner, Flach, Wrobel 2003; Vishwanathan et al. 2010), with the
// Kronecker product of the adjacency matrices: the sum over l >= 0 of lambda^l times the number, weighted by
// p, of pairs of walks of length l. It is finite for 0 <= lambda < 1 / (rho(A) rho(A')).
struct RandomWalk {
  double lambda;
  enum class Start {
    kUniform,  // p = 1 / (n n'), as if a walk started at any node
    kOnes      // p = 1: walks are counted
  } start = Start::kUniform;
};

// A number no less than the largest eigenvalue of the adjacency matrix; above it by no more than a part in
// 10^6 unless 1000 steps of power iteration do not get there, or not before numbers become too small for a
// double (Collatz, Wielandt: for positive x it is at most the largest (A x)_i / x_i). 0 for a graph without
// edges. O(1000 edges).
double SpectralRadius(const Graph& graph);

// 0.9 / rho^2 for the largest rho of the graphs; 0.9 if none has an edge.
double DefaultRandomWalkLambda(std::span<const Graph> graphs);

// Of all pairs of graphs without labels. As p is a product too, k = sum_l lambda^l (p^T A^l p)(p'^T A'^l p'):
// an inner product of as many moments of each graph as it takes to leave out less than 10^-16 of the sum; 373
// for the default lambda. Throws common::Error(kUsage) for a graph without nodes, and unless 0 <= lambda <=
// 0.999 / rho^2 for the largest SpectralRadius rho. O(moments (edges + n^2)) for n graphs, instead of O(n^2
// (nodes nodes')^3).
Eigen::MatrixXd RandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                               common::ThreadPool& pool);

// Of one pair, by conjugate gradients on nodes x nodes' matrices X, as (A x A') X = A X A'. With labels both
// walks must be at nodes of equal labels at every step. The residual is 10^-12 of the right side. Throws
// common::Error(kUsage) for a graph without nodes, unless 0 <= lambda <= 0.999 / (rho rho') for their
// SpectralRadius, and for labels of a graph without. O(steps (nodes edges' + nodes' edges)), some 700 steps
// at most.
double RandomWalkKernel(const Graph& a, const Graph& b, const RandomWalk& walk,
                        GraphletLabels labels = GraphletLabels::kIgnore);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_RANDOM_WALK_KERNEL_H_
