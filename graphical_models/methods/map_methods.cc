#include "graphical_models/methods/map_methods.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/method_list.h"
#include "graphical_models/approximate/fast_pd.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/approximate/loopy_belief_propagation.h"
#include "graphical_models/approximate/mean_field.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/exact/elimination_order.h"
#include "graphical_models/exact/qpbo.h"
#include "graphical_models/exact/tree_inference.h"
#include "graphical_models/methods/grid_tables.h"
#include "graphical_models/methods/successive_descent.h"
#include "graphical_models/model/checked_result.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/rounding.h"
#include "graphical_models/moves/alpha_beta_swap.h"
#include "graphical_models/moves/alpha_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::graphical_models {
namespace {

using Grid = GridEnergy<int32_t>;

int NumLabels(const FactorGraph& graph, int variable) { return graph.num_labels(variable); }
int NumLabels(const Grid& grid, int) { return grid.num_labels(); }

constexpr char kAny[] = "any";
constexpr char kPairs[] = "no factor of more than two variables";

// Enough for messages that circle to settle; without it they often never do.
constexpr double kDamping = 0.5;

// The energy of the pairwise form sums in another order. What is proved to be the minimum is so in this one,
// too; other bounds must not be above it for the rounding.
MapResult InTermsOf(const FactorGraph& graph, MapResult result) {
  if (result.energy == std::numeric_limits<double>::infinity()) return result;
  result.energy = graph.Energy(result.labeling);
  const bool is_proved = result.ending == Ending::kOptimal;
  result.lower_bound = is_proved ? result.energy : std::min(result.lower_bound, result.energy);
  return result;
}

// Exact methods that were stopped know no labeling yet. One that a few sweeps find is better than none: a
// caller who interrupts wants what there is.
MapResult OrNearbyMinimum(const FactorGraph& graph, const StopRule& stop, MapResult result) {
  if (result.ending == Ending::kOptimal) return result;
  MapResult nearby = IteratedConditionalModes(graph, {.stop = {.iterations = 3}});
  if (!(nearby.energy < result.energy)) return result;
  result.labeling = std::move(nearby.labeling);
  result.energy = nearby.energy;
  TracePoint last = result.trace.back();
  last.seconds += nearby.trace.back().seconds;
  last.energy = result.energy;
  result.trace.push_back(last);
  if (stop.observer != nullptr) stop.observer->See(last);
  return result;
}

MapResult DampedMaxProduct(const FactorGraph& graph, const StopRule& stop) {
  LoopyOptions options = {.stop = stop, .damping = kDamping};
  options.stop.iterations = std::min(stop.iterations, LoopyOptions().stop.iterations);
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

// The best labeling of all iterations, of the most probable label of each variable; what mean field lowers is
// another quantity.
MapResult MeanFieldMap(const FactorGraph& graph, const StopRule& stop) {
  TraceRecorder trace({.observer = stop.observer});
  MapResult result;
  MeanFieldOptions options = {.stop = stop};
  options.stop.iterations = std::min(stop.iterations, MeanFieldOptions().stop.iterations);
  options.stop.observer = nullptr;
  options.see = [&](int64_t iteration, const std::vector<std::vector<double>>& marginals) {
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

// What is no metric is truncated, since tables of a file seldom are one.
MoveOptions MovesOf(const StopRule& stop) {
  MoveOptions options;
  options.stop = stop;
  options.non_metric = NonMetric::kTruncate;
  return options;
}

// Of the first variable: other counts are refused with the reason.
int LabelsOf(const FactorGraph& graph) { return graph.num_variables() == 0 ? 1 : graph.label_counts()[0]; }

template <class Energy>
MapResult ParsimoniousWithoutCliques(const Energy& energy, int num_labels, const StopRule& stop,
                                     int threads = 1) {
  const CliqueEnergy none(energy.num_variables(), num_labels);
  return ParsimoniousLabeling(energy, none, ParsimoniousOptions{.stop = stop, .threads = threads});
}

// Trees of labels take the distances of all pairs; what a graph has none of must not take more memory than
// all its tables.
void CheckPairsOfLabels(const FactorGraph& graph) {
  constexpr int64_t kMostPairs = int64_t{1} << 24;
  int64_t entries = kMostPairs;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    entries = std::max<int64_t>(entries, static_cast<int64_t>(graph.table(factor).size()));
  }
  const int64_t labels = LabelsOf(graph);
  if (labels * labels <= entries) return;
  common::ThrowUsageError("parsimonious", "at most 4096 labels, or a factor of all pairs of them",
                          std::to_string(labels) + " labels");
}

MapResult ParsimoniousOfGraph(const FactorGraph& graph, const StopRule& stop, int threads) {
  CheckPairsOfLabels(graph);
  return InTermsOf(graph, ParsimoniousWithoutCliques(ToPairwise(graph), LabelsOf(graph), stop, threads));
}

// Whether the graph that joins each factor to its variables has no cycle.
bool IsForest(const FactorGraph& graph) {
  std::vector<int> parent(static_cast<size_t>(graph.num_variables()));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](int variable) {
    while (parent[static_cast<size_t>(variable)] != variable) {
      int& above = parent[static_cast<size_t>(variable)];
      variable = above = parent[static_cast<size_t>(above)];
    }
    return variable;
  };
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const std::span<const int> scope = graph.scope(factor);
    for (const int variable : scope.subspan(1)) {
      const int a = root(scope[0]), b = root(variable);
      if (a == b) return false;
      parent[static_cast<size_t>(b)] = a;
    }
  }
  return true;
}

// Whether eliminating variables is a matter of seconds: messages of at most 512 MB, half of what
// BucketEliminationMap takes by itself, and 3 * 10^9 costs read.
bool HasSmallTreeWidth(const FactorGraph& graph) {
  try {
    return TableReads(graph, EliminationOrder(graph, int64_t{1} << 26)) <= 3e9;
  } catch (const common::Error&) {
    return false;
  }
}

// Two labels, and no pair forbids what its variables alone allow: what roof duality takes, of pairs. Tables
// of more labels, which many factors may share, are not read.
bool HasTwoLabelsThatAllPairsAllow(const FactorGraph& graph) {
  if (!std::ranges::all_of(graph.label_counts(), [](int labels) { return labels <= 2; })) return false;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    if (graph.scope(factor).size() < 2) continue;
    if (!std::ranges::all_of(graph.table(factor), [](double cost) { return std::isfinite(cost); }))
      return false;
  }
  return true;
}

