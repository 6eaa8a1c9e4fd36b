// Random trees of labels, for synthetic problems (section 3.6.1 of Dokania's thesis).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_RANDOM_TREES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_RANDOM_TREES_H_

#include "common/random_stream.h"
#include "graphical_models/model/cliques/label_tree.h"

namespace structlab::graphical_models {

// A random r-hierarchically well separated tree: labels are split at random into 2 to 4 children, of equally
// likely numbers, until each is alone; branches that end early go on with one child, so that all leaves are
// equally deep; edges shrink by r from one level to the next and two leaves are at most `diameter` apart. For
// at least 2 labels.
LabelTree RandomSeparatedTree(int labels, double r, double diameter, common::RandomStream& random);

// A tree by the recipe of the program that the source's author released: two children always, the first of
// which gets 1 to n - 1 of n labels, all equally likely (how unevenly is not known); clusters of the lowest
// level that is split have a diameter of 2 to 5, those of each level above it 1 to 4 more (whole numbers, all
// equally likely), so that r is hardly above 1. Leaves are equally deep. For at least 2 labels.
LabelTree RandomBinaryTree(int labels, common::RandomStream& random);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_RANDOM_TREES_H_
