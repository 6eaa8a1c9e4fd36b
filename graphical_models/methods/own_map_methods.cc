#include "graphical_models/methods/own_map_methods.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "common/error.h"
#include "graphical_models/approximate/fast_pd.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/approximate/loopy_belief_propagation.h"
#include "graphical_models/approximate/mean_field.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/exact/qpbo.h"
#include "graphical_models/exact/tree_inference.h"
#include "graphical_models/methods/graph_form.h"
#include "graphical_models/methods/grid_tables.h"
#include "graphical_models/methods/known_labels.h"
#include "graphical_models/methods/staged_descent.h"
#include "graphical_models/methods/zero_diagonals.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/moves/alpha_beta_swap.h"
#include "graphical_models/moves/alpha_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::graphical_models {
namespace {

using common::OptionDeclaration;
using common::OptionValues;
using common::RunControl;
using Grid = GridEnergy<int32_t>;

constexpr char kAny[] = "any";
constexpr char kPairs[] = "no factor of more than two variables";

// Enough for oscillating messages to converge; without damping they often never do.
constexpr double kDamping = 0.5;

// Evaluates the labeling in the given graph, because the pairwise form sums its energy in another order. A
// proved minimum stays one; other bounds are limited to the energy, which they could exceed by rounding.
MapResult RescoredOn(const FactorGraph& graph, MapResult result) {
  if (result.energy == std::numeric_limits<double>::infinity()) return result;
  result.energy = graph.Energy(result.labeling);
  const bool is_proved = result.ending == common::Ending::kOptimal;
  result.lower_bound = is_proved ? result.energy : std::min(result.lower_bound, result.energy);
  return result;
}

// Exact methods that were stopped have no labeling. Takes the result of a few sweeps of ICM instead: it is
// better than none for a caller who interrupts.
MapResult WithIcmFallback(const FactorGraph& graph, const common::RunControl& run, MapResult result) {
  if (result.ending == common::Ending::kOptimal) return result;
  MapResult nearby = IteratedConditionalModes(graph, {.run = {.stop = {.iterations = 3}}});
  if (!(nearby.energy < result.energy)) return result;
  result.labeling = std::move(nearby.labeling);
  result.energy = nearby.energy;
  common::TracePoint last = result.trace.back();
  last.seconds += nearby.trace.back().seconds;
  last.value = result.energy;
  result.trace.push_back(last);
  if (run.observer) run.observer(last);
  return result;
}

MapResult DampedMaxProduct(const FactorGraph& graph, const RunControl& run, const OptionValues& values) {
  LoopyOptions options = {
      .run = run, .tolerance = values.Number("tolerance"), .damping = values.Number("damping")};
  options.run.stop.iterations = std::min(run.stop.iterations, LoopyOptions().run.stop.iterations);
  return LoopyMaxProduct(graph, options);
}

Labeling MostProbable(const std::vector<std::vector<double>>& marginals) {
  Labeling labeling;
  for (const std::vector<double>& marginal : marginals) {
    labeling.push_back(
        static_cast<Label>(std::max_element(marginal.begin(), marginal.end()) - marginal.begin()));
  }
  return labeling;
}

// Returns the best labeling of all iterations, each made of the most probable label of every variable. Mean
// field itself minimises another quantity.
MapResult MeanFieldMap(const FactorGraph& graph, const RunControl& run, const OptionValues& values) {
  TraceRecorder trace({.observer = run.observer});
  MapResult result;
  MeanFieldOptions options = {.run = run, .tolerance = values.Number("tolerance")};
  options.run.stop.iterations = std::min(run.stop.iterations, MeanFieldOptions().run.stop.iterations);
  // Points of mean field are of another quantity. The observer has just seen the energy, and may stop the
  // run.
  options.run.observer = [&trace](const common::TracePoint&) { return !trace.MustStop(); };
  options.observe_marginals = [&](int64_t iteration, const std::vector<std::vector<double>>& marginals) {
    Labeling labeling = MostProbable(marginals);
    const double energy = graph.Energy(labeling);
    if (iteration == 0 || energy < result.energy) {
      result.labeling = std::move(labeling);
      result.energy = energy;
    }
    trace.Record(iteration, result.energy);
  };
  result.ending = MeanField(graph, options).ending;
  result.trace = trace.Take();
  return result;
}

// Potentials that are not metrics are truncated, since tables from files rarely are metrics.
MoveOptions MovesOf(const RunControl& run) {
  MoveOptions options;
  options.run = run;
  options.non_metric = NonMetric::kTruncate;
  return options;
}

// Number of labels of the first variable; the method refuses graphs with different numbers.
int LabelsOf(const FactorGraph& graph) { return graph.num_variables() == 0 ? 1 : graph.label_counts()[0]; }

template <class Energy>
MapResult ParsimoniousWithoutCliques(const Energy& energy, int num_labels, const RunControl& run,
                                     const OptionValues& values) {
  const CliqueEnergy none(energy.num_variables(), num_labels);
  return ParsimoniousLabeling(energy, none, ParsimoniousOptionsOf(run, values));
}

// Label trees need the distances of all pairs of labels; they must not need more memory than the tables of
// the graph.
void CheckPairsOfLabels(const FactorGraph& graph) {
  constexpr int64_t kMaxPairs = int64_t{1} << 24;
  int64_t entries = kMaxPairs;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    entries = std::max<int64_t>(entries, static_cast<int64_t>(graph.table(factor).size()));
  }
  const int64_t labels = LabelsOf(graph);
  if (labels * labels <= entries) return;
  common::ThrowUsageError("parsimonious", "at most 4096 labels, or a factor of all pairs of them",
                          std::to_string(labels) + " labels");
}

