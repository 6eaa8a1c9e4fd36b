// Pairwise energies of two labels as energies that one cut minimises.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_PAIRWISE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_PAIRWISE_H_

#include "graphical_models/exact/submodular_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

//   SubmodularEnergy<double> cut = ToSubmodular(energy);
//   const double least = energy.constant() + cut.Minimize();
//
// The unaries and edges of the energy; its constant is not part of it. Throws common::Error(kUsage) that
// names the first edge that is not submodular, by its index and variables, with both sums of costs; a
// variable that has not two labels; a variable or edge with a cost of +infinity (conditioning.h takes
// variables of known labels out). For edges that are not submodular there is FindPersistentLabels (qpbo.h).
// Linear time and memory; deterministic, thread-safe.
SubmodularEnergy<double> ToSubmodular(const PairwiseEnergy& energy);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_PAIRWISE_H_
