#include "graphical_models/exact/tree_inference.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "common/error.h"
#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/exact/one_pass_minimum.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr int kNone = -1;

// The root of every component is its first variable. A slot is an edge between a factor and a variable.
class Forest {
 public:
  Forest(const FactorGraph& graph, const FactorSlots& slots)
      : slots_(slots),
        slot_above_variable_(graph.num_variables(), kUnseen),
        slot_above_factor_(graph.num_factors(), kUnseen) {
    for (int root = 0; root < graph.num_variables(); ++root) {
      if (slot_above_variable_[root] != kUnseen) continue;
      slot_above_variable_[root] = kNone;
      size_t next = variables_.size();
      variables_.push_back(root);
      while (next < variables_.size()) AddBelow(graph, variables_[next++]);
    }
  }

  // Nodes above come before nodes below.
  const std::vector<int>& variables() const { return variables_; }
  const std::vector<int>& factors() const { return factors_; }
  // The slot that leads up; kNone at a root.
  int slot_above_variable(int variable) const { return slot_above_variable_[variable]; }
  int slot_above_factor(int factor) const { return slot_above_factor_[factor]; }

 private:
  static constexpr int kUnseen = -2;

  void AddBelow(const FactorGraph& graph, int variable) {
    for (const int slot : slots_.of_variable(variable)) {
      if (slot == slot_above_variable(variable)) continue;
      const int factor = slots_[slot].factor;
      if (slot_above_factor(factor) != kUnseen) ThrowCycle(variable, factor);
      slot_above_factor_[factor] = slot;
      factors_.push_back(factor);
      for (size_t i = 0; i < graph.scope(factor).size(); ++i) {
        const int below = slots_.first(factor) + static_cast<int>(i);
        if (below == slot) continue;
        const int child = slots_[below].variable;
        if (slot_above_variable(child) != kUnseen) ThrowCycle(child, factor);
        slot_above_variable_[child] = below;
        variables_.push_back(child);
      }
    }
  }

  // The path from a variable to the root: variable, factor, variable, ...
  std::vector<int> PathFromVariable(int variable) const {
    std::vector<int> path = {variable};
    while (slot_above_variable(variable) != kNone) {
      const int factor = slots_[slot_above_variable(variable)].factor;
      variable = slots_[slot_above_factor(factor)].variable;
      path.push_back(factor);
      path.push_back(variable);
    }
    return path;
  }

  // The edge between the two closes a cycle: their paths to the root meet.
  [[noreturn]] void ThrowCycle(int variable, int factor) const {
    std::vector<int> one = PathFromVariable(variable);
    std::vector<int> other = PathFromVariable(slots_[slot_above_factor(factor)].variable);
    other.insert(other.begin(), factor);
    // Removes the common part except its first node. Kinds alternate, so that nodes are compared by depth.
    const auto same_kind_tail = [&] {
      return one.size() > 1 && other.size() > 1 && one[one.size() - 2] == other[other.size() - 2];
    };
    while (same_kind_tail()) {
      one.pop_back();
      other.pop_back();
    }
    // one: variable ... top; other: factor ... top.
    std::string cycle;
    bool is_variable = true;
    const auto append = [&](int node) {
      cycle += (cycle.empty() ? "" : ", ") + std::string(is_variable ? "variable " : "factor ") +
               std::to_string(node);
      is_variable = !is_variable;
    };
    for (const int node : one) append(node);
    for (auto node = other.rbegin() + 1; node != other.rend(); ++node) append(*node);
    common::ThrowUsageError("inference on trees", "a factor graph without cycles", "the cycle " + cycle,
                            "use loopy belief propagation or another method");
  }

  const FactorSlots& slots_;
  std::vector<int> slot_above_variable_, slot_above_factor_;
  std::vector<int> variables_, factors_;
};

class TreePropagation {
 public:
  TreePropagation(const FactorGraph& graph, Elimination elimination)
      : graph_(graph),
        elimination_(elimination),
        slots_(graph),
        forest_(graph, slots_),
        to_variables_(graph, slots_),
        to_factors_(graph, slots_) {}

  // Sends all messages towards the roots. Returns the energy left there, the minimum or -log Z, or nothing
  // once must_stop() returns true; it is called before each variable.
  template <class MustStop>
  std::optional<double> PassUp(const MustStop& must_stop) {
    // In both orders a factor comes after the variable above it and before those below it.
    size_t factors_left = forest_.factors().size();
    double total = graph_.constant();
    const std::vector<int>& variables = forest_.variables();
    for (size_t i = variables.size(); i-- > 0;) {
      if (must_stop()) return std::nullopt;
      const int variable = variables[i];
      while (factors_left > 0 && AboveVariable(forest_.factors()[factors_left - 1]) == variable) {
        SendUp(forest_.factors()[--factors_left]);
      }
      SumBelow(variable, sum_);
      const int above = forest_.slot_above_variable(variable);
      if (above == kNone) {
        total += Eliminate(sum_, elimination_);
      } else {
        std::copy(sum_.begin(), sum_.end(), to_factors_[above].begin());
      }
    }
    return total;
  }

  // After PassUp with kMin: the labels of a factor's lower variables come from the best entry with the label
  // of the upper one, so that ties are consistent.
  Labeling Decode() {
    Labeling labeling(graph_.num_variables(), 0);
    for (const int variable : forest_.variables()) {
      if (forest_.slot_above_variable(variable) == kNone) {
        SumBelow(variable, sum_);
        labeling[variable] = static_cast<Label>(std::min_element(sum_.begin(), sum_.end()) - sum_.begin());
      }
      for (const int slot : slots_.of_variable(variable)) {
        if (slot != forest_.slot_above_variable(variable)) DecodeBelow(slot, labeling);
      }
    }
    return labeling;
  }

