// The rival of Figure 3.4 of Dokania 2016 with all nodes of its printed cut.
#ifndef STRUCTLAB_EXPERIMENTS_RIVALS_PRINTED_CUT_H_
#define STRUCTLAB_EXPERIMENTS_RIVALS_PRINTED_CUT_H_

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::rivals {

// ReversedCoOccurrence (reversed_co_occurrence.h) of unaries and cliques, for times: each move solves the cut
// that the source prints for its rival, with a node for every clique and label and an edge for every pixel of
// a clique to the node of its label and to that of alpha, whatever they cost. Our own moves leave out what
// would save nothing and decide most variables before they cut. The same moves, so the same energies, unless
// two cuts of a move cost the same. Edges of `unaries` are not read. Deterministic; a move has cliques x
// labels nodes beside the variables.
graphical_models::MapResult PrintedCutCoOccurrence(const graphical_models::PairwiseEnergy& unaries,
                                                   const graphical_models::CliqueEnergy& cliques);

}  // namespace structlab::rivals

#endif  // STRUCTLAB_EXPERIMENTS_RIVALS_PRINTED_CUT_H_
