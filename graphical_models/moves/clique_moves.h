// Expansion moves of P^n Potts and robust P^n Potts cliques.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_CLIQUE_MOVES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_CLIQUE_MOVES_H_

#include <span>
#include <vector>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/move_cut.h"

namespace structlab::graphical_models {

// Throws common::Error(kUsage) that names the first clique that is neither P^n Potts nor robust P^n Potts.
void CheckExpandable(const CliqueEnergy& cliques);

// Adds the costs of all cliques, but for constants, when every variable keeps its label or takes alpha.
// Variables with label alpha count as taking. O(sum of the sizes).
void AddExpansion(const CliqueEnergy& cliques, std::span<const Label> labeling, Label alpha, MoveCut& cut);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_CLIQUE_MOVES_H_