  // After PassUp: sends all messages away from the roots.
  void PassDown() {
    for (const int variable : forest_.variables()) {
      SendDown(variable);
      for (const int slot : slots_.of_variable(variable)) {
        if (slot == forest_.slot_above_variable(variable)) continue;
        const int factor = slots_[slot].factor;
        for (size_t i = 0; i < graph_.scope(factor).size(); ++i) {
          const int position = static_cast<int>(i);
          const int below = slots_.first(factor) + position;
          if (below == slot) continue;
          SumTable(graph_, slots_, factor, to_factors_, position, sum_);
          Project(graph_, factor, position, sum_, elimination_, to_variables_[below]);
        }
      }
    }
  }

  std::vector<double> VariableMarginal(int variable) {
    SumBelow(variable, sum_);
    const int above = forest_.slot_above_variable(variable);
    if (above != kNone) Add(to_variables_[above], sum_);
    return Probabilities(sum_);
  }

  std::vector<double> FactorMarginal(int factor) {
    SumTable(graph_, slots_, factor, to_factors_, kNone, sum_);
    return Probabilities(sum_);
  }

 private:
  int AboveVariable(int factor) const { return slots_[forest_.slot_above_factor(factor)].variable; }

  static void Add(std::span<const double> message, std::vector<double>& sum) {
    for (size_t label = 0; label < sum.size(); ++label) sum[label] += message[label];
  }

  // The messages from the factors below a variable.
  void SumBelow(int variable, std::vector<double>& sum) {
    sum.assign(graph_.num_labels(variable), 0.0);
    for (const int slot : slots_.of_variable(variable)) {
      if (slot != forest_.slot_above_variable(variable)) Add(to_variables_[slot], sum);
    }
  }

  void SendUp(int factor) {
    const int slot = forest_.slot_above_factor(factor);
    const int position = slots_[slot].position;
    SumTable(graph_, slots_, factor, to_factors_, position, sum_);
    Project(graph_, factor, position, sum_, elimination_, to_variables_[slot]);
  }

  // Sends to each factor below a variable the sum of all other messages to the variable: of those before and
  // those after, because infinity cannot be subtracted. O(labels * factors) time.
  void SendDown(int variable) {
    const int above = forest_.slot_above_variable(variable);
    sum_.assign(graph_.num_labels(variable), 0.0);
    if (above != kNone) Add(to_variables_[above], sum_);
    const std::span<const int> slots = slots_.of_variable(variable);
    for (const int slot : slots) {
      if (slot == above) continue;
      std::copy(sum_.begin(), sum_.end(), to_factors_[slot].begin());
      Add(to_variables_[slot], sum_);
    }
    std::fill(sum_.begin(), sum_.end(), 0.0);
    for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
      if (*slot == above) continue;
      const std::span<double> message = to_factors_[*slot];
      for (size_t label = 0; label < sum_.size(); ++label) message[label] += sum_[label];
      Add(to_variables_[*slot], sum_);
    }
  }

  void DecodeBelow(int slot, Labeling& labeling) {
    const auto [factor, position, variable] = slots_[slot];
    SumTable(graph_, slots_, factor, to_factors_, position, sum_);
    const std::span<const int> scope = graph_.scope(factor);
    size_t best = 0;
    double least = kInfinity;
    for (size_t entry = 0; entry < sum_.size(); ++entry) {
      if (sum_[entry] >= least) continue;
      if (LabelOfEntry(scope, entry, static_cast<size_t>(position)) != labeling[variable]) {
        continue;
      }
      least = sum_[entry];
      best = entry;
    }
    for (size_t i = 0; i < scope.size(); ++i) {
      if (static_cast<int>(i) == position) continue;
      labeling[scope[i]] = LabelOfEntry(scope, best, i);
    }
  }

  Label LabelOfEntry(std::span<const int> scope, size_t entry, size_t position) const {
    for (size_t i = scope.size() - 1; i > position; --i) {
      entry /= static_cast<size_t>(graph_.num_labels(scope[i]));
    }
    return static_cast<Label>(entry % static_cast<size_t>(graph_.num_labels(scope[position])));
  }

  const FactorGraph& graph_;
  Elimination elimination_;
  FactorSlots slots_;
  Forest forest_;
  SlotMessages to_variables_, to_factors_;
  std::vector<double> sum_;
};

}  // namespace

MapResult TreeMap(const FactorGraph& graph, const common::RunControl& run) {
  return MinimizeInOnePass(graph, run, [&] { return TreePropagation(graph, Elimination::kMin); });
}

GibbsDistribution TreeSum(const FactorGraph& graph) {
  TreePropagation propagation(graph, Elimination::kSum);
  GibbsDistribution distribution;
  distribution.log_partition = -*propagation.PassUp([] { return false; });
  propagation.PassDown();
  const bool nothing_allowed = distribution.log_partition == -kInfinity;
  const auto keep = [nothing_allowed](std::vector<double> marginal) {
    if (nothing_allowed)
      std::fill(marginal.begin(), marginal.end(), std::numeric_limits<double>::quiet_NaN());
    return marginal;
  };
  for (int v = 0; v < graph.num_variables(); ++v) {
    distribution.marginals.push_back(keep(propagation.VariableMarginal(v)));
  }
  for (int f = 0; f < graph.num_factors(); ++f) {
    distribution.factor_marginals.push_back(keep(propagation.FactorMarginal(f)));
  }
  return distribution;
}

}  // namespace structlab::graphical_models
