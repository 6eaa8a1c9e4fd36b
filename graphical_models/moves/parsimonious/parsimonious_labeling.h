// Parsimonious labeling: cliques that cost the diameter of the labels they use.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_PARSIMONIOUS_LABELING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_PARSIMONIOUS_LABELING_H_

#include <cstdint>
#include <vector>

#include "common/method_options.h"
#include "common/run_control.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/moves/parsimonious/cluster_tree.h"

namespace structlab::graphical_models {

// The cost, in a fusion, of a clique (or edge) whose variables do not all choose the same child of a node.
enum class MixedCost {
  kTree,    // the diameter, along the tree, of all labels that the children have in it (Dokania 2016, Alg. 7)
  kMetric,  // the same by the metric itself, as also for a clique whose variables all choose one child. The
            // released program of the source's author does this; no guarantee is known
};

struct ParsimoniousOptions {
  // An iteration is a tree; after the trees their fusion, if fuse_trees; then a round of refinement. The seed
  // is that of the trees. Threads, 1 to 1024, work on different trees at the same time; the refinement uses
  // one.
  common::RunControl run = {};
  // Number of random trees, >= 1. More trees take more time; without refinement they never raise the energy.
  int trees = 10;
  // kGeometric has the guarantee below; kTight is nearer to the metric.
  TreeHeights heights = TreeHeights::kTight;
  MixedCost mixed = MixedCost::kTree;
  // After the trees, let every variable choose among their labelings, by expansion moves over the trees from
  // the best one, with kMetric. The released program of the source's author does this. The energy never
  // rises.
  bool fuse_trees = false;
  // Not in the source: fuse the labelings of the other trees into the best one, and expand labels. The moves
  // minimise an upper bound of the energy that is exact where nothing changes, so the energy never rises.
  // Takes more time.
  bool refine = true;
};

// The declared options of the registered method (trees, mixed, fuse-trees, refine), and the
// ParsimoniousOptions with their values.
std::vector<common::OptionDeclaration> ParsimoniousDeclarations();
ParsimoniousOptions ParsimoniousOptionsOf(const common::RunControl& run, const common::OptionValues& values);

// Minimises the sum of both energies, where all potentials are measured by one metric: edges have the metric
// itself, cliques its DiameterDiversity (Dokania 2016, Alg. 8 and 9). Each iteration replaces the metric by
// that of a random tree (cluster_tree.h) and minimises by hierarchical moves (hierarchical_moves.h). The
// labeling of least true energy over all trees is kept, then refined. kConverged when all trees are done and
// refinement fails. No lower bound.
//
// When to take it: for cliques that cost the diameter of their labels. For other costs of label sets take
// CoOccurrenceExpansion, for P^n Potts cliques AlphaExpansion.
//
//   const MapResult result = ParsimoniousLabeling(energy, cliques, {.run = {.threads = 2}, .trees = 20});
//
// Guarantee for each tree, with geometric heights, kTree, and before fusion and refinement: for every
// labeling y of L labels with cliques of at most n variables (an edge is a clique of two)
//   E(result) <= unaries of y + 2 min(n, L) (edge and clique terms of y, measured along the tree).
// The expectation of these terms over the trees is O(log L) times the true terms (theorem 3 of the source,
// for the diameter; for other diversities it is false, since their values along a tree can be below the true
// ones).
//
// Unary costs of +infinity stay exact. Throws common::Error(kUsage) for cliques of another potential,
// distances that are not a metric or not finite, two potentials that differ, a negative weight, fewer than
// one tree or thread, and unless both energies have the same variables and labels.
//
// If the stop rule ends it, the result is the best labeling so far: before the first tree, each variable's
// label of least unary cost; within a tree, the best of that and of the labelings of the nodes reached so
// far.
//
// Trees with the same clusters and lengths are equal, including the order in which children are fused
// (cluster_tree.h). Equal trees are solved once; for Potts distances all trees are equal. Memory: for each
// thread that of the hierarchical moves, a labeling a tree, and 8 bytes a pair of labels. Deterministic,
// thread-safe.
MapResult ParsimoniousLabeling(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                               const ParsimoniousOptions& options = {});

template <class Cost>
MapResult ParsimoniousLabeling(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                               const ParsimoniousOptions& options = {});

extern template MapResult ParsimoniousLabeling(const GridEnergy<int32_t>&, const CliqueEnergy&,
                                               const ParsimoniousOptions&);
extern template MapResult ParsimoniousLabeling(const GridEnergy<float>&, const CliqueEnergy&,
                                               const ParsimoniousOptions&);
extern template MapResult ParsimoniousLabeling(const GridEnergy<double>&, const CliqueEnergy&,
                                               const ParsimoniousOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_PARSIMONIOUS_LABELING_H_
