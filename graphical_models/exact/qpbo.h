// Quadratic pseudo-boolean optimisation (QPBO): partial labelings with a proof, and whole ones, of pairwise
// energies of two labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_QPBO_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_QPBO_H_

#include <cstdint>
#include <vector>

#include "graphical_models/exact/roof_dual.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Labels that minima are proved to have; see RoofDual for the two kinds of proof.
struct PersistentLabeling {
  Labeling labels;           // one a variable: 0, 1 or kUnlabeled; some minimum has them all
  std::vector<bool> strong;  // one a variable: whether every minimum has this label
  double lower_bound;        // what the roof dual proves; +infinity if every labeling is forbidden
};

// Variables may also have one label only. Unary costs of +infinity stay exact: their variables are taken out
// before. If every labeling is forbidden, all labels are 0 and none is strong. Throws common::Error(kUsage)
// that names a variable of more than two labels or an edge with a cost of +infinity. The bound is a true one:
// lower by what rounding may have added to the roof dual, and raised to the next value that energies of these
// costs can have, if that is exact (rounding.h). Time and memory are
// those of one minimum cut with two nodes a variable and two edges an edge; deterministic, thread-safe.
PersistentLabeling FindPersistentLabels(const PairwiseEnergy& energy);

struct QpboOptions {
  // Iteration 1 is the roof dual, each later one a sweep of improvement, which visits the variables in an
  // order drawn by the seed.
  common::RunControl run = {};
};

// Minimises: starts with the least unary cost of every variable (iteration 0), replaces what the roof dual
// labels, and if that is not all, improves the others (QPBO-I; Rother, Kolmogorov, Lempitsky, Szummer:
// Optimizing binary MRFs via extended roof duality, CVPR 2007, section 3.2): a sweep goes through them in
// random order and fixes those that still have no label to the one they have, which gives labels to more,
// none of which raises the energy. The source fixes one at a time, here it is an eighth of those left,
// rounded down, but at least one: O(log variables) minimum cuts a sweep, each from the flow of the one
// before. The bound is the roof dual, as FindPersistentLabels has it: kOptimal where that is the energy, as
// for integer costs if it labels everything. Ends (kConverged) after a sweep without gain, or where nothing
// is left to sweep. Otherwise as FindPersistentLabels; the same seed gives the same result.
MapResult MinimizeQpbo(const PairwiseEnergy& energy, const QpboOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_QPBO_H_
