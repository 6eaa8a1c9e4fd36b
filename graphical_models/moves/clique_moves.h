// Expansion and swap moves of P^n Potts and robust P^n Potts cliques.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_CLIQUE_MOVES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_CLIQUE_MOVES_H_

#include <span>
#include <vector>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/move_cut.h"

namespace structlab::graphical_models {

// Throws common::Error(kUsage) that names the first clique that is neither P^n Potts nor robust P^n Potts.
void CheckMovable(const CliqueEnergy& cliques);

// Both functions add the costs of all cliques that a move can change; costs that are the same for every
// choice are left out. O(sum of the sizes).

// Expansion: every variable keeps its label or takes alpha. Variables with label alpha count as taking.
void AddExpansion(const CliqueEnergy& cliques, std::span<const Label> labeling, Label alpha, MoveCut& cut);

// Swap: every variable with label alpha or beta may have either. Keeping means alpha and taking means beta,
// whichever of them it has now. All other variables keep their label.
void AddSwap(const CliqueEnergy& cliques, std::span<const Label> labeling, Label alpha, Label beta,
             MoveCut& cut);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_CLIQUE_MOVES_H_
