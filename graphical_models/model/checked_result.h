// Results of minimisers that were added from outside are believed no more than a file.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CHECKED_RESULT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CHECKED_RESULT_H_

#include <functional>
#include <string>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/map_result.h"

namespace structlab::graphical_models {

// How far sums of the same costs in other orders may differ, and how far a true lower bound may be above the
// energy for that. As rounding.h has them, but `energy` is 0 where energies are exact in any order.
struct SumRounding {
  double energy = 0;
  double bound = 0;
};

// The energy that a method minimises.
struct Minimized {
  int num_variables;
  std::function<int(int variable)> num_labels;
  std::function<double(const Labeling&)> energy;
  std::function<SumRounding(const Labeling&)> rounding;
};

// What minimize() returns. An empty trace gets its one point: the end, with the energy, the bound and the
// time that the call took. Throws common::Error(kEnvironment) that names the method and what it broke, unless
// there is one label a variable, the energy is the labeling's, no bound is above it, what is called optimal
// has its bound, and the trace ends with that energy, at finite times and iterations that never fall, with
// energies that never rise and bounds that never fall nor end above that of the result. Beside the method:
// one evaluation of the energy and, where numbers differ for rounding, one pass over the costs.
MapResult MinimizeChecked(const std::string& method, const Minimized& minimized,
                          const std::function<MapResult()>& minimize);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CHECKED_RESULT_H_
