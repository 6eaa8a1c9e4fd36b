// Belief propagation on factor graphs with cycles: approximate minimisation and approximate marginals.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LOOPY_BELIEF_PROPAGATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LOOPY_BELIEF_PROPAGATION_H_

#include <cstdint>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

enum class MessageSchedule {
  kSequential,  // factor by factor
  kResidual,    // always the factor whose messages would change most (Elidan, McGraw, Koller 2006)
};

struct LoopyOptions {
  // When to stop; an iteration updates as many factors as the graph has.
  common::RunControl run = {.stop = {.iterations = 1000}};
  double tolerance = 1e-10;  // kConverged when no message changes by more; >= 0
  // A new message is (1 - damping) * computed + damping * old, for messages whose least entry is 0. From 0
  // (included) to 1 (excluded). Larger values converge more slowly and oscillate less.
  double damping = 0;
  // kResidual updates first what changes most; each update costs more and messages take twice the memory.
  MessageSchedule schedule = MessageSchedule::kSequential;
};

// Both functions below:
// - On trees they converge to the exact result. With cycles they may converge to a wrong result or not at
//   all; the ending says which (kConverged or not).
// - +infinity stays exact.
// - They throw common::Error(kUsage) for options out of range. Deterministic, thread-safe.
// - Memory: 8 bytes for each entry of the messages from factors to variables, twice that with kResidual.
//   Messages from variables to factors are sums of them.
// - Time of an iteration: O(size of the tables * arity^2 + messages). With kResidual: O(size of the tables *
//   arity^2 * factors of a variable + factors^2 of a variable).
//
// When to take them: LoopyMaxProduct for factors of three or more variables, with SubgraphDescent after it
// (for pairs take MinimizeTrws, which has a bound). LoopySumProduct for marginals on graphs with cycles
// (MeanField gives a lower bound of log Z, and its free energy never rises). On trees and graphs of small
// tree-width, the methods of exact/.
//
//   const LoopyDistribution distribution = LoopySumProduct(graph, {.damping = 0.5});
//   const double probability = distribution.marginals[variable][label];

// Max-product (Xiong, thesis, algorithm 8, with unary factors and normalised messages). Returns the best
// labeling of all iterations; an iteration chooses each variable's label by its own belief. If that labeling
// has infinite energy, ConflictRepair (conflict_repair.h; not in the source) changes labels until the energy
// is finite or its search limit is reached. No lower bound.
MapResult LoopyMaxProduct(const FactorGraph& graph, const LoopyOptions& options = {});

struct LoopyDistribution {
  double log_partition;                               // Bethe's approximation; in general not a bound
  std::vector<std::vector<double>> marginals;         // [variable][label]
  std::vector<std::vector<double>> factor_marginals;  // [factor][entry of its table]
  int64_t iterations;
  common::Ending ending;  // kConverged, or the limit that stopped it
};

// Sum-product (algorithm 2, with unary factors and normalised messages) for p(y) = exp(-E(y)) / Z. If the
// messages show that every labeling has infinite energy, log_partition is -infinity and the marginals are
// NaN.
LoopyDistribution LoopySumProduct(const FactorGraph& graph, const LoopyOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LOOPY_BELIEF_PROPAGATION_H_
