// The minimisers of energies by name, for programs and comparisons.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_MAP_METHODS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_MAP_METHODS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "common/run_control.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"

namespace structlab::graphical_models {

// What a minimiser takes: the energy, how to run, and the values of its own options; {} is all defaults.
template <class Energy>
using MapFunction =
    std::function<MapResult(const Energy&, const common::RunControl&, const common::OptionValues&)>;

// The labeling is of the graph's variables, the energy is the graph's; what map_result.h promises of a result
// is checked after each call, and an empty trace gets its end (checked_result.h). Threads of the run never
// change the result.
// Throws common::Error(kUsage) that says why for a graph that the method does not take, for options that it
// does not have, and for values out of range. For exact methods all is one iteration; what one of
// subgraph-descent is, successive_descent.h says.
struct MapMethod {
  std::string name;     // "trws"
  std::string takes;    // the graphs: "any", "no factor of more than two variables"
  std::string summary;  // what it is, in half a line
  std::vector<common::OptionDeclaration> options = {};
  // Gets values of exactly these options.
  MapFunction<FactorGraph> minimize;
  // The same of an image's energy as it is, without edges and tables; empty where the method has no such
  // form.
  MapFunction<GridEnergy<int32_t>> minimize_grid = {};
};

// All that the program was linked with: the library's own, exact ones first, then those that were registered,
// by name.
std::span<const MapMethod> MapMethods();

// Adds one, so that it is found by name and stands where all are compared. To be called before main, in a
// library with alwayslink = True, which the programs link that should have it:
//
//   const bool kRegistered = RegisterMapMethod({.name = "tabu", .takes = "any", .summary = "tabu search",
//                                               .options = {IntegerOption("tenure", 10, {1, 1000}, "...")},
//                                               .minimize = TabuSearch});
//
// A name that stands twice, or a method without name or function, is a bug of the program.
bool RegisterMapMethod(MapMethod method);

// Throws common::Error(kUsage) that names the nearest ones.
const MapMethod& FindMapMethod(const std::string& name);

// minimize_grid or, where the method has none, minimize with the tables of the grid. Throws
// common::Error(kUsage), too, where these are too large (TablesForSweepsOf, grid_tables.h).
MapResult MinimizeGrid(const MapMethod& method, const GridEnergy<int32_t>& grid,
                       const common::RunControl& run = {}, const common::OptionValues& options = {});

// The method that is likely to serve best by the form of the graph alone: an exact one where one is fast.
// Seconds for large graphs: tries the order of elimination (exact/elimination_order.h).
const MapMethod& ChooseMapMethod(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_MAP_METHODS_H_
