#include "graphical_models/moves/parsimonious/hierarchical_moves.h"

#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/moves/move_terms.h"
#include "graphical_models/moves/parsimonious/child_fusion.h"
#include "graphical_models/moves/parsimonious/tree_distances.h"

namespace structlab::graphical_models {
namespace {

void CheckCliques(const CliqueEnergy& cliques, const LabelTree& tree) {
  for (int index = 0; index < cliques.num_potentials(); ++index) {
    const HierarchicalPnPotts* const potential = cliques.potential(index).As<HierarchicalPnPotts>();
    if (potential != nullptr && potential->tree() == tree) continue;
    common::ThrowUsageError("clique potential " + std::to_string(index), "hierarchical P^n Potts of the tree",
                            potential == nullptr ? cliques.potential(index).Name() : "that of another tree");
  }
}

// Checks that the distances of edges are those of the tree.
template <class Energy>
void CheckEdges(const Energy& energy, const TreeDistances& distances, int num_labels) {
  std::vector<bool> in_use(NumPotentialsOf(energy), false);
  ForEachEdge(energy, [&](int p, int q, int potential, double weight) {
    in_use[potential] = true;
    if (weight >= 0) return;
    common::ThrowUsageError("edge (" + std::to_string(p) + ", " + std::to_string(q) + ")",
                            "a weight of at least 0", common::FormatDouble(weight));
  });
  for (int index = 0; index < NumPotentialsOf(energy); ++index) {
    if (!in_use[index]) continue;
    const PairwisePotential& potential = PotentialOf(energy, index);
    for (Label a = 0; a < num_labels; ++a) {
      for (Label b = 0; b < num_labels; ++b) {
        if (potential(a, b) == distances(a, b)) continue;
        common::ThrowUsageError("potential " + std::to_string(index) + " of labels " + std::to_string(a) +
                                    " and " + std::to_string(b),
                                "their distance in the tree, " + common::FormatDouble(distances(a, b)),
                                common::FormatDouble(potential(a, b)));
      }
    }
  }
}

template <class Energy>
MapResult Minimize(const Energy& energy, const CliqueEnergy& cliques, const LabelTree& tree,
                   const common::RunControl& run) {
  TraceRecorder trace(run);
  CheckSameVariables(cliques, LabelCountsOf(energy));
  if (tree.num_labels() != cliques.num_labels()) {
    common::ThrowUsageError("tree", std::to_string(cliques.num_labels()) + " labels as in the energy",
                            std::to_string(tree.num_labels()));
  }
  CheckCliques(cliques, tree);
  const TreeDistances distances(tree);
  CheckEdges(energy, distances, tree.num_labels());
  const auto energy_of = [&](const Labeling& labeling) {
    return energy.Energy(labeling) + cliques.Energy(labeling);
  };
  MapResult result;
  if (run.stop.iterations == 0 || trace.MustStop()) {
    result.labeling = MinUnaryLabels(energy);
    result.energy = energy_of(result.labeling);
    result.ending = trace.Record(0, result.energy).value_or(common::Ending::kIterationLimit);
    result.trace = trace.Take();
    return result;
  }
  MoveCut cut({.variables = energy.num_variables(), .pairs = NumEdgesOf(energy)});
  const auto must_stop = [&trace] { return trace.MustStop().has_value(); };
  result.labeling =
      LabelAlongTree(energy, cliques, tree, distances, must_stop, cut).Take(energy.num_variables());
  result.moves = cut.num_minimized();
  result.clique_nodes = cut.totals().group_nodes;
  result.clique_edges = cut.totals().group_edges;
  result.energy = energy_of(result.labeling);
  if (must_stop()) {  // stopped within the tree: the nodes reached so far may use only some of the labels
    Labeling least = MinUnaryLabels(energy);
    if (const double value = energy_of(least); value < result.energy) {
      result.energy = value;
      result.labeling = std::move(least);
    }
  }
  const std::optional<common::Ending> limit = trace.Record(1, result.energy);
  result.ending = limit && *limit != common::Ending::kIterationLimit ? *limit : common::Ending::kConverged;
  result.trace = trace.Take();
  return result;
}

}  // namespace

MapResult HierarchicalMoves(const PairwiseEnergy& energy, const CliqueEnergy& cliques, const LabelTree& tree,
                            const common::RunControl& run) {
  return Minimize(energy, cliques, tree, run);
}

template <class Cost>
MapResult HierarchicalMoves(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                            const LabelTree& tree, const common::RunControl& run) {
  return Minimize(energy, cliques, tree, run);
}

template MapResult HierarchicalMoves(const GridEnergy<int32_t>&, const CliqueEnergy&, const LabelTree&,
                                     const common::RunControl&);
template MapResult HierarchicalMoves(const GridEnergy<float>&, const CliqueEnergy&, const LabelTree&,
                                     const common::RunControl&);
template MapResult HierarchicalMoves(const GridEnergy<double>&, const CliqueEnergy&, const LabelTree&,
                                     const common::RunControl&);

}  // namespace structlab::graphical_models