bool HasOnlyPairs(const FactorGraph& graph) {
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    if (graph.scope(factor).size() > 2) return false;
  }
  return true;
}

// What serves best by the form of the graph of the methods that pass messages or cut.
MapResult PassMessagesOrCut(const FactorGraph& graph, const StopRule& stop) {
  if (!HasOnlyPairs(graph)) return FindMapMethod("max-product").minimize(graph, stop);
  return FindMapMethod(HasTwoLabelsThatAllPairsAllow(graph) ? "qpbo" : "trws").minimize(graph, stop);
}

// Begins with the grid as it is: TRW-S passes messages along it without reading tables. Finite costs
// determine no variable, so that the graph it is asked for has all of them.
MapResult DescentOnGrid(const Grid& grid, const StopRule& stop) {
  const FactorGraph graph = TablesOf(grid);
  const auto begin = [&grid](const FactorGraph& left, const StopRule& rule) {
    if (grid.num_labels() <= 2 || left.num_variables() != grid.num_variables()) {
      return PassMessagesOrCut(left, rule);
    }
    return InTermsOf(left, MinimizeTrws(grid, TrwsOptions{.stop = rule}));
  };
  return SuccessiveDescent(graph, begin, stop);
}

std::vector<MapMethod> OwnMethods() {
  return {
      {"brute-force", "few labelings", "tries every labeling; optimal",
       [](const FactorGraph& graph, const StopRule& stop) { return BruteForceMap(graph, stop); }},
      {"tree", "no cycle", "max-product on trees; optimal",
       [](const FactorGraph& graph, const StopRule& stop) {
         return OrNearbyMinimum(graph, stop, TreeMap(graph, stop));
       }},
      {"bucket-elimination", "small tree-width", "eliminates the variables one by one; optimal",
       [](const FactorGraph& graph, const StopRule& stop) {
         return OrNearbyMinimum(graph, stop, BucketEliminationMap(graph, {}, stop));
       }},
      {"qpbo", "two labels, no factor of more than two variables",
       "roof duality and improvement; a lower bound, optimal where it labels all and costs are integers",
       [](const FactorGraph& graph, const StopRule& stop) {
         return InTermsOf(graph, MinimizeQpbo(ToPairwise(graph), QpboOptions{.stop = stop}));
       }},
      {"trws", kPairs, "sequential tree-reweighted message passing; a lower bound",
       [](const FactorGraph& graph, const StopRule& stop) {
         return InTermsOf(graph, MinimizeTrws(ToPairwise(graph), TrwsOptions{.stop = stop}));
       },
       [](const Grid& grid, const StopRule& stop) { return MinimizeTrws(grid, TrwsOptions{.stop = stop}); }},
      {"alpha-expansion", kPairs, "moves to one label at a time by cuts; what is no metric is truncated",
       [](const FactorGraph& graph, const StopRule& stop) {
         return InTermsOf(graph, AlphaExpansion(ToPairwise(graph), MovesOf(stop)));
       },
       [](const Grid& grid, const StopRule& stop) { return AlphaExpansion(grid, MovesOf(stop)); }},
      {"alpha-beta-swap", kPairs,
       "exchanges two labels at a time by cuts; what is no semi-metric is truncated",
       [](const FactorGraph& graph, const StopRule& stop) {
         return InTermsOf(graph, AlphaBetaSwap(ToPairwise(graph), MovesOf(stop)));
       },
       [](const Grid& grid, const StopRule& stop) { return AlphaBetaSwap(grid, MovesOf(stop)); }},
      {"fast-pd", "pairs of variables with the same labels and distances, d(a, a) = 0 <= d(a, b)",
       "expansions by a primal-dual scheme; a lower bound",
       [](const FactorGraph& graph, const StopRule& stop) {
         return InTermsOf(graph, MinimizeFastPd(ToPairwise(graph),
                                                FastPdOptions{.stop = stop, .bounds_each_iteration = true}));
       },
       [](const Grid& grid, const StopRule& stop) {
         return MinimizeFastPd(grid, FastPdOptions{.stop = stop, .bounds_each_iteration = true});
       }},
      {"parsimonious", "pairs of variables with the same labels and one metric",
       "hierarchical moves along random trees of labels, refined",
       [](const FactorGraph& graph, const StopRule& stop) { return ParsimoniousOfGraph(graph, stop, 1); },
       [](const Grid& grid, const StopRule& stop) {
         return ParsimoniousWithoutCliques(grid, grid.num_labels(), stop);
       },
       ParsimoniousOfGraph},
      {"subgraph-descent", kAny,
       "qpbo, trws or max-product, at most 200 iterations, whose bound it keeps, then annealings whose "
       "minima "
       "are fused, then exact minima of random subgraphs",
       [](const FactorGraph& graph, const StopRule& stop) {
         return SuccessiveDescent(graph, PassMessagesOrCut, stop);
       },
       DescentOnGrid},
      {"max-product", kAny, "loopy belief propagation, damped", DampedMaxProduct},
      {"mean-field", kAny, "the most probable labels under the nearest product of distributions",
       MeanFieldMap},
      {"icm", kAny, "iterated conditional modes: coordinate descent",
       [](const FactorGraph& graph, const StopRule& stop) {
         return IteratedConditionalModes(graph, IcmOptions{.stop = stop});
       },
       [](const Grid& grid, const StopRule& stop) {
         return IteratedConditionalModes(grid, IcmOptions{.stop = stop});
       }},
  };
}

