// Sequential tree-reweighted message passing (Kolmogorov 2006): labelings and lower bounds of pairwise
// energies.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_H_

#include <cstdint>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct TrwsOptions {
  // An iteration is one forward and one backward sweep. Threads, 1 to 1024, are for grids that are done in
  // fixed point (below); all else is done by one.
  common::RunControl run = {};
  // kConverged when ten iterations together raised the bound by at most this share of it; >= 0.
  double tolerance = 1e-8;
};

// Variables are visited by index, each edge keeps the one message that was sent last, and the bound of every
// iteration is that of the backward sweep (Kolmogorov 2006, figure 3 and section 3.5). Labels are read in the
// forward sweep, each given the labels before it. The result is the best labeling of all iterations and of
// iteration 0, which takes the least unary of every variable; the trace has a point for each. The bound is
// that of the linear relaxation at best: it meets the minimum on trees, in the limit.
//
// Costs of +infinity stay exact. A labeling that was read and meets one is changed until it is allowed, as
// far as that can be found by reading all tables a few times (conflict_repair.h; not in the source); one that
// meets any is returned only if that never was. If none is allowed by what the messages find, energy and
// bound are +infinity.
//
// In double precision, by the formula of each potential: O(labels) an edge for Potts, truncated linear
// (distance transform) and truncated quadratic (lower envelope), O(labels^2) for tables and for negative
// weights. The bound is a true one: it is lower by what rounding may have added, and raised to the next value
// that energies of these costs can have, if that is exact (rounding.h). So kOptimal proves a labeling of
// integer costs as soon as the relaxation comes within 1 of it; costs that are no short binary fractions
// leave a gap of at most 3e-16 of the sum of all magnitudes times the number of terms. Memory: 8 bytes a
// variable and label and an edge and label; ToFactorGraph's (conversion.h) from the first forbidden labeling
// on. Deterministic, thread-safe. Throws common::Error(kUsage) for a negative or NaN limit or tolerance
// and for threads out of range.
MapResult MinimizeTrws(const PairwiseEnergy& energy, const TrwsOptions& options = {});

// The same on a grid. 4-connected grids without negative weights or infinite potentials are done eight pixels
// at a time in 32-bit fixed point, whose unit is 2^-28 or less of the largest sum at a pixel. Costs and
// messages are rounded down to it, so that the bound is less tight than in real numbers by about one unit a
// pixel. Of whole costs it is a true one without more ado, however many pixels there are; of others it is
// lower by what rounding may have added, as above. The energy of the result is the exact one. Results are the
// same bits on every machine. Memory: 12 bytes a pixel and label in rows of eight, so that fewer rows take as
// much as eight, 64 bytes a pixel where each edge has a weight of its own, and 16 bytes a pair of labels for
// tables and truncated quadratics. All other grids, and those whose costs differ so much that the units would
// cost 1e-6 of all costs together (fixed_point_grid.h), are done as pairwise energies; so are tables and
// quadratics whose edges have weights of their own.
template <class Cost>
MapResult MinimizeTrws(const GridEnergy<Cost>& energy, const TrwsOptions& options = {});

extern template MapResult MinimizeTrws(const GridEnergy<int32_t>&, const TrwsOptions&);
extern template MapResult MinimizeTrws(const GridEnergy<float>&, const TrwsOptions&);
extern template MapResult MinimizeTrws(const GridEnergy<double>&, const TrwsOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_H_
