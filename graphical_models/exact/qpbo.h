// Quadratic pseudo-boolean optimisation (QPBO) of pairwise energies with two labels: provably optimal labels
// of some variables, and complete labelings.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_QPBO_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_QPBO_H_

#include <cstdint>
#include <vector>

#include "graphical_models/exact/roof_dual.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Labels with a proof; see RoofDual for the two kinds of proof.
struct PersistentLabeling {
  Labeling labels;           // one per variable: 0, 1 or kUnlabeled; some minimum has all of them
  std::vector<bool> strong;  // one per variable: whether every minimum has this label
  double lower_bound;        // the bound of the roof dual; +infinity if every labeling is forbidden
};

// Finds labels that some, or every, minimum has (Kolmogorov, Rother, PAMI 2007), and a lower bound.
//
//     const PersistentLabeling persistent = FindPersistentLabels(energy);
//     const bool is_proved = persistent.labels[v] != kUnlabeled;
//
// Take MinimizeSubmodular if all edges are submodular: it needs half the graph. Variables may also have only
// one label. Unary costs of +infinity are exact: their variables are removed first. If every labeling is
// forbidden, all labels are 0 and none is strong. The bound is true in spite of rounding: the possible
// rounding error is subtracted, and the result is raised to the next possible energy value if energies are
// exact (rounding.h). Throws common::Error(kUsage) that names a variable of more than two labels or an edge
// with a cost of +infinity. Time and memory of one minimum cut with two nodes per variable and two edges per
// edge; deterministic, thread-safe.
PersistentLabeling FindPersistentLabels(const PairwiseEnergy& energy);

struct QpboOptions {
  // Iteration 1 computes the roof dual; each later iteration is one improvement sweep, in an order drawn with
  // the seed. More iterations can only lower the energy; the bound stays.
  common::RunControl run = {};
};

// Minimises an energy with two labels. It starts with the minimum unary cost of every variable (iteration 0),
// then takes the labels of the roof dual. If some variables have none, QPBO-I improves their labels (Rother,
// Kolmogorov, Lempitsky, Szummer: Optimizing binary MRFs via extended roof duality, CVPR 2007, section 3.2):
// a sweep visits them in random order and fixes those without a label to their current one, which gives
// labels to more variables and never raises the energy. The source fixes one variable at a time; here an
// eighth of the remaining ones is fixed at once (rounded down, at least one): O(log variables) minimum cuts
// per sweep, each starting from the previous flow.
//
//     const MapResult result = MinimizeQpbo(energy, {.run = {.stop = {.iterations = 20}, .seed = 7}});
//
// Take it for two labels if some edges are not submodular. The bound is that of FindPersistentLabels. Ends
// with kOptimal if the bound equals the energy, such as for integer costs if the roof dual labels all
// variables, and with kConverged after a sweep without gain or if no variable is left to sweep. Errors, time
// and memory of a cut, and thread safety as for FindPersistentLabels; the same seed gives the same result.
MapResult MinimizeQpbo(const PairwiseEnergy& energy, const QpboOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_QPBO_H_
