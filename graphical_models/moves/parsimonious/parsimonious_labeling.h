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

// What a clique (or edge) of which not all variables choose the same child of a node is taken to cost.
enum class MixedCost {
  kTree,    // the diameter, along the tree, of all that the children have in it (Dokania 2016, Alg. 7)
  kMetric,  // the same by the metric itself, and so is what it costs if all choose one child: what the
            // source's author's released program does; no bound is known
};

struct ParsimoniousOptions {
  // An iteration is a tree, and after the trees their fusion, and then a round of refinement. The seed is
  // that of the trees. Threads, 1 to 1024, work on trees side by side; the refinement after them is done by
  // one.
  common::RunControl run = {};
  int trees = 10;  // how many are drawn; >= 1
  TreeHeights heights = TreeHeights::kTight;
  MixedCost mixed = MixedCost::kTree;
  // As the source's author's released program: after the trees, every variable chooses among their labelings,
  // by expansion moves over the trees from the best one, with kMetric. The energy never rises.
  bool fuse_trees = false;
  // Beyond the source: fuse the labelings of the other trees into the best one and expand labels, by moves
  // that minimise an upper bound of the energy, exact where nothing changes; so it never rises.
  bool refine = true;
};

// The options trees, mixed, fuse-trees and refine of a registered method, and the options that their values
// say.
std::vector<common::OptionDeclaration> ParsimoniousDeclarations();
ParsimoniousOptions ParsimoniousOptionsOf(const common::RunControl& run, const common::OptionValues& values);

// Minimises the sum of both energies (Dokania 2016, Alg. 8 and 9): all potentials measure by one metric, that
// of edges itself, that of cliques its DiameterDiversity. The metric is replaced by that of a random tree
// (cluster_tree.h), the hierarchical moves minimise (hierarchical_moves.h), and of all trees the labeling
// of least true energy is kept. No lower bound; kConverged when all trees are done and refinement fails.
//
// For each tree, with geometric heights, kTree, and without what follows the trees, against every labeling y
// of L labels with cliques of at most n variables (an edge being one of two)
//   E(result) <= unaries of y + 2 min(n, L) (edge and clique terms of y, measured along the tree),
// whose expectation over trees is O(log L) times the true terms (theorem 3 of the source, for the diameter;
// for other diversities it is false, since a tree need not dominate them). Without refinement, more trees
// never raise the energy; refinement never raises that of the best of them.
//
// Unary costs of +infinity stay exact. Throws common::Error(kUsage) for cliques of another potential, a
// metric that is none or is not finite, two potentials that differ, a negative weight, fewer than one tree or
// thread, and unless both energies have the same variables and labels. If the stop rule ends it, the best
// labeling so far is the result: before the first tree, each variable's label of least cost, and within a
// tree the best of that and of what the nodes reached so far have. Trees of the same clusters and lengths are
// one and the same, down to the order in which children are fused (cluster_tree.h): it is worked on once, as
// for Potts distances always. Memory: for each thread that of the hierarchical moves, a labeling a tree, and
// 8 bytes a pair of labels. Deterministic, thread-safe.
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
