// Belief propagation on factor graphs with cycles: approximate minimisation and marginals.
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
  common::RunControl run = {
      .stop = {.iterations = 1000}};  // an iteration updates as many factors as the graph has
  double tolerance = 1e-10;           // kConverged when no message changes by more; >= 0
  // New messages are (1 - damping) * new + damping * old, as energies whose least entry is 0; from 0 up to,
  // but not including, 1.
  double damping = 0;
  MessageSchedule schedule = MessageSchedule::kSequential;
};

// Both are deterministic and thread-safe, and throw common::Error(kUsage) for options out of range. Messages
// from factors to variables are stored (8 bytes an entry; with the residual schedule twice), those from
// variables are sums of them: an iteration is O(size of the tables * arity^2 + messages), with the residual
// schedule O(size of the tables * arity^2 * factors of a variable + factors^2 of a variable). +infinity stays
// exact. On trees both converge to what is exact; with cycles they may not converge at all, which the ending
// tells, or converge to a wrong answer.

// Max-product (Xiong, thesis, algorithm 8, with unary factors and normalised messages): the best labeling of
// all iterations, read from the beliefs of each variable alone. One that is forbidden is changed until it is
// allowed, as far as that can be found by reading all tables a few times (conflict_repair.h; not in the
// source). No bound.
MapResult LoopyMaxProduct(const FactorGraph& graph, const LoopyOptions& options = {});

struct LoopyDistribution {
  double log_partition;                               // Bethe's approximation: no bound in general
  std::vector<std::vector<double>> marginals;         // [variable][label]
  std::vector<std::vector<double>> factor_marginals;  // [factor][entry of its table]
  int64_t iterations;
  common::Ending ending;  // kConverged, or what stopped it
};

// Sum-product (algorithm 2, with unary factors and normalised messages) for p(y) = exp(-E(y)) / Z. If the
// messages find that every labeling is forbidden, log_partition is -infinity and the marginals are NaN.
LoopyDistribution LoopySumProduct(const FactorGraph& graph, const LoopyOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LOOPY_BELIEF_PROPAGATION_H_
