// Messages along edges: min-plus products of a vector with a pairwise potential.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MIN_PLUS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MIN_PLUS_H_

#include <span>
#include <vector>

#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// The end of an edge that the vector belongs to: first or second argument of the potential.
enum class EdgeEnd { kFirst, kSecond };

// Computes messages; this is where TRW-S and FastPD's bound evaluate pairwise potentials. It keeps scratch
// memory, so use one object a thread.
//
//   MinPlus min_plus;
//   min_plus(TruncatedLinear{1, 2}, 20.0, EdgeEnd::kFirst, vector, message);
class MinPlus {
 public:
  // kFirst:  message[b] = min over a of vector[a] + weight * potential(a, b)
  // kSecond: message[b] = min over a of vector[a] + weight * potential(b, a)
  //
  // The vector may contain +infinity, and so may the potential if the weight is > 0. Vector and message may
  // overlap only if they are the same memory. Exact up to rounding.
  // Time: O(labels) for Potts, truncated linear (Felzenszwalb, Huttenlocher 2012, section 3) and truncated
  // quadratic (section 2 there); O(labels^2) for tables and for negative weights.
  void operator()(const PairwisePotential& potential, double weight, EdgeEnd end,
                  std::span<const double> vector, std::span<double> message);

 private:
  void LowerEnvelope(double slope, std::span<const double> vector, std::span<double> message);

  std::vector<double> copy_;
  std::vector<int> vertices_;       // labels of the parabolas of the lower envelope, from left to right
  std::vector<double> boundaries_;  // where each parabola begins to be the lowest
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MIN_PLUS_H_
