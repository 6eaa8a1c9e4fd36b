#include "graphical_models/exact/roof_dual.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "common/error.h"
#include "graphical_models/exact/binary_pair.h"
#include "graphical_models/exact/strong_components.h"

namespace structlab::graphical_models {
namespace {

using common::ThrowUsageError;

constexpr int kMaxVariables = std::numeric_limits<int>::max() / 2;

int TwoNodesEach(int num_variables) {
  if (num_variables < 0 || num_variables > kMaxVariables) {
    ThrowUsageError("RoofDual: num_variables", "0 to " + std::to_string(kMaxVariables),
                    std::to_string(num_variables));
  }
  return 2 * num_variables;
}

int64_t TwoEdgesEach(int64_t expected_pairs) {
  if (expected_pairs < 0 || expected_pairs > kMaxVariables) {
    ThrowUsageError("RoofDual: expected_pairs", "0 to " + std::to_string(kMaxVariables),
                    std::to_string(expected_pairs));
  }
  return 2 * expected_pairs;
}

template <FlowCapacity Cost>
OutgoingArcs ResidualArcs(const MaxFlowGraph<Cost>& graph) {
  std::vector<Arc> arcs;
  arcs.reserve(2 * static_cast<size_t>(graph.num_edges()));
  for (int edge = 0; edge < graph.num_edges(); ++edge) {
    const int from = graph.EdgeFrom(edge), to = graph.EdgeTo(edge);
    if (graph.EdgeResidual(edge) > 0) arcs.emplace_back(from, to);
    if (graph.ReverseResidual(edge) > 0) arcs.emplace_back(to, from);
  }
  return OutgoingArcs(graph.num_nodes(), arcs);
}

}  // namespace

template <FlowCapacity Cost>
RoofDual<Cost>::RoofDual(int num_variables, int64_t expected_pairs)
    : graph_(TwoNodesEach(num_variables), TwoEdgesEach(expected_pairs)), pair_costs_(num_variables, 0) {}

template <FlowCapacity Cost>
void RoofDual<Cost>::CheckVariable(int variable, const char* function) const {
  if (variable >= 0 && variable < num_variables()) return;
  ThrowUsageError(function, "a variable below " + std::to_string(num_variables()), std::to_string(variable));
}

template <FlowCapacity Cost>
void RoofDual<Cost>::AddToUnary(int node, int complement, Cost cost_0, Cost cost_1) {
  graph_.ChangeTerminal(node, cost_1, cost_0);
  graph_.ChangeTerminal(complement, cost_0, cost_1);
}

template <FlowCapacity Cost>
void RoofDual<Cost>::AddUnary(int variable, Cost cost_0, Cost cost_1) {
  CheckVariable(variable, "AddUnary");
  solved_ = false;
  AddToUnary(variable, NodeOfComplement(variable), cost_0, cost_1);
}

template <FlowCapacity Cost>
void RoofDual<Cost>::AddPairwise(int p, int q, Cost cost_00, Cost cost_01, Cost cost_10, Cost cost_11) {
  CheckVariable(p, "AddPairwise");
  CheckVariable(q, "AddPairwise");
  if (p == q) ThrowUsageError(NameOfPair(p, q), "two different variables", "one");
  BinaryPair<Cost> pair = {cost_00, cost_01, cost_10, cost_11};
  auto terms = TermsOf(pair);
  int node = q, complement = NodeOfComplement(q);
  if (terms && terms->capacity < 0) {
    // The pair is submodular in x_p and 1 - x_q (Kolmogorov, Rother 2007, section 2).
    std::swap(node, complement);
    pair = {cost_01, cost_00, cost_11, cost_10};
    terms = TermsOf(pair);
  }
  if (!terms || !AddFits<Value>(pair_costs_[p], terms->capacity, &pair_costs_[p]) ||
      !AddFits<Value>(pair_costs_[q], terms->capacity, &pair_costs_[q])) {
    ThrowCapacityOverflow(NameOfPair(p, q));
  }
  solved_ = false;
  AddToUnary(p, NodeOfComplement(p), pair.cost_00, pair.cost_10);
  AddToUnary(node, complement, 0, terms->slope);
  if (terms->capacity == 0) return;
  graph_.AddEdge(p, node, terms->capacity, 0);
  graph_.AddEdge(complement, NodeOfComplement(p), terms->capacity, 0);
}

template <FlowCapacity Cost>
void RoofDual<Cost>::Fix(int variable, Label label) {
  CheckVariable(variable, "Fix");
  const std::string where = "Fix(" + std::to_string(variable) + ")";
  if (label != 0 && label != 1) ThrowUsageError(where, "the label 0 or 1", std::to_string(label));
  Value most = 0;  // what the other label can gain at most
  for (const int node : {variable, NodeOfComplement(variable)}) {
    const Value excess = graph_.TerminalResidual(node);
    most = std::max(most, excess < 0 ? -excess : excess);
  }
  if (!AddFits(most, pair_costs_[variable], &most) || !AddFits(most, most, &most) ||
      !AddFits<Value>(most, 1, &most) || most > Value{std::numeric_limits<Cost>::max()}) {
    ThrowCapacityOverflow(where);
  }
  const Cost penalty = static_cast<Cost>(most);
  AddUnary(variable, label == 0 ? 0 : penalty, label == 1 ? 0 : penalty);
}

template <FlowCapacity Cost>
typename RoofDual<Cost>::Value RoofDual<Cost>::Solve() {
  const Value twice_the_bound = graph_.Solve();
  ReadLabels();
  solved_ = true;
  return twice_the_bound;
}

template <FlowCapacity Cost>
void RoofDual<Cost>::ReadLabels() {
  const OutgoingArcs arcs = ResidualArcs(graph_);
  std::vector<int32_t> start;
  for (int node = 0; node < graph_.num_nodes(); ++node) {
    if (graph_.TerminalResidual(node) > 0) start.push_back(node);
  }
  // These nodes are on the source side of every minimum cut; their complements are on the sink side of every
  // minimum cut.
  const std::vector<bool> fixed = ReachableFrom(arcs, std::move(start));
  // Of the other nodes, a node on the source side takes with it all nodes reachable from it. For each
  // variable, choosing the node that is reachable from its complement, if any, leaves no such arc out of the
  // source side.
  const std::vector<int32_t> component = StrongComponents(arcs);
  labels_.assign(pair_costs_.size(), kUnlabeled);
  strong_.assign(pair_costs_.size(), false);
  for (int v = 0; v < num_variables(); ++v) {
    const int complement = NodeOfComplement(v);
    strong_[v] = fixed[v] != fixed[complement];
    if (strong_[v]) {
      labels_[v] = fixed[v] ? 0 : 1;
    } else if (component[v] != component[complement]) {
      labels_[v] = component[v] < component[complement] ? 0 : 1;
    }
  }
}

template <FlowCapacity Cost>
void RoofDual<Cost>::CheckSolved(const char* function) const {
  if (!solved_) ThrowUsageError(function, "Solve before it", "an energy not solved");
}

template <FlowCapacity Cost>
Label RoofDual<Cost>::label(int variable) const {
  CheckVariable(variable, "label");
  CheckSolved("label");
  return labels_[variable];
}

template <FlowCapacity Cost>
bool RoofDual<Cost>::IsStrong(int variable) const {
  CheckVariable(variable, "IsStrong");
  CheckSolved("IsStrong");
  return strong_[variable];
}

template class RoofDual<int32_t>;
template class RoofDual<int64_t>;
template class RoofDual<double>;

}  // namespace structlab::graphical_models
