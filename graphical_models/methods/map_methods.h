// The minimisers of energies by name, for programs and comparisons.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_MAP_METHODS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_MAP_METHODS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// A minimiser with its usual options. The labeling is of the graph's variables, the energy is the graph's;
// what map_result.h promises of a result is checked after each call, and an empty trace gets its end
// (checked_result.h).
// Throws common::Error(kUsage) that says why for a graph that the method does not take. For exact methods all
// is one iteration; what one of subgraph-descent is, successive_descent.h says.
struct MapMethod {
  std::string name;     // "trws"
  std::string takes;    // the graphs: "any", "no factor of more than two variables"
  std::string summary;  // what it is, in half a line
  std::function<MapResult(const FactorGraph&, const StopRule&)> minimize;
  // The same of an image's energy as it is, without edges and tables; empty where the method has no such
  // form.
  std::function<MapResult(const GridEnergy<int32_t>&, const StopRule&)> minimize_grid = {};
  // `minimize` with so many threads, at least 1, which never change the result; empty where more than one
  // would not help.
  std::function<MapResult(const FactorGraph&, const StopRule&, int threads)> minimize_with_threads = {};
};

// All that the program was linked with: the library's own, exact ones first, then those that were registered,
// by name.
std::span<const MapMethod> MapMethods();

// Adds one, so that it is found by name and stands where all are compared. To be called before main, in a
// library with alwayslink = True, which the programs link that should have it:
//
//   const bool kRegistered = RegisterMapMethod({.name = "tabu", .takes = "any", .summary = "tabu search",
//                                               .minimize = TabuSearch});
//
// A name that stands twice, or a method without name or function, is a bug of the program.
bool RegisterMapMethod(MapMethod method);

// Throws common::Error(kUsage) that names the nearest ones.
const MapMethod& FindMapMethod(const std::string& name);

// minimize_grid or, where the method has none, minimize with the tables of the grid. Throws
// common::Error(kUsage), too, where these are too large (TablesForSweepsOf, grid_tables.h).
MapResult MinimizeGrid(const MapMethod& method, const GridEnergy<int32_t>& grid, const StopRule& stop);

// The method that is likely to serve best by the form of the graph alone: an exact one where one is fast.
// Seconds for large graphs: tries the order of elimination (exact/elimination_order.h).
const MapMethod& ChooseMapMethod(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_MAP_METHODS_H_
