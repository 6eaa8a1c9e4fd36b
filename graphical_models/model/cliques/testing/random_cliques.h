// Random small clique energies for tests. All values are integers, so that energies can be compared with ==,
// except for robust P^n Potts potentials, which RandomCliqueOptions::kinds can exclude.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_TESTING_RANDOM_CLIQUES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_TESTING_RANDOM_CLIQUES_H_

#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/cliques/label_tree.h"

namespace structlab::graphical_models {

enum class CliqueKind { kPnPotts, kRobustPnPotts, kDiameter, kHierarchical, kCoOccurrence };

// An r-hierarchically well separated tree: leaves at depth 3, edges of length r^2, r and 1 downwards.
LabelTree RandomLabelTree(int labels, int r, common::RandomStream& random);

CliquePotential RandomCliquePotential(CliqueKind kind, int labels, int max_cost,
                                      common::RandomStream& random);

struct RandomCliqueOptions {
  int max_variables = 5;
  int max_labels = 4;
  int max_cliques = 4;
  int max_cost = 20;
  int max_weight = 3;  // weights from 0
  std::vector<CliqueKind> kinds = {CliqueKind::kPnPotts, CliqueKind::kRobustPnPotts, CliqueKind::kDiameter,
                                   CliqueKind::kHierarchical, CliqueKind::kCoOccurrence};
};

// Has at least 1 variable and 1 label, and any number of cliques.
CliqueEnergy RandomCliqueEnergy(const RandomCliqueOptions& options, common::RandomStream& random);

// The same for given numbers of variables and labels; the options' maxima of these are ignored.
CliqueEnergy RandomCliqueEnergy(const RandomCliqueOptions& options, int variables, int labels,
                                common::RandomStream& random);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_TESTING_RANDOM_CLIQUES_H_
