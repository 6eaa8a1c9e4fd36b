// FastPD (Komodakis, Tziritas, Paragios: Performance vs computational efficiency for optimizing single and
// dynamic MRFs, CVIU 2008): labelings and duals of pairwise energies by minimum cuts, with warm starts for
// energies that change.
//
// Where the parts are:
//   fast_pd.cc            main loop, stop rules, warm starts
//   fast_pd_terms.h       checks of the energy; its edges and potentials
//   fast_pd_scale.h       conversion of costs to integers
//   fast_pd_edge_costs.h  evaluation of the pairwise potentials
//   fast_pd_moves.h       labeling and dual, improved by one expansion after the other
//   fast_pd_network.h     the flow network of an expansion
//   fast_pd_bound.h       the lower bound
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
  // The labeling to start with, one label a variable. Empty: each variable's label of least unary cost, or in
  // a warm start the labels of the previous call.
  Labeling start = {};
  // Compute a lower bound at the end. For potentials that are tables this can take longer than all moves.
  bool proves_bound = true;
  // Compute a lower bound in each iteration, for the trace. It costs about as much as reading all costs.
  bool bounds_each_iteration = false;
};

// Minimises a pairwise energy by expansions. Labels are expanded in the order of their indices. Each
// expansion is a minimum cut that starts from the dual of the earlier cuts. Ends (kConverged) when no
// expansion changes a label. The energy never rises; iterations become shorter as fewer labels change.
//
// When to take it: instead of AlphaExpansion where a lower bound is wanted, distances are not metrics, or a
// sequence of similar energies is minimised (DynamicFastPd). Take MinimizeTrws where d(a, a) is not 0 or
// distances are negative or infinite.
//
//   const MapResult result = MinimizeFastPd(energy, {.run = {.stop = {.iterations = 20}}});
//   const double gap = result.energy - result.lower_bound;
//
// Requirements:
// - All variables have the same number of labels.
// - Weights are >= 0; distances are finite with d(a, a) = 0 and d(a, b) >= 0. They need not be symmetric.
//   Where d breaks the triangle inequality, the cut of an expansion counts a pair of labels at more than its
//   cost, never at less (rule PD3a of Komodakis, Tziritas, PAMI 2007).
// - Unaries may have any sign and may be +infinity, which stays exact.
//
// Other energies are refused by common::Error(kUsage) that names the edge and the labels, or the variable.
//
// Guarantee at the end, after subtracting the least unary of each variable: energy <= 2 d_max / d_min times
// the minimum, where d_max and d_min are the largest and the least distance of two different labels on an
// edge. The lower bound is at least as high as this guarantee implies, usually much higher. It is computed at
// the end, and in each iteration only if bounds_each_iteration or a gap of the stop rule asks for it.
//
// Works with integers, without overflow:
// - 32 bits, exactly, if all costs are integers and the largest sum of doubled edge costs around a variable
//   is at most 2^18.
// - 64 bits otherwise. Exact if all costs are integers and that sum is at most 2^42 (2^56 over all
//   variables). Otherwise costs are rounded down to about 2^-41 of that sum. Guarantee and bound then hold
//   for the rounded energy: costs 2^41 times smaller than the largest are lost. Energies of results are
//   those of the model.
//
// Time: the first cut of each label is over the whole graph, worst case O(n^2 m), close to linear for images;
// later cuts search only where labels have changed since. Memory: 4 bytes (8 with 64 bits) for each edge and
// label and for each variable and label, and less than 100 bytes an edge. Deterministic, thread-safe.
MapResult MinimizeFastPd(const PairwiseEnergy& energy, const FastPdOptions& options = {});
template <class Cost>
MapResult MinimizeFastPd(const GridEnergy<Cost>& energy, const FastPdOptions& options = {});

// FastPD for a sequence of energies whose unaries, potentials and weights change. Every call except the first
// starts from the labels and the dual of the previous one.
//
//   DynamicFastPd fast_pd;
//   for (const GridEnergy<int32_t>& frame : frames) labelings.push_back(fast_pd.Minimize(frame).labeling);
//
// Results have the same guarantee as those of MinimizeFastPd, but need not be the same labelings. The dual is
// discarded if a call gives a start, or if the integers change: 64 bits instead of 32 or the reverse, or a
// unit that is no longer fine enough. Movable; not thread-safe.
class DynamicFastPd {
 public:
  DynamicFastPd();
  ~DynamicFastPd();
  DynamicFastPd(DynamicFastPd&&) noexcept;
  DynamicFastPd& operator=(DynamicFastPd&&) noexcept;

  // Throws as MinimizeFastPd. Also throws, and changes nothing, unless variables, labels and edges (their
  // ends, in their order) are those of the first call.
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
