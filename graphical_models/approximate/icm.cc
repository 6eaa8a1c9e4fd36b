#include "graphical_models/approximate/icm.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// What a label costs: how many infinite costs it meets decides first.
struct LocalCost {
  int infinities = 0;
  double finite = 0;
  double magnitude = 0;

  void Add(double cost) {
    if (cost == kInfinity) {
      ++infinities;
    } else {
      finite += cost;
      magnitude += std::abs(cost);
    }
  }
  friend bool operator<(const LocalCost& a, const LocalCost& b) {
    return a.infinities != b.infinities ? a.infinities < b.infinities : a.finite < b.finite;
  }
};

// Whether it is less in real numbers too: labels that only differ by rounding could take turns for ever.
bool IsTrulyBetter(const LocalCost& a, const LocalCost& b) {
  constexpr double kRounding = 1e-13;
  if (a.infinities != b.infinities) return a.infinities < b.infinities;
  return a.finite + kRounding * (a.magnitude + b.magnitude) < b.finite;
}

Label FirstBest(const std::vector<LocalCost>& costs) {
  return static_cast<Label>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

// The labels of one variable given those of the others.
class FactorGraphCosts {
 public:
  explicit FactorGraphCosts(const FactorGraph& graph) : graph_(graph), slots_(graph) {}

  void Unary(int variable, std::vector<LocalCost>& costs) const {
    costs.assign(static_cast<size_t>(graph_.num_labels(variable)), {});
    for (const int slot : slots_.of_variable(variable)) {
      const int factor = slots_[slot].factor;
      if (graph_.scope(factor).size() > 1) continue;
      for (size_t a = 0; a < costs.size(); ++a) costs[a].Add(graph_.table(factor)[a]);
    }
  }

  void Conditional(int variable, const Labeling& labeling, std::vector<LocalCost>& costs) const {
    costs.assign(static_cast<size_t>(graph_.num_labels(variable)), {});
    for (const int slot : slots_.of_variable(variable)) {
      const int factor = slots_[slot].factor;
      // The entries of the variable's labels are equally far apart.
      const std::span<const int> scope = graph_.scope(factor);
      size_t stride = 1;
      for (size_t i = static_cast<size_t>(slots_[slot].position) + 1; i < scope.size(); ++i) {
        stride *= static_cast<size_t>(graph_.num_labels(scope[i]));
      }
      const size_t own = static_cast<size_t>(labeling[static_cast<size_t>(variable)]);
      const size_t first = graph_.TableEntry(factor, labeling) - own * stride;
      for (size_t a = 0; a < costs.size(); ++a) costs[a].Add(graph_.table(factor)[first + a * stride]);
    }
  }

 private:
  const FactorGraph& graph_;
  FactorSlots slots_;
};

template <class Cost>
class GridCosts {
 public:
  explicit GridCosts(const GridEnergy<Cost>& energy) : energy_(energy) {}

  void Unary(int pixel, std::vector<LocalCost>& costs) const {
    costs.assign(static_cast<size_t>(energy_.num_labels()), {});
    const std::span<const Cost> unary = energy_.unary(pixel);
    for (size_t a = 0; a < costs.size(); ++a) costs[a].Add(static_cast<double>(unary[a]));
  }

  void Conditional(int pixel, const Labeling& labeling, std::vector<LocalCost>& costs) const {
    Unary(pixel, costs);
    const GridShape& shape = energy_.shape();
    const int x = pixel % shape.width, y = pixel / shape.width;
    for (int step = 0; step < shape.num_steps(); ++step) {
      if (shape.HasEdge(x, y, step)) {
        const Label other = labeling[static_cast<size_t>(pixel + shape.Offset(step))];
        AddEdge(
            step, pixel, [other](const auto& potential, Label own) { return potential(own, other); }, costs);
      }
      const GridStep& by = kGridSteps[static_cast<size_t>(step)];
      if (x - by.dx >= 0 && x - by.dx < shape.width && y >= by.dy) {
        const int before = pixel - shape.Offset(step);
        const Label other = labeling[static_cast<size_t>(before)];
        AddEdge(
            step, before, [other](const auto& potential, Label own) { return potential(other, own); }, costs);
      }
    }
  }

 private:
  template <class Evaluate>
  void AddEdge(int step, int owner, const Evaluate& evaluate, std::vector<LocalCost>& costs) const {
    const double weight = static_cast<double>(energy_.weights()(step, owner));
    energy_.potential().Visit([&](const auto& potential) {
      for (size_t a = 0; a < costs.size(); ++a) {
        costs[a].Add(weight * evaluate(potential, static_cast<Label>(a)));
      }
    });
  }

  const GridEnergy<Cost>& energy_;
};

template <class Energy, class Costs>
MapResult Descend(const Energy& energy, const Costs& local, const IcmOptions& options) {
  TraceRecorder trace(options.stop);
  std::vector<LocalCost> costs;
  MapResult result;
  result.labeling = options.start;
  if (result.labeling.empty()) {
    for (int v = 0; v < energy.num_variables(); ++v) {
      local.Unary(v, costs);
      result.labeling.push_back(FirstBest(costs));
    }
  }
  result.energy = energy.Energy(result.labeling);
  std::optional<Ending> ending = trace.Record(0, result.energy);
  for (int64_t iteration = 1; !ending; ++iteration) {
    bool changed = false;
    for (int v = 0; v < energy.num_variables(); ++v) {
      Label& label = result.labeling[static_cast<size_t>(v)];
      local.Conditional(v, result.labeling, costs);
      const Label best = FirstBest(costs);
      if (!IsTrulyBetter(costs[static_cast<size_t>(best)], costs[static_cast<size_t>(label)])) continue;
      label = best;
      changed = true;
    }
    result.energy = energy.Energy(result.labeling);
    ending = trace.Record(iteration, result.energy);
    if (!changed) ending = Ending::kConverged;
  }
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace

MapResult IteratedConditionalModes(const FactorGraph& graph, const IcmOptions& options) {
  return Descend(graph, FactorGraphCosts(graph), options);
}

template <class Cost>
MapResult IteratedConditionalModes(const GridEnergy<Cost>& energy, const IcmOptions& options) {
  return Descend(energy, GridCosts<Cost>(energy), options);
}

template MapResult IteratedConditionalModes(const GridEnergy<int32_t>&, const IcmOptions&);
template MapResult IteratedConditionalModes(const GridEnergy<float>&, const IcmOptions&);
template MapResult IteratedConditionalModes(const GridEnergy<double>&, const IcmOptions&);

}  // namespace structlab::graphical_models