// Chooses by the form of the graph among the methods that pass messages or cut.
MapResult PassMessagesOrCut(const FactorGraph& graph, const RunControl& run) {
  if (!HasOnlyPairs(graph)) return FindMapMethod("max-product").minimize(graph, run, {});
  return FindMapMethod(IsBinaryWithFiniteFactors(graph) ? "qpbo" : "trws").minimize(graph, run, {});
}

// Max-product converges late or never; TRW-S improves its bound for a very long time.
StagedDescentOptions DescentOptionsOf(const FactorGraph& graph, const OptionValues& values) {
  return {.first_iterations = HasOnlyPairs(graph) ? 200.0 : 1000.0,
          .rounds = static_cast<int>(values.Integer("max_rounds"))};
}

// Starts with the grid itself: TRW-S passes messages along it without reading tables. Finite costs determine
// no variable, so that the graph to minimise then has all variables.
MapResult DescentOnGrid(const Grid& grid, const RunControl& run, const OptionValues& values) {
  const FactorGraph graph = TablesOf(grid);
  const auto begin = [&grid](const FactorGraph& left, const RunControl& part) {
    if (grid.num_labels() <= 2 || left.num_variables() != grid.num_variables()) {
      return PassMessagesOrCut(left, part);
    }
    return RescoredOn(left, MinimizeTrws(grid, TrwsOptions{.run = part}));
  };
  return StagedDescent(graph, begin, run, DescentOptionsOf(graph, values));
}

OptionDeclaration ToleranceOption(double default_value, const std::string& help) {
  return common::NumberOption("tolerance", default_value, {.min = 0}, help);
}

MapMethod Trws() {
  return {.name = "trws",
          .takes = kPairs,
          .summary = "sequential tree-reweighted message passing; a lower bound",
          .options = {ToleranceOption(TrwsOptions().tolerance,
                                      "converged when ten iterations raise the bound by at most this share")},
          .minimize =
              [](const FactorGraph& graph, const RunControl& run, const OptionValues& values) {
                return RescoredOn(graph, MinimizeTrws(ToPairwise(graph),
                                                      {.run = run, .tolerance = values.Number("tolerance")}));
              },
          .minimize_grid =
              [](const Grid& grid, const RunControl& run, const OptionValues& values) {
                return MinimizeTrws(grid, {.run = run, .tolerance = values.Number("tolerance")});
              }};
}

MapMethod Parsimonious() {
  return {.name = "parsimonious",
          .takes = "pairs of variables with the same labels and one metric, or one plus a constant",
          .summary = "hierarchical moves along random trees of labels, refined",
          .options = ParsimoniousDeclarations(),
          .minimize =
              [](const FactorGraph& graph, const RunControl& run, const OptionValues& values) {
                CheckPairsOfLabels(graph);
                const PairwiseEnergy energy = ToPairwise(WithZeroDiagonals(graph));
                return RescoredOn(graph, ParsimoniousWithoutCliques(energy, LabelsOf(graph), run, values));
              },
          .minimize_grid =
              [](const Grid& grid, const RunControl& run, const OptionValues& values) {
                return ParsimoniousWithoutCliques(grid, grid.num_labels(), run, values);
              }};
}

MapMethod MaxProduct() {
  return {.name = "max-product",
          .takes = kAny,
          .summary = "loopy belief propagation, damped",
          .options = {common::NumberOption("damping", kDamping, {.min = 0, .max = 1, .excludes_max = true},
                                           "share of the old messages in the new ones"),
                      ToleranceOption(LoopyOptions().tolerance, "converged when no message changes by more")},
          .minimize = DampedMaxProduct};
}

MapMethod MeanFields() {
  return {.name = "mean-field",
          .takes = kAny,
          .summary = "the most probable labels under the closest product of independent distributions",
          .options = {ToleranceOption(MeanFieldOptions().tolerance,
                                      "converged when no probability changes by more")},
          .minimize = MeanFieldMap};
}

}  // namespace

