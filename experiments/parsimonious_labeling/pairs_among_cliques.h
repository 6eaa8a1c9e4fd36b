// Neighbouring pixels as cliques of two.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PAIRS_AMONG_CLIQUES_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PAIRS_AMONG_CLIQUES_H_

#include "graphical_models/images/image_problem.h"

namespace structlab::parsimonious_labeling {

// The same energy of every labeling; the pairwise part has the unaries alone, and the pairs, whose potential
// must be a metric, come as diameters after the other cliques. An exact method loses nothing by it. The
// expansions of Ladicky et al. do: they over-estimate what a clique costs and no pair.
graphical_models::ImageProblem PairsAmongCliques(const graphical_models::ImageProblem& problem);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PAIRS_AMONG_CLIQUES_H_
