// FastPD (Komodakis, Tziritas, Paragios 2008): labelings and duals of pairwise energies by minimum cuts, with
// warm starts for energies that change.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_H_

#include <cstdint>
#include <memory>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct FastPdOptions {
  common::RunControl run = {};  // an iteration expands every label once
  // One label a variable; empty: each variable's best label by its unary costs alone, or at a warm start the
  // labels of the call before.
  Labeling start = {};
  // A lower bound at the end. For potentials that are tables it can take longer than all moves.
  bool proves_bound = true;
  bool bounds_each_iteration = false;  // in the trace; costs about as much as reading all costs
};

// Komodakis, Tziritas, Paragios: Performance vs computational efficiency for optimizing single and dynamic
// MRFs, CVIU 2008. Labels are expanded in the order of their indices, each by a cut that takes the dual of
// the cuts before as its start, until no expansion changes a label (kConverged). The energy never rises;
// iterations become shorter as fewer labels change.
//
// The labels are the same for all variables, weights are >= 0 and distances finite with d(a, a) = 0 and
// d(a, b) >= 0; they need not be symmetric. Where d breaks the triangle inequality a pair of labels counts
// for more than it costs in the cut of an expansion, never for less (rule PD3a of Komodakis, Tziritas, PAMI
// 2007). Unaries may be of any sign and +infinity, which stays exact. All else is refused by
// common::Error(kUsage) that names the edge and the labels, or the variable.
//
// Guarantee at the end, with the least unary of each variable subtracted: energy <= 2 d_max / d_min times the
// least one, where d_max and d_min are the largest and the least distance of different labels on an edge. The
// lower bound of the result is at least as high as this promises, most often much higher. It is found at the
// end, and in each iteration only if that or a gap is asked for.
//
// Works with integers: exactly, in 32 bits if all costs are integers and the largest sum of doubled edge
// costs around a variable is at most 2^18, and in 64 bits else, where costs are rounded down to 2^-41 or so
// of that sum unless they are integers and it is at most 2^42 (2^56 over all variables). The guarantee and
// the bound are then of the rounded energy: terms that are 2^41 times smaller than the largest are lost.
// Energies of results are those of the model. Nothing overflows.
//
// The first cut of each label is one of the whole graph, worst case O(n^2 m), close to linear for images;
// later ones search only where labels have changed since. Memory: 4 bytes (8 in 64 bits) an edge and label
// and a variable and label, and less than 100 an edge. Deterministic, thread-safe.
MapResult MinimizeFastPd(const PairwiseEnergy& energy, const FastPdOptions& options = {});
template <class Cost>
MapResult MinimizeFastPd(const GridEnergy<Cost>& energy, const FastPdOptions& options = {});

// FastPD for a sequence of energies whose unaries, potentials and weights change: every call but the first
// begins with the labels and the dual of the one before.
//
//   DynamicFastPd fast_pd;
//   for (const GridEnergy<int32_t>& frame : frames) labelings.push_back(fast_pd.Minimize(frame).labeling);
//
// Results are as good as those of MinimizeFastPd, and have the same guarantee, but need not be the same. The
// dual is forgotten when a call gives a start or the integers above become others: 64 bits instead of 32, or
// a unit that is no longer fine enough. Movable; not thread-safe.
class DynamicFastPd {
 public:
  DynamicFastPd();
  ~DynamicFastPd();
  DynamicFastPd(DynamicFastPd&&) noexcept;
  DynamicFastPd& operator=(DynamicFastPd&&) noexcept;

  // Throws as MinimizeFastPd, and unless variables, labels and edges (their ends, in their order) are those
  // of the first call; nothing is changed then.
  MapResult Minimize(const PairwiseEnergy& energy, const FastPdOptions& options = {});
  template <class Cost>
  MapResult Minimize(const GridEnergy<Cost>& energy, const FastPdOptions& options = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

extern template MapResult MinimizeFastPd(const GridEnergy<int32_t>&, const FastPdOptions&);
extern template MapResult MinimizeFastPd(const GridEnergy<float>&, const FastPdOptions&);
extern template MapResult MinimizeFastPd(const GridEnergy<double>&, const FastPdOptions&);
extern template MapResult DynamicFastPd::Minimize(const GridEnergy<int32_t>&, const FastPdOptions&);
extern template MapResult DynamicFastPd::Minimize(const GridEnergy<float>&, const FastPdOptions&);
extern template MapResult DynamicFastPd::Minimize(const GridEnergy<double>&, const FastPdOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_H_
