// Charges of a clique in an expansion move, if its cost depends on the set of its labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_CHARGE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_CHARGE_H_

#include <span>
#include <vector>

#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The charges, for the cost C of a clique:
//
//   C(labels left) <= C(labels now) - sum(keeping) + taking [some variable takes alpha]
//                   + sum_l keeping_l [some variable keeps label l],
//
// with equality if no variable takes alpha (Ladicky, Russell, Kohli, Torr 2010; see co_occurrence_expansion.h
// for k_l).
struct ExpansionCharge {
  double taking = 0;            // >= 0
  std::vector<double> keeping;  // k_l >= 0 of each label in use except alpha, in the order of `others`
};

// True for CoOccurrence, DiameterDiversity and HierarchicalPnPotts.
bool HasCharge(const CliquePotential& potential);

// The charges of a clique whose labels except alpha are `others`, each listed once; has_alpha: some variable
// has alpha. HasCharge(potential) must be true. O(others^3 log others) for diameters, otherwise O(others^2).
ExpansionCharge ChargeOf(const CliquePotential& potential, int num_labels, std::span<const Label> others,
                         Label alpha, bool has_alpha);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_CHARGE_H_
