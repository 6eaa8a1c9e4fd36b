// TRW-S, sequential tree-reweighted message passing (Kolmogorov: Convergent tree-reweighted message passing
// for energy minimization, PAMI 2006): labelings and lower bounds of pairwise energies.
//
// Where the parts are:
//   trws.cc              main loop, stop rules and options, proved bound; chooses one of the two sweeps below
//   trws_pairwise.h/.cc  sweeps on any graph, in double precision
//   trws_grid.h/.cc      sweeps on 4-connected grids, eight pixels at a time in 32-bit integers
// Where pairwise potentials are evaluated:
//   min_plus.cc          any graph: a message, by the formula of the potential
//   trws_pairwise.cc     any graph: ChooseLabel(), the cost of an edge whose other end has its label
//   fixed_point_grid.cc  grids: SetCosts() and MakeEdges() round the potential and the weights to integers
//   grid_messages.h      grids: a message from these integers; label_reader.h: the cost of an edge
//
// To add an option: a field of TrwsOptions here; its check and its use in trws.cc (BoundHistory shows both
// for `tolerance`); a test in trws_test.cc. For the programs, Trws() of methods/own_map_methods.cc declares
// it and sets it in both of its functions, for models and for grids; in images/image_methods.cc the method
// trws of stereo and denoise has no options so far. Options that change a sweep go to the constructors of
// PairwiseTrws and GridTrws; an edge stores only the message sent last, so what needs older ones needs
// memory. Tests that list the options of trws: tools/programs/map_program_test.cc.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_H_

#include <cstdint>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct TrwsOptions {
  // When to stop; an iteration is one forward and one backward sweep. Threads, 1 to 1024: only the integer
  // sweeps on grids (below) use more than one. More threads never change the result.
  common::RunControl run = {};
  // kConverged when the bound rose by at most tolerance * |bound| in the last ten iterations; >= 0. Smaller
  // values take more iterations and give a tighter bound and often a better labeling; 0 stops only when the
  // bound no longer rises.
  double tolerance = 1e-8;
};

// Minimises a pairwise energy by message passing.
//
// When to take it: the first choice for images with many labels, for potentials that are not metrics, and
// where a lower bound is wanted. Take AlphaExpansion or MinimizeFastPd for a guaranteed factor with metric
// potentials, SubgraphDescent to go on from the labeling found, and an exact method (exact/) for trees and
// graphs of small tree-width.
//
//   const MapResult result = MinimizeTrws(energy, {.run = {.stop = {.iterations = 100}}});
//   const double gap = result.energy - result.lower_bound;
//
// Method (Kolmogorov 2006, figure 3 and section 3.5):
// - Sweeps visit the variables in the order of their indices. Each edge stores only the message sent last.
// - The bound of an iteration is the one of its backward sweep. Before it is raised (below), it never exceeds
//   the bound of the linear relaxation; on trees it converges to the minimum.
// - The forward sweep chooses the labels: each variable takes its best label, given the labels chosen before
//   it in this sweep and the messages from the variables after it.
// - The result is the best labeling of all iterations. Iteration 0 gives every variable its label of least
//   unary cost. The trace has one point an iteration.
//
// Infinite costs stay exact. If a sweep chooses a labeling of infinite energy, ConflictRepair
// (conflict_repair.h; not in the source) changes labels until the energy is finite or its search limit is
// reached. The result has infinite energy only if no iteration found a finite one. If the messages prove that
// every labeling has infinite energy, energy and bound are +infinity.
//
// The bound is valid in spite of rounding: the largest possible rounding error is subtracted. Then it is
// raised to the next value that energies of these costs can have, where that is exact (model/rounding.h). So
// with integer costs kOptimal is proved as soon as the relaxation comes within 1 of the energy. For costs
// without a common unit (such as 0.1) a gap remains, of at most 3e-16 * number of terms * sum of all
// magnitudes.
//
// Throws common::Error(kUsage) for a limit or tolerance that is negative or NaN, and for threads out of
// range. Time: O(labels) an edge and sweep for Potts, truncated linear (distance transform) and truncated
// quadratic (lower envelope); O(labels^2) for tables and for negative weights. Memory: 8 bytes for each
// variable and label and for each edge and label; after the first labeling of infinite energy also a
// FactorGraph (model/conversion.h). Deterministic, thread-safe.
MapResult MinimizeTrws(const PairwiseEnergy& energy, const TrwsOptions& options = {});

// The same for a grid.
//
// Grids that are 4-connected, without negative weights and without infinite potentials are solved eight
// pixels at a time in 32-bit fixed point:
// - The unit is at most 2^-28 of the largest sum at a pixel. Costs and messages are rounded down to it, which
//   makes the bound lower by about one unit a pixel.
// - For integer costs the bound is valid as it is, for any number of pixels. For other costs the largest
//   possible rounding error is subtracted, as above.
// - The energy of the result is evaluated exactly. Results are the same bits on every machine.
// - Memory: 12 bytes a pixel and label (fewer than eight rows take as much as eight); 64 bytes a pixel if
//   every edge has its own weight; 16 bytes a pair of labels for tables and truncated quadratics.
//
// All other grids are converted to a PairwiseEnergy and solved as above. So are tables and truncated
// quadratics if every edge has its own weight, and grids whose costs differ so much in magnitude that
// rounding could cost more than 1e-6 of all costs (fixed_point_grid.h).
template <class Cost>
MapResult MinimizeTrws(const GridEnergy<Cost>& energy, const TrwsOptions& options = {});

extern template MapResult MinimizeTrws(const GridEnergy<int32_t>&, const TrwsOptions&);
extern template MapResult MinimizeTrws(const GridEnergy<float>&, const TrwsOptions&);
extern template MapResult MinimizeTrws(const GridEnergy<double>&, const TrwsOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_H_
