// The lower bound that the dual of FastPD proves.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_BOUND_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_BOUND_H_

#include <functional>
#include <span>
#include <vector>

#include "graphical_models/approximate/fast_pd_moves.h"
#include "graphical_models/approximate/fast_pd_terms.h"

namespace structlab::graphical_models {

// y_pq and y_qp for every edge (p, q), [edge][label]. Feasible if y_pq(a) + y_qp(b) <= w_pq d(a, b).
struct FittedDual {
  std::vector<std::vector<double>> first, second;
};

// Writes the unary costs of a variable.
using UnaryReader = std::function<void(int variable, std::span<double> unary)>;

// 2 d_max / d_min for the edge where it is largest, where d_max and d_min are the largest and the least
// distance of two different labels; +infinity if d_min = 0 < d_max there. FastPD ends with a labeling whose
// energy, minus the sum of the least unaries, is at most this factor times the minimum, minus the same sum
// (Komodakis, Tziritas, Paragios 2008).
double ApproximationFactor(const FastPdTerms& terms);

// The bound of a feasible dual y: sum over the variables p of min over a of unary_p(a) + sum_q y_pq(a).
//
// The duals of the moves need not be feasible. When the moves have ended, they are feasible after division by
// the approximation factor, and their bound is then the energy minus the least unaries, divided by that
// factor (dual fitting, in the same paper). From there one sweep over the variables in the order of their
// indices gives each edge to a later variable the best dual there is, given all others. This never lowers a
// bound and makes any dual feasible. If `fitted` is not null, it receives y.
//
// Valid up to rounding, about 1e-15 of the sum of all magnitudes. Time: O(labels) an edge for Potts and
// potentials of |a - b|, O(labels^2) for tables. Memory: 8 bytes an edge, 32 a variable, and 8 for each label
// of the variables that have neighbours both before and after the current one: about a row of a grid.
template <class Cost>
double FastPdBound(const FastPdMoves<Cost>& moves, const UnaryReader& read_unary,
                   FittedDual* fitted = nullptr);

extern template double FastPdBound(const FastPdMoves<int32_t>&, const UnaryReader&, FittedDual*);
extern template double FastPdBound(const FastPdMoves<int64_t>&, const UnaryReader&, FittedDual*);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_BOUND_H_
