#include "graphical_models/approximate/icm.h"

#include <algorithm>
#include <vector>

#include "graphical_models/approximate/local_costs.h"

namespace structlab::graphical_models {
namespace {

// True if `a` is less by more than rounding: labels that differ only by rounding could alternate forever.
bool IsTrulyBetter(const LocalCost& a, const LocalCost& b) {
  constexpr double kRounding = 1e-13;
  if (a.sum.infinities != b.sum.infinities) return a.sum.infinities < b.sum.infinities;
  return a.sum.finite + kRounding * (a.magnitude + b.magnitude) < b.sum.finite;
}

Label FirstBest(const std::vector<LocalCost>& costs) {
  return static_cast<Label>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

// FactorGraphCosts for grids: the label costs of one pixel, given the labels of the others.
template <class Cost>
class GridCosts {
 public:
  explicit GridCosts(const GridEnergy<Cost>& energy) : energy_(energy) {}

  void Unary(int pixel, std::vector<LocalCost>& costs) const {
    costs.assign(energy_.num_labels(), {});
    const std::span<const Cost> unary = energy_.unary(pixel);
    for (size_t a = 0; a < costs.size(); ++a) costs[a].Add(static_cast<double>(unary[a]));
  }

  void Conditional(int pixel, const Labeling& labeling, std::vector<LocalCost>& costs) const {
    Unary(pixel, costs);
    const GridShape& shape = energy_.shape();
    const int x = pixel % shape.width, y = pixel / shape.width;
    for (int step = 0; step < shape.num_steps(); ++step) {
      if (shape.HasEdge(x, y, step)) {
        const Label other = labeling[pixel + shape.Offset(step)];
        AddEdge(
            step, pixel, [other](const auto& potential, Label own) { return potential(own, other); }, costs);
      }
      const GridStep& by = kGridSteps[step];
      if (x - by.dx >= 0 && x - by.dx < shape.width && y >= by.dy) {
        const int before = pixel - shape.Offset(step);
        const Label other = labeling[before];
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
  TraceRecorder trace(options.run);
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
  Labeling labeling = result.labeling;
  std::optional<common::Ending> ending = trace.Record(0, result.energy);
  for (int64_t iteration = 1; !ending; ++iteration) {
    bool changed = false;
    for (int v = 0; v < energy.num_variables(); ++v) {
      Label& label = labeling[v];
      local.Conditional(v, labeling, costs);
      const Label best = FirstBest(costs);
      if (!IsTrulyBetter(costs[best], costs[label])) continue;
      label = best;
      changed = true;
    }
    // Because of rounding, the sum over all costs may have risen.
    const double value = energy.Energy(labeling);
    if (value <= result.energy) {
      result.energy = value;
      result.labeling = labeling;
    }
    ending = trace.Record(iteration, result.energy);
    if (!changed) ending = common::Ending::kConverged;
  }
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace

MapResult IteratedConditionalModes(const FactorGraph& graph, const IcmOptions& options) {
  return Descend(graph, FactorGraphCosts(graph), options);
}

Labeling StartOrLocalMinimum(const FactorGraph& graph, const Labeling& start, const common::RunControl& run) {
  if (start.empty()) {
    const common::RunControl in_time = {
        .stop = {.seconds = run.stop.seconds, .interrupted = run.stop.interrupted}};
    return IteratedConditionalModes(graph, {.run = in_time}).labeling;
  }
  CheckLabeling(start, graph.label_counts(), "start");
  return start;
}

template <class Cost>
MapResult IteratedConditionalModes(const GridEnergy<Cost>& energy, const IcmOptions& options) {
  return Descend(energy, GridCosts<Cost>(energy), options);
}

template MapResult IteratedConditionalModes(const GridEnergy<int32_t>&, const IcmOptions&);
template MapResult IteratedConditionalModes(const GridEnergy<float>&, const IcmOptions&);
template MapResult IteratedConditionalModes(const GridEnergy<double>&, const IcmOptions&);

}  // namespace structlab::graphical_models
