// The synthetic problems of section 3.6.1.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICE_PROBLEM_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICE_PROBLEM_H_

#include <cstdint>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::parsimonious_labeling {

struct LatticeShape {
  int side = 100;  // width and height
  int labels = 20;
  int window = 10;  // side of the cliques, at most that of the lattice; one at every place
};

struct Lattice {
  graphical_models::PairwiseEnergy unaries;  // no edges
  graphical_models::CliqueEnergy cliques;
};

// Unaries from U[0, 100], which depend on seed, side and number of labels alone, and a clique of the
// potential and weight for each place of the window: (side - window + 1)^2. The window must fit the
// lattice. Throws what CliqueEnergy throws.
Lattice MakeLattice(const LatticeShape& shape, const graphical_models::CliquePotential& potential,
                    double weight, uint64_t seed);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICE_PROBLEM_H_
