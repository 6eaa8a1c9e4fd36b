// Pairwise energies of two labels, minimised exactly by one cut.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_PAIRWISE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_PAIRWISE_H_

#include <array>
#include <vector>

#include "graphical_models/exact/binary_conditioning.h"
#include "graphical_models/exact/submodular_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

//   SubmodularPairwise cut(energy);
//   const double least = cut.Minimize();
//   const Labeling labeling = cut.labeling();
//
// A label of infinite cost is never taken, nor does it round what the others cost: its variable is taken out,
// and the rest is given to SubmodularEnergy. Deterministic; not thread-safe.
class SubmodularPairwise {
 public:
  // Copies the energy. Throws common::Error(kUsage) that names the first edge that is not submodular, by its
  // index and variables, with both sums of costs; an edge with a cost of +infinity; a variable of more than
  // two labels. For edges that are not submodular there is FindPersistentLabels (qpbo.h). Linear time and
  // memory.
  explicit SubmodularPairwise(const PairwiseEnergy& energy);

  // The least energy, with its constant: +infinity if a variable has no label that may be taken.
  double Minimize() { return constant_ + cut_.Minimize(); }

  // The labeling of least energy that the last Minimize found; a variable without a label that may be taken
  // has 0.
  Labeling labeling() const;

  // For each variable and label the least energy of all labelings with that label, +infinity for labels that
  // are forbidden or not there (SubmodularEnergy::MinMarginals, whose time and rounding it has).
  std::vector<std::array<double, 2>> MinMarginals();

 private:
  Labeling known_;  // kUnlabeled for the free variables
  FreeVariables free_;
  SubmodularEnergy<double> cut_;  // of these
  double constant_;
};

// The same in one call, with what every minimiser returns: proved optimal, in one iteration, which no stop
// rule interrupts. The bound is the energy of the labeling, which is the minimum but for the rounding of
// sums; where every labeling is forbidden, both are +infinity. Throws as the constructor does, and for a
// negative limit.
MapResult MinimizeSubmodular(const PairwiseEnergy& energy, const common::RunControl& run = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_PAIRWISE_H_
