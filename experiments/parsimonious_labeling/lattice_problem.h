// The synthetic problems of section 3.6.1.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICE_PROBLEM_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICE_PROBLEM_H_

#include <cstdint>

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
};

// Unaries from U[0, 100], which depend on seed, side and number of labels alone, and a clique of the
// potential and weight for each place of the window: (side - window + 1)^2. The window must fit the
// lattice. Throws what CliqueEnergy throws.
Lattice MakeLattice(const LatticeShape& shape, const graphical_models::CliquePotential& potential,
                    double weight, uint64_t seed);

// A random r-hierarchically well separated tree: labels are split at random into 2 to 4 children, of equally
// likely numbers, until each is alone; branches that end early go on with one child, so that all leaves are
// equally deep; edges shrink by r from one level to the next and two leaves are at most `diameter` apart. For
// at least 2 labels.
graphical_models::LabelTree RandomSeparatedTree(int labels, double r, double diameter,
                                                common::RandomStream& random);

// A tree by the recipe of the program that the source's author released: two children always, the first of
// which gets 1 to n - 1 of n labels, all equally likely (how unevenly is not known); clusters of the lowest
// level that is split have a diameter of 2 to 5, those of each level above it 1 to 4 more (whole numbers, all
// equally likely), so that r is hardly above 1. Leaves are equally deep. For at least 2 labels.
graphical_models::LabelTree RandomBinaryTree(int labels, common::RandomStream& random);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_LATTICE_PROBLEM_H_