template <class Energy>
Minimized MinimizedOf(const Energy& energy) {
  return {.num_variables = energy.num_variables(),
          .num_labels = [&energy](int variable) { return NumLabels(energy, variable); },
          .energy = [&energy](const Labeling& labeling) { return energy.Energy(labeling); },
          .rounding =
              [&energy](const Labeling&) {
                const Rounding rounding = RoundingOf(energy);
                return SumRounding{.energy = rounding.unit > 0 ? 0 : rounding.largest,
                                   .bound = rounding.largest};
              }};
}

// The function of a method, so that its results are checked; an empty one stays empty.
template <class Energy, class... Options>
std::function<MapResult(const Energy&, Options...)> Checked(
    const std::string& method, std::function<MapResult(const Energy&, Options...)> minimize) {
  if (!minimize) return minimize;
  return [method, minimize = std::move(minimize)](const Energy& energy, Options... options) {
    return MinimizeChecked(method, MinimizedOf(energy), [&] { return minimize(energy, options...); });
  };
}

MapMethod WithCheckedResults(MapMethod method) {
  method.minimize = Checked(method.name, std::move(method.minimize));
  method.minimize_grid = Checked(method.name, std::move(method.minimize_grid));
  method.minimize_with_threads = Checked(method.name, std::move(method.minimize_with_threads));
  return method;
}

std::vector<MapMethod> OwnCheckedMethods() {
  std::vector<MapMethod> methods;
  for (MapMethod& method : OwnMethods()) methods.push_back(WithCheckedResults(std::move(method)));
  return methods;
}

using Methods = common::MethodList<MapMethod, &MapMethod::minimize>;

Methods& AllMethods() {
  static Methods methods("method", OwnCheckedMethods());
  return methods;
}

}  // namespace

std::span<const MapMethod> MapMethods() { return AllMethods().All(); }

bool RegisterMapMethod(MapMethod method) {
  AllMethods().Add(WithCheckedResults(std::move(method)));
  return true;
}

const MapMethod& FindMapMethod(const std::string& name) { return AllMethods().Find(name); }

MapResult MinimizeGrid(const MapMethod& method, const Grid& grid, const StopRule& stop) {
  return method.minimize_grid ? method.minimize_grid(grid, stop)
                              : method.minimize(TablesForSweepsOf(grid), stop);
}

const MapMethod& ChooseMapMethod(const FactorGraph& graph) {
  if (IsForest(graph)) return FindMapMethod("tree");
  if (HasSmallTreeWidth(graph)) return FindMapMethod("bucket-elimination");
  return FindMapMethod("subgraph-descent");
}

}  // namespace structlab::graphical_models
