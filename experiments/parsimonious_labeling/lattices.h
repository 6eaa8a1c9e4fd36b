// The synthetic problems of section 3.6.1.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICES_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICES_H_

#include <cstdint>
#include <span>

#include "common/random_stream.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/cliques/label_tree.h"
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

  double Energy(std::span<const graphical_models::Label> labeling) const {
    return unaries.Energy(labeling) + cliques.Energy(labeling);
  }
};

// Unaries from U[0, 100], which depend on seed, side and number of labels alone, and a clique of the
// potential and weight for each place of the window: (side - window + 1)^2. Throws common::Error (usage) for
// a window that is larger than the lattice, and what CliqueEnergy throws.
Lattice MakeLattice(const LatticeShape& shape, const graphical_models::CliquePotential& potential,
                    double weight, uint64_t seed);

// A random r-hierarchically well separated tree: labels are split at random into 2 to 4 children, of equally
// likely numbers, until each is alone; branches that end early go on with one child, so that all leaves are
// equally deep; edges shrink by r from one level to the next and two leaves are at most `diameter` apart. For
// at least 2 labels.
graphical_models::LabelTree RandomSeparatedTree(int labels, double r, double diameter,
                                                common::RandomStream& random);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICES_H_
