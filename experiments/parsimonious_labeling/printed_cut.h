// The rival of Figure 3.4 with all nodes of its printed cut.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PRINTED_CUT_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PRINTED_CUT_H_

#include "experiments/parsimonious_labeling/lattice_problem.h"
#include "graphical_models/model/map_result.h"

namespace structlab::parsimonious_labeling {

// ReversedCoOccurrence (released_rival.h) on a lattice, for times: each move solves the cut that the source
// prints for its rival, with a node for every clique and label and an edge for every pixel of a clique to the
// node of its label and to that of alpha, whatever they cost. Our own moves leave out what would save nothing
// and decide most pixels before they cut. The same moves, so the same energies, unless two cuts of a move
// cost the same. Deterministic; a move has cliques x labels nodes beside the pixels.
graphical_models::MapResult PrintedCutCoOccurrence(const Lattice& lattice);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PRINTED_CUT_H_
