// The rival of the figures of Dokania 2016, chapter 3, as the program of its author has it.
#ifndef STRUCTLAB_EXPERIMENTS_RIVALS_REVERSED_CO_OCCURRENCE_H_
#define STRUCTLAB_EXPERIMENTS_RIVALS_REVERSED_CO_OCCURRENCE_H_

#include "graphical_models/images/image_problem.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::rivals {

// Co-occurrence expansions whose cut is turned round: what is charged where some variable takes alpha is
// charged where some variable keeps its label, and what is charged where a label is kept is charged where it
// is given up. It is what the program released with that thesis does and no method that anybody should use:
// moves still never raise the energy, since those that would are not made, but few good ones are left.
graphical_models::MapResult ReversedCoOccurrence(const graphical_models::PairwiseEnergy& energy,
                                                 const graphical_models::CliqueEnergy& cliques);
// The same on images, whose pairs are cliques of two in that program.
graphical_models::MapResult ReversedCoOccurrence(const graphical_models::ImageProblem& problem);

}  // namespace structlab::rivals

#endif  // STRUCTLAB_EXPERIMENTS_RIVALS_REVERSED_CO_OCCURRENCE_H_
