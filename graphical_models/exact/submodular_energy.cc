#include "graphical_models/exact/submodular_energy.h"

#include <optional>
#include <string>

#include "graphical_models/exact/binary_pair.h"
#include "graphical_models/exact/local_flips.h"

namespace structlab::graphical_models {
namespace {

constexpr int64_t kStepsOfCut =
    4;  // arcs that a local search visits in the time of a new cut, per node and arc
constexpr int kTrials = 8;

}  // namespace

template <FlowCapacity Cost>
void SubmodularEnergy<Cost>::AddUnary(int variable, Cost cost_0, Cost cost_1) {
  graph_.ChangeTerminal(variable, cost_1, cost_0);
}

template <FlowCapacity Cost>
void SubmodularEnergy<Cost>::AddPairwise(int p, int q, Cost cost_00, Cost cost_01, Cost cost_10,
                                         Cost cost_11) {
  const BinaryPair<Cost> pair = {cost_00, cost_01, cost_10, cost_11};
  const auto terms = SubmodularTermsOf(pair, [p, q] { return NameOfPair(p, q); });
  graph_.AddEdge(p, q, terms.capacity, 0);
  graph_.ChangeTerminal(p, cost_10, cost_00);
  graph_.ChangeTerminal(q, terms.slope, 0);
}

template <FlowCapacity Cost>
std::vector<std::array<typename SubmodularEnergy<Cost>::Value, 2>> SubmodularEnergy<Cost>::MinMarginals() {
  const Value least = Minimize();
  std::vector<int> labels;
  // An upper bound of what the other label of a variable costs if no other variable changes: the residual
  // capacities. A label with this additional cost is practically forbidden.
  std::vector<Cost> penalties;
  for (int v = 0; v < num_variables(); ++v) {
    labels.push_back(Label(v));
    const Cost unary = graph_.TerminalResidual(v);
    penalties.push_back(unary < 0 ? -unary : unary);
  }
  for (int edge = 0; edge < graph_.num_edges(); ++edge) {
    for (const int v : {graph_.EdgeFrom(edge), graph_.EdgeTo(edge)}) {
      if (!AddFits(penalties[v], graph_.EdgeResidual(edge), &penalties[v]) ||
          !AddFits(penalties[v], graph_.ReverseResidual(edge), &penalties[v])) {
        ThrowCapacityOverflow("MinMarginals: variable " + std::to_string(v));
      }
    }
  }
  std::vector<std::array<Value, 2>> marginals(labels.size());
  // A search in the neighbourhood is given up where it takes longer than a new cut; if most are given up, no
  // more are tried.
  LocalFlips<Cost> local(graph_);
  const int64_t max_steps = kStepsOfCut * (int64_t{num_variables()} + 2 * int64_t{graph_.num_edges()});
  int tried = 0, given_up = 0;
  for (int v = 0; v < num_variables(); ++v) {
    marginals[v][labels[v]] = least;
    if (tried < kTrials || 2 * given_up < tried) {
      ++tried;
      if (const std::optional<Value> cost = local.CostOfFlip(v, max_steps)) {
        marginals[v][1 - labels[v]] = least + *cost;
        continue;
      }
      ++given_up;
    }
    const Cost penalty_0 = labels[v] == 0 ? penalties[v] : 0, penalty_1 = labels[v] == 1 ? penalties[v] : 0;
    AddUnary(v, penalty_0, penalty_1);
    marginals[v][1 - labels[v]] = Minimize();
    AddUnary(v, -penalty_0, -penalty_1);
  }
  return marginals;
}

template class SubmodularEnergy<int32_t>;
template class SubmodularEnergy<int64_t>;
template class SubmodularEnergy<double>;

}  // namespace structlab::graphical_models
