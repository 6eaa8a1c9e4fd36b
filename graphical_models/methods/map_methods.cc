#include "graphical_models/methods/map_methods.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "common/method_list.h"
#include "graphical_models/methods/graph_form.h"
#include "graphical_models/methods/grid_tables.h"
#include "graphical_models/methods/own_map_methods.h"
#include "graphical_models/model/checked_result.h"
#include "graphical_models/model/rounding.h"

namespace structlab::graphical_models {
namespace {

using common::OptionValues;
using common::RunControl;
using Grid = GridEnergy<int32_t>;

int NumLabels(const FactorGraph& graph, int variable) { return graph.num_labels(variable); }
int NumLabels(const Grid& grid, int) { return grid.num_labels(); }

template <class Energy>
Minimized MinimizedOf(const Energy& energy) {
  return {.num_variables = energy.num_variables(),
          .num_labels = [&energy](int variable) { return NumLabels(energy, variable); },
          .energy = [&energy](const Labeling& labeling) { return energy.Energy(labeling); },
          .rounding =
              [&energy](const Labeling&) {
                const Rounding rounding = RoundingOf(energy);
                return SumRounding{.energy = rounding.unit > 0 ? 0 : rounding.max_error,
                                   .bound = rounding.max_error};
              }};
}

// Wraps the function of a method: it gets all options of the method, and its results are checked. An empty
// function stays empty.
template <class Energy>
MapFunction<Energy> Checked(const MapMethod& method, MapFunction<Energy> minimize) {
  if (!minimize) return minimize;
  return [name = method.name, declarations = method.options, minimize = std::move(minimize)](
             const Energy& energy, const RunControl& run, const OptionValues& options) {
    const OptionValues own = options.For(name, declarations);
    return MinimizeChecked(name, MinimizedOf(energy), [&] { return minimize(energy, run, own); });
  };
}

MapMethod WithCheckedResults(MapMethod method) {
  method.minimize = Checked(method, std::move(method.minimize));
  method.minimize_grid = Checked(method, std::move(method.minimize_grid));
  return method;
}

std::vector<MapMethod> BuiltInCheckedMethods() {
  std::vector<MapMethod> methods;
  for (MapMethod& method : BuiltInMapMethods()) methods.push_back(WithCheckedResults(std::move(method)));
  return methods;
}

using Methods = common::MethodList<MapMethod, &MapMethod::minimize>;

Methods& AllMethods() {
  static Methods methods("method", BuiltInCheckedMethods());
  return methods;
}

}  // namespace

std::span<const MapMethod> MapMethods() { return AllMethods().All(); }

bool RegisterMapMethod(MapMethod method) {
  AllMethods().Add(WithCheckedResults(std::move(method)));
  return true;
}

const MapMethod& FindMapMethod(const std::string& name) { return AllMethods().Find(name); }

MapResult MinimizeGrid(const MapMethod& method, const Grid& grid, const RunControl& run,
                       const OptionValues& options) {
  return method.minimize_grid ? method.minimize_grid(grid, run, options)
                              : method.minimize(TablesForSweepsOf(grid), run, options);
}

const MapMethod& ChooseMapMethod(const FactorGraph& graph) {
  if (IsForest(graph)) return FindMapMethod("tree");
  if (HasSmallTreeWidth(graph)) return FindMapMethod("bucket-elimination");
  return FindMapMethod("subgraph-descent");
}

}  // namespace structlab::graphical_models
