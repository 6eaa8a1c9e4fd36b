// Methods that label the nodes of a graph, by name: cut, trws, loopy-bp, icm and qpbo. Start here to add one.
//
// To add a method from another library, register it before main, in a library with alwayslink = True:
//
//     const bool kIsRegistered = RegisterGraphInference(
//         {.name = "mine",
//          .summary = "what it does",
//          .options = {common::IntegerOption("rounds", 10, {1, 1000}, "number of rounds")},
//          .certificate = OracleCertificate::kNone,
//          .minimize = [](const BinaryGraphEnergy& energy, const common::OptionValues& options) {
//            return GraphMinimum{MyLabels(energy, options.Integer("rounds"))};
//          }});
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_INFERENCE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_INFERENCE_H_

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "structured_learning/problem/graph_labeling/binary_graph_energy.h"
#include "structured_learning/problem/oracle_certificate.h"

namespace structlab::structured_learning {

// A labeling of low energy, and a proved lower bound of the minimum if the method has one.
struct GraphMinimum {
  BinaryLabels labels;
  double lower_bound = -std::numeric_limits<double>::infinity();
};

struct GraphInference {
  std::string name;
  std::string summary;  // half a line
  std::vector<common::OptionDeclaration> options = {};
  // kExact: the labels have the minimum energy, up to rounding; of several such labelings, the one with the
  // fewest ones, which is also the lexicographically lowest. kUpperBound: lower_bound is proved (the name is
  // that of the learner's view: a lower bound of the energy bounds the hinge from above). kNone: no promise.
  OracleCertificate certificate = OracleCertificate::kNone;
  // Refuses energies that are not submodular by common::Error (usage), which names the edge and the remedy.
  bool needs_submodular = false;
  // Deterministic and thread-safe. The energy has finite values.
  std::function<GraphMinimum(const BinaryGraphEnergy& energy, const common::OptionValues& options)> minimize =
      {};
};

// The methods of this library, then the registered ones in the order of their names:
// - cut: exact for submodular energies; MaxFlowGrid on grids with 4 neighbours, else SubmodularEnergy;
// - trws: TRW-S, with a bound;
// - loopy-bp: max-product belief propagation (binary_belief_propagation.h), 50 rounds with damping 0.5 unless
//   set otherwise;
// - icm: iterated conditional modes from the better label of each node alone;
// - qpbo: the roof dual, with a bound; nodes that it leaves undecided take their better unary label.
std::span<const GraphInference> GraphInferences();
// A name that is used twice, or a method without a name or function, is a bug of the program.
bool RegisterGraphInference(GraphInference inference);
// Throws common::Error (usage) for an unknown name; the message lists the nearest names.
const GraphInference& FindGraphInference(const std::string& name);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_INFERENCE_H_
