// The hierarchical move-making algorithm for hierarchical P^n Potts potentials.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_HIERARCHICAL_MOVES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_HIERARCHICAL_MOVES_H_

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/cliques/label_tree.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Minimises the sum of both energies, where all potentials are measured along one tree: cliques have
// HierarchicalPnPotts potentials of this tree, edges its Distances() (Dokania 2016, Alg. 7). From the leaves
// up, each node of the tree fuses the labelings of its children by expansion moves, each a minimum cut. The
// whole tree is one iteration.
//
// When to take it: if the costs are those of a tree. For any other metric ParsimoniousLabeling draws random
// trees.
//
//   const LabelTree tree = ClusterTree(metric, permutation, 1.5, TreeHeights::kGeometric);
//   const int edge_potential = energy.AddPotential(tree.Distances());
//   const int clique_potential = cliques.AddPotential(HierarchicalPnPotts(tree));
//   ...
//   const MapResult result = HierarchicalMoves(energy, cliques, tree);
//
// Guarantee: if the tree is r-hierarchically well separated, r > 1, and all its leaves are equally deep, then
// for every labeling y of L labels, with cliques of at most n variables (an edge is a clique of two)
//   E(result) <= unaries of y + r/(r-1) min(n, L) (edge and clique terms of y),
// and with leaves of unequal depth the same with the square of r/(r-1). This is theorem 2 of the source. Its
// proof by lemma 1 is wrong, since a clique can cross the border of a node and of its child at once; but
// counting such cliques at every node below the common one gives the same sum. There is no lower bound.
//
// Unary costs of +infinity stay exact, as in expansion moves (alpha_expansion.h). Throws
// common::Error(kUsage) for other potentials, a negative weight, and unless both energies and the tree have
// the same variables and labels.
//
// If the stop rule ends it, the result is the best of the labelings of the nodes reached so far and of the
// labeling with each variable's label of least unary cost, which is also the result before the tree.
//
// Memory: a labeling for each child of the nodes on a path of the tree that is not a leaf; 8 bytes a clique
// and child, and the same an edge unless the leaves below a node are equally deep; 8 bytes a pair of labels;
// and that of MoveCut. Time of a move: O(variables + edges + sum of the sizes of the cliques), and a cut if
// variables remain undecided, for which there is no linear bound. Deterministic, thread-safe.
MapResult HierarchicalMoves(const PairwiseEnergy& energy, const CliqueEnergy& cliques, const LabelTree& tree,
                            const common::RunControl& run = {});

template <class Cost>
MapResult HierarchicalMoves(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                            const LabelTree& tree, const common::RunControl& run = {});

extern template MapResult HierarchicalMoves(const GridEnergy<int32_t>&, const CliqueEnergy&, const LabelTree&,
                                            const common::RunControl&);
extern template MapResult HierarchicalMoves(const GridEnergy<float>&, const CliqueEnergy&, const LabelTree&,
                                            const common::RunControl&);
extern template MapResult HierarchicalMoves(const GridEnergy<double>&, const CliqueEnergy&, const LabelTree&,
                                            const common::RunControl&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_HIERARCHICAL_MOVES_H_
