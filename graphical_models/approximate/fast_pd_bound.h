// The lower bound that the dual of FastPD proves.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_BOUND_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_BOUND_H_

#include <functional>
#include <span>
#include <vector>

#include "graphical_models/approximate/fast_pd_moves.h"
#include "graphical_models/approximate/fast_pd_terms.h"

namespace structlab::graphical_models {

// y_pq and y_qp of every edge (p, q), [edge][label]. It is feasible if y_pq(a) + y_qp(b) <= w_pq d(a, b).
struct FittedDual {
  std::vector<std::vector<double>> first, second;
};

// Writes the unary of a variable.
using UnaryReader = std::function<void(int variable, std::span<double> unary)>;

// 2 d_max / d_min, the largest and the least distance of different labels, for the edge where it is largest;
// +infinity if different labels cost nothing there. FastPD ends with a labeling whose energy, above the sum
// of the least unaries, is at most this factor of the least one (Komodakis, Tziritas, Paragios 2008).
double ApproximationFactor(const FastPdTerms& terms);

// Sum over the variables of the least of unary_p(a) + sum_q y_pq(a), for a feasible dual y. The duals of the
// moves need not be feasible; divided by the approximation factor they are when the moves have ended, and
// their bound is then the energy above the least unaries, divided by it (dual fitting, in the same paper).
// From there one sweep over the variables in the order of their indices gives each edge to a later variable
// the best dual there is, given all others: that never lowers a bound, and makes any dual feasible. If
// `fitted` is not null it becomes y.
//
// True but for rounding, about 1e-15 of the sum of all magnitudes. O(labels) an edge for potentials of
// |a - b| and Potts, O(labels^2) for tables. Memory: 8 bytes an edge, 32 a variable, and 8 for each label of
// those variables that have neighbours both before and after the present one: about a row of a grid.
template <class Cost>
double FastPdBound(const FastPdMoves<Cost>& moves, const UnaryReader& read_unary,
                   FittedDual* fitted = nullptr);

extern template double FastPdBound(const FastPdMoves<int32_t>&, const UnaryReader&, FittedDual*);
extern template double FastPdBound(const FastPdMoves<int64_t>&, const UnaryReader&, FittedDual*);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_BOUND_H_
