// Checks of results that minimisers from outside the library return.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CHECKED_RESULT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CHECKED_RESULT_H_

#include <functional>
#include <string>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/map_result.h"

namespace structlab::graphical_models {

// Tolerances for rounded sums (rounding.h). `energy`: how far two sums of the same costs in different orders
// may differ; 0 if energies are exact in any order. `bound`: how far a true lower bound may be above the
// energy.
struct SumRounding {
  double energy = 0;
  double bound = 0;
};

// The energy that a method minimises, reduced to what the checks need.
struct Minimized {
  int num_variables;
  std::function<int(int variable)> num_labels;
  std::function<double(const Labeling&)> energy;
  std::function<SumRounding(const Labeling&)> rounding;
};

// Calls minimize(), checks its result and returns it. An empty trace gets one point: the end, with the
// energy, the bound and the time of the call.
//
//     const MapResult result = MinimizeChecked("my method", minimized, [&] { return MyMethod(graph, run); });
//
// Throws common::Error(kEnvironment), which names the method and the broken rule, unless
//   - the labeling has one valid label for each variable, and `energy` is its energy;
//   - no bound is above the energy, and a result called optimal has a bound equal to its energy;
//   - the trace ends with that energy, its times and iterations are finite and never fall, its energies never
//     rise, and its bounds never fall and do not end above the bound of the result.
// Cost beyond the method: one evaluation of the energy, and one pass over the costs if numbers differ by
// rounding.
MapResult MinimizeChecked(const std::string& method, const Minimized& minimized,
                          const std::function<MapResult()>& minimize);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CHECKED_RESULT_H_
