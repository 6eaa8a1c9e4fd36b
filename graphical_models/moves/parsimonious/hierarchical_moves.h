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

// Minimises the sum of both energies, of which all potentials measure along one tree: those of the cliques
// are HierarchicalPnPotts of this tree, those of the edges its Distances() (Dokania 2016, Alg. 7). From the
// leaves up, each node of the tree mixes the labelings of its children by expansion moves, each a minimum
// cut. The only iteration is the whole tree. No lower bound.
//
// If the tree is r-hierarchically well separated, r > 1, and all its leaves are equally deep, then against
// every labeling y of L labels, with cliques of at most n variables, an edge being one of two, (theorem 2 of
// the source; its proof by lemma 1 is wrong, since a clique can lie across the border of a node and of its
// child at once, but counting those at every node below the common one gives the same sum)
//   E(result) <= unaries of y + r/(r-1) min(n, L) (edge and clique terms of y),
// and with leaves of unequal depth that with the square of r/(r-1).
//
// Unary costs of +infinity stay exact, as with the expansion moves (alpha_expansion.h). Throws
// common::Error(kUsage) for other potentials, a negative weight, and unless both energies and the tree have
// the same variables and labels. If the stop rule ends it, the result is the best of what the nodes reached
// so far have and of each variable's label of least cost, which it is before the tree. Memory: a labeling for
// each child that is no leaf of the nodes on a path of the tree, 8 bytes a clique and child, the same an edge
// unless the leaves below a node are equally deep, 8 bytes a pair of labels, and that of MoveCut. A move
// takes O(variables + edges + sum of the sizes of the cliques) but for its cut, if what can be decided
// without one leaves one; a cut has no bound that is linear. Deterministic, thread-safe.
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
