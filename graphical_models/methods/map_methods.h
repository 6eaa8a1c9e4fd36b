// The minimisers by name, for programs and comparisons.
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

// A minimiser takes the energy, the run control, and the values of its options; {} means all defaults.
template <class Energy>
using MapFunction =
    std::function<MapResult(const Energy&, const common::RunControl&, const common::OptionValues&)>;

// A method by name.
//
//     const MapMethod& method = FindMapMethod("trws");
//     const MapResult result = method.minimize(graph, {.stop = {.iterations = 100}}, {});
//
// The labeling and the energy of a result are those of the given graph. After each call the promises of
// map_result.h are checked, and an empty trace gets its end point (checked_result.h). The number of threads
// never changes the result. Throws common::Error(kUsage), with the reason, for a graph that the method does
// not take, unknown options and values out of range. An exact method counts as one iteration; for iterations
// of subgraph-descent see staged_descent.h.
struct MapMethod {
  std::string name;     // "trws"
  std::string takes;    // the graphs it takes: "any", "no factor of more than two variables"
  std::string summary;  // a description of half a line
  std::vector<common::OptionDeclaration> options = {};
  // Minimises a graph; gets values of exactly the options above.
  MapFunction<FactorGraph> minimize;
  // Minimises the energy of an image directly, without edges and tables; empty if the method has no such
  // form.
  MapFunction<GridEnergy<int32_t>> minimize_grid = {};
};

// All methods that the program was linked with: first the built-in ones, exact ones before others, then the
// registered ones, sorted by name.
std::span<const MapMethod> MapMethods();

// Adds a method, so that it is found by name and takes part in comparisons. Call it before main, in a library
// with alwayslink = True that is linked into the program:
//
//     const bool kRegistered = RegisterMapMethod({.name = "tabu", .takes = "any", .summary = "tabu search",
//                                                 .options = {IntegerOption("tenure", 10, {1, 1000}, "...")},
//                                                 .minimize = TabuSearch});
//
// A name that exists already, or a method without a name or a function, is a bug of the program.
bool RegisterMapMethod(MapMethod method);

// Finds a method. Throws common::Error(kUsage) that suggests the nearest names.
const MapMethod& FindMapMethod(const std::string& name);

// Calls minimize_grid or, if the method has none, minimize with the tables of the grid. Also throws
// common::Error(kUsage) if these tables are too large (TablesForSweepsOf, grid_tables.h).
//
//     const MapResult result = MinimizeGrid(FindMapMethod("trws"), grid, {.stop = {.seconds = 10}});
MapResult MinimizeGrid(const MapMethod& method, const GridEnergy<int32_t>& grid,
                       const common::RunControl& run = {}, const common::OptionValues& options = {});

// Recommends a method by the structure of the graph: "tree" without cycles, "bucket-elimination" for small
// tree-width (both exact and fast), otherwise "subgraph-descent". Takes seconds for large graphs, because it
// computes an elimination order (exact/elimination_order.h).
const MapMethod& ChooseMapMethod(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_MAP_METHODS_H_
