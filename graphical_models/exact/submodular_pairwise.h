// Exact minimisation of pairwise energies with two labels by one cut.
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

//     SubmodularPairwise cut(energy);
//     const double minimum = cut.Minimize();
//     const Labeling labeling = cut.labeling();
//
// Take MinimizeSubmodular for one call with a MapResult; take this class for min-marginals. A label of
// infinite cost is never chosen and does not round the costs of others: its variable is removed, and
// SubmodularEnergy minimises the rest. Deterministic; not thread-safe.
class SubmodularPairwise {
 public:
  // Copies the energy. Throws common::Error(kUsage) for
  //   - an edge that is not submodular: names the first one, its variables and both sums of costs (for such
  //     energies there is FindPersistentLabels, qpbo.h);
  //   - an edge with a cost of +infinity;
  //   - a variable of more than two labels.
  // Linear time and memory.
  explicit SubmodularPairwise(const PairwiseEnergy& energy);

  // The minimum energy, including the constant: +infinity if a variable has no allowed label.
  double Minimize() { return constant_ + cut_.Minimize(); }

  // The labeling of minimum energy that the last Minimize found; a variable without an allowed label has 0.
  Labeling labeling() const;

  // For each variable and label, the minimum energy of all labelings with that label; +infinity for labels
  // that are forbidden or do not exist. Time and rounding as SubmodularEnergy::MinMarginals.
  std::vector<std::array<double, 2>> MinMarginals();

 private:
  Labeling known_;  // kUnlabeled for the free variables
  FreeVariables free_;
  SubmodularEnergy<double> cut_;  // of the free variables
  double constant_;
};

// Minimises in one call.
//
//     const MapResult result = MinimizeSubmodular(energy);   // result.ending is kOptimal
//
// The result is optimal, in one iteration, which no stop rule interrupts. The bound is the energy of the
// labeling, which is the minimum except for the rounding of sums; if every labeling is forbidden, both are
// +infinity. Throws like the constructor of SubmodularPairwise, and for a negative limit. Cost of one cut;
// deterministic, thread-safe.
MapResult MinimizeSubmodular(const PairwiseEnergy& energy, const common::RunControl& run = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_PAIRWISE_H_
