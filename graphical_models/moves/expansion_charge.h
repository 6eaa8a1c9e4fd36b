// What a clique is charged in an expansion move when it costs what the set of its labels costs.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_CHARGE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_CHARGE_H_

#include <span>
#include <vector>

#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// C(labels left) <= C(labels now) - sum(keeping) + taking [some variable takes alpha]
//                   + sum_l keeping_l [some variable keeps label l],
// with equality if none takes (Ladicky, Russell, Kohli, Torr 2010; see co_occurrence_expansion.h for k_l).
struct ExpansionCharge {
  double taking = 0;            // >= 0
  std::vector<double> keeping;  // k_l >= 0 of each label in use other than alpha, in the order given
};

// Whether it is a CoOccurrence, a DiameterDiversity or a HierarchicalPnPotts.
bool HasCharge(const CliquePotential& potential);

// Of a clique whose labels but alpha are `others`, each once; has_alpha: whether some variable has alpha.
// The potential must have one. O(others^3 log others) for diameters, else O(others^2).
ExpansionCharge ChargeOf(const CliquePotential& potential, int num_labels, std::span<const Label> others,
                         Label alpha, bool has_alpha);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_CHARGE_H_