std::vector<MapMethod> BuiltInMapMethods() {
  using Graph = FactorGraph;
  using Values = OptionValues;
  return {
      {.name = "brute-force",
       .takes = "few labelings",
       .summary = "tries every labeling; optimal",
       .minimize = [](const Graph& graph, const RunControl& run,
                      const Values&) { return BruteForceMap(graph, run); }},
      {.name = "tree",
       .takes = "no cycle",
       .summary = "max-product on graphs without cycles; optimal",
       .minimize = [](const Graph& graph, const RunControl& run,
                      const Values&) { return WithIcmFallback(graph, run, TreeMap(graph, run)); }},
      {.name = "bucket-elimination",
       .takes = "small tree-width",
       .summary = "eliminates the variables one by one; optimal",
       .options = {common::IntegerOption(
           "max_bytes", BucketEliminationOptions().max_bytes, {.min = 0},
           "maximum memory of all messages in bytes; graphs that need more are refused")},
       .minimize =
           [](const Graph& graph, const RunControl& run, const Values& values) {
             return WithIcmFallback(
                 graph, run, BucketEliminationMap(graph, {.max_bytes = values.Integer("max_bytes")}, run));
           }},
      {.name = "qpbo",
       .takes = "two labels, no factor of more than two variables",
       .summary = "roof duality and improvement; a lower bound, optimal if it labels all variables and costs "
                  "are integers",
       .minimize =
           [](const Graph& graph, const RunControl& run, const Values&) {
             return RescoredOn(graph, MinimizeQpbo(ToPairwise(graph), QpboOptions{.run = run}));
           }},
      Trws(),
      {.name = "alpha-expansion",
       .takes = kPairs,
       .summary =
           "expansions of one label at a time by minimum cuts; truncates potentials that are not metrics",
       .minimize =
           [](const Graph& graph, const RunControl& run, const Values&) {
             return RescoredOn(graph, AlphaExpansion(ToPairwise(graph), MovesOf(run)));
           },
       .minimize_grid = [](const Grid& grid, const RunControl& run,
                           const Values&) { return AlphaExpansion(grid, MovesOf(run)); }},
      {.name = "alpha-beta-swap",
       .takes = kPairs,
       .summary =
           "swaps of two labels at a time by minimum cuts; truncates potentials that are not semi-metrics",
       .minimize =
           [](const Graph& graph, const RunControl& run, const Values&) {
             return RescoredOn(graph, AlphaBetaSwap(ToPairwise(graph), MovesOf(run)));
           },
       .minimize_grid = [](const Grid& grid, const RunControl& run,
                           const Values&) { return AlphaBetaSwap(grid, MovesOf(run)); }},
      {.name = "fast-pd",
       .takes = "factors of two variables with the same labels, d(a, b) >= d(a, a) and one constant d(a, a)",
       .summary = "expansions by a primal-dual scheme; a lower bound",
       .minimize =
           [](const Graph& graph, const RunControl& run, const Values&) {
             const PairwiseEnergy energy = ToPairwise(WithZeroDiagonals(graph));
             return RescoredOn(graph, MinimizeFastPd(energy, {.run = run, .bounds_each_iteration = true}));
           },
       .minimize_grid =
           [](const Grid& grid, const RunControl& run, const Values&) {
             return MinimizeFastPd(grid, {.run = run, .bounds_each_iteration = true});
           }},
      Parsimonious(),
      {.name = "subgraph-descent",
       .takes = kAny,
       .summary = "leaves and chains exactly; then qpbo, trws or max-product, whose bound it keeps; then "
                  "annealings, whose minima are fused, and exact minima of random subgraphs; repeated until "
                  "--seconds are over",
       .options = {common::IntegerOption("max_rounds", 0, {.min = 0, .max = 1'000'000},
                                         "rounds of all stages; 0: until the time is over or, without a time "
                                         "limit, until a round improves nothing")},
       .minimize =
           [](const Graph& graph, const RunControl& run, const Values& values) {
             return MinimizeReduced(graph, run, [&](const Graph& reduced, const RunControl& part) {
               return StagedDescent(reduced, PassMessagesOrCut, part, DescentOptionsOf(reduced, values));
             });
           },
       .minimize_grid = DescentOnGrid},
      MaxProduct(),
      MeanFields(),
      {.name = "icm",
       .takes = kAny,
       .summary = "iterated conditional modes: coordinate descent",
       .minimize = [](const Graph& graph, const RunControl& run,
                      const Values&) { return IteratedConditionalModes(graph, IcmOptions{.run = run}); },
       .minimize_grid = [](const Grid& grid, const RunControl& run,
                           const Values&) { return IteratedConditionalModes(grid, IcmOptions{.run = run}); }},
  };
}

}  // namespace structlab::graphical_models
